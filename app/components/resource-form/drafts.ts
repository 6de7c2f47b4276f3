import { useEffect, useRef, useState } from 'react'
import { autosaveDebounce } from '~/lib/constants'
import { sameValue } from './form-context'

/** Cleared with all our keys when another person signs in on this browser. */
const keyOf = (name: string) => `karada.draft.${name}`

export interface Draft<Values> {
  values: Values
  /** Milliseconds since 1970. */
  at: number
}

function read<Values extends object>({ name, initial, ofDraft }: Kept<Values>): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Draft<Values> | null
    if (!draft || typeof draft.at !== 'number' || sameValue(draft.values, initial)) return undefined
    // The draft may be from an older version of the form: drops unknown keys, keeps defaults for missing ones.
    const known = Object.keys(initial).filter((key) => Object.hasOwn(draft.values, key))
    const values = known.map((key) => [key, draft.values[key as keyof Values]])
    const whole: Values = { ...initial, ...Object.fromEntries(values) }
    return { values: ofDraft?.(whole) ?? whole, at: draft.at }
  } catch {
    return undefined
  }
}

function write(name: string, values: object) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ values, at: Date.now() }))
  } catch {
    // The storage is full or blocked; the form works without it.
  }
}

interface Kept<Values> {
  name: string
  initial: Values
  /** What an older form has kept, as this one holds it. */
  ofDraft: ((values: Values) => Values) | undefined
}

interface Autosave<Values> extends Kept<Values> {
  values: () => Values
  isDirty: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Saves a draft 600 ms after the last key and on unmount; offers to restore the last one. */
export function useDraft<Values extends object>({ values, isDirty, subscribe, ...kept }: Autosave<Values>) {
  const { name } = kept
  const [offered, setOffered] = useState(() => read(kept))
  const now = useRef({ values, isDirty })
  now.current = { values, isDirty }
  const over = useRef(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      if (!over.current && now.current.isDirty()) write(name, now.current.values())
    }
    const unsubscribe = subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, autosaveDebounce)
    })
    const keepWhatWaits = () => timer !== undefined && keep()
    window.addEventListener('pagehide', keepWhatWaits)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', keepWhatWaits)
      keepWhatWaits()
    }
  }, [name, subscribe])

  return {
    offered,
    decline: () => {
      setOffered(undefined)
      if (!now.current.isDirty()) localStorage.removeItem(keyOf(name))
    },
    accept: () => setOffered(undefined),
    /** Deletes the draft of a saved form. */
    end: () => {
      over.current = true
      localStorage.removeItem(keyOf(name))
    },
  }
}
