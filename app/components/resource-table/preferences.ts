import { useState } from 'react'
import type { Density } from './types'

export interface Preferences {
  density: Density
  /** Chosen visibility by column, where it differs from the list's default. */
  columns: Record<string, boolean>
}

const own: Preferences = { density: 'comfortable', columns: {} }
// Under our prefix: another person's sign-in clears it (auth/session.tsx).
const keyOf = (list: string) => `karada.list.${list}`

function read(list: string): Preferences {
  try {
    const { density, columns } = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}') as Partial<Preferences>
    return { density: density === 'compact' ? 'compact' : 'comfortable', columns: { ...columns } }
  } catch {
    return own
  }
}

/** Density and columns of one list, as this browser remembers them. */
export function usePreferences(list: string): [Preferences, (next: Partial<Preferences>) => void] {
  const [preferences, setPreferences] = useState(() => read(list))
  const change = (next: Partial<Preferences>) => {
    const whole = { ...preferences, ...next }
    setPreferences(whole)
    try {
      localStorage.setItem(keyOf(list), JSON.stringify(whole))
    } catch {
      // Without storage the choice lasts until the page is left.
    }
  }
  return [preferences, change]
}
