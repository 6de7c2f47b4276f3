import { useEffect, useRef, useState } from 'react'
import { autosaveDebounce } from '~/lib/constants'
import { sameValue } from './form-context'

/** Goes with everything of ours when another person signs in at the same desk. */
const keyOf = (name: string) => `karada.draft.${name}`

export interface Draft<Values> {
  values: Values
  /** Milliseconds since 1970. */
  at: number
}

function read<Values extends object>(name: string, initial: Values): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Draft<Values> | null
    if (!draft || typeof draft.at !== 'number' || sameValue(draft.values, initial)) return undefined
    // Written by an older form: what is not known here is left out, what is missing stays as it is.
    const known = Object.keys(initial).filter((key) => Object.hasOwn(draft.values, key))
    const values = known.map((key) => [key, draft.values[key as keyof Values]])
    return { values: { ...initial, ...Object.fromEntries(values) }, at: draft.at }
  } catch {
    return undefined
  }
}

function write(name: string, values: object) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ values, at: Date.now() }))
  } catch {
    // The storage is full or shut; the form works without it.
  }
}

interface Autosave<Values> {
  name: string
  initial: Values
  values: () => Values
  isDirty: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Keeps what is typed, 600 ms after the last key and when the form goes, and offers what was kept the last time. */
export function useDraft<Values extends object>({ name, initial, values, isDirty, subscribe }: Autosave<Values>) {
  const [offered, setOffered] = useState(() => read(name, initial))
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
    /** Nothing is kept of a form that has been saved. */
    end: () => {
      over.current = true
      localStorage.removeItem(keyOf(name))
    },
  }
}
