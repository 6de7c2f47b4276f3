import { useCallback, useEffect, useRef, useState } from 'react'
import { keepsForOthers } from '~/data/own-staff'
import { autosaveDebounce } from '~/lib/constants'
import { sameValue } from './form-context'

/** Cleared with all our keys when another person signs in on this browser. */
const keyOf = (name: string) => `karada.draft.${name}`

/** A draft that neither this form nor one that is open in another tab writes. */
export interface Draft<Values> {
  /** Where it is stored. */
  key: string
  values: Values
  /** Milliseconds since 1970. */
  at: number
}

/** Where drafts of a form are: its key, and where that was taken, the same with a random end. */
const keysOf = (name: string) =>
  Object.keys(localStorage).filter((key) => key === keyOf(name) || key.startsWith(`${keyOf(name)}#`))

function read<Values extends object>(key: string, { initial, ofDraft }: Kept<Values>): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Omit<Draft<Values>, 'key'> | null
    if (!draft || typeof draft.at !== 'number' || sameValue(draft.values, initial)) return undefined
    // The draft may be from an older version of the form: drops unknown keys, keeps defaults for missing ones.
    const known = Object.keys(initial).filter((name) => Object.hasOwn(draft.values, name))
    const values = known.map((name) => [name, draft.values[name as keyof Values]])
    const whole: Values = { ...initial, ...Object.fromEntries(values) }
    return { key, values: ofDraft?.(whole) ?? whole, at: draft.at }
  } catch {
    return undefined
  }
}

/** The drafts of a form, the newest first. */
function readAll<Values extends object>(kept: Kept<Values>): Draft<Values>[] {
  try {
    const drafts = keysOf(kept.name).flatMap((key) => read(key, kept) ?? [])
    return drafts.sort((one, other) => other.at - one.at)
  } catch {
    // The storage is blocked.
    return []
  }
}

/** The keys that forms in other tabs write to; undefined where the browser does not say (over plain HTTP). */
const keysInUse = () => navigator.locks?.query().then(({ held = [] }) => held.flatMap(({ name }) => name ?? []))

/** Holds a key as long as the form is open; the browser lets go of it when the tab is closed or crashes. */
function holdKey(key: string): () => void {
  let release = () => {}
  const closing = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(key, () => closing)
  return release
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

/**
 * Saves a draft 600 ms after the last key and on unmount; offers those that were left. An offered draft stays as it is
 * until it is taken or refused, and each tab writes its own.
 */
export function useDraft<Values extends object>({ values, isDirty, subscribe, ...kept }: Autosave<Values>) {
  const { name } = kept
  const [offered, setOffered] = useState<Draft<Values>[]>([])
  const now = useRef({ values, isDirty, kept })
  now.current = { values, isDirty, kept }
  const over = useRef(false)
  /** The draft that this form writes, from its first key on. */
  const own = useRef<{ key: string; release: () => void }>(undefined)

  const claim = useCallback((key: string) => {
    own.current = { key, release: holdKey(key) }
    return own.current
  }, [])
  const keep = useCallback(() => {
    // It would be a draft of whoever has signed in meanwhile.
    if (over.current || keepsForOthers()) return
    const { isDirty, values, kept } = now.current
    try {
      if (!isDirty()) return own.current && localStorage.removeItem(own.current.key)
      const first = keyOf(kept.name)
      const isFree = read(first, kept) === undefined
      const { key } = own.current ?? claim(isFree ? first : `${first}#${crypto.randomUUID()}`)
      localStorage.setItem(key, JSON.stringify({ values: values(), at: Date.now() }))
    } catch {
      // The storage is full or blocked; the form works without it.
    }
  }, [claim])

  useEffect(() => {
    let isOpen = true
    const offer = (inUse: readonly string[] = []) => {
      const isLeft = ({ key }: Draft<Values>) => key !== own.current?.key && !inUse.includes(key)
      if (isOpen) setOffered(readAll({ ...now.current.kept, name }).filter(isLeft))
    }
    const inUse = keysInUse()
    if (inUse) void inUse.then(offer, () => offer())
    else offer()

    let timer: ReturnType<typeof setTimeout> | undefined
    const keepNow = () => {
      clearTimeout(timer)
      timer = undefined
      keep()
    }
    const unsubscribe = subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(keepNow, autosaveDebounce)
    })
    const keepWhatWaits = () => timer !== undefined && keepNow()
    window.addEventListener('pagehide', keepWhatWaits)
    return () => {
      isOpen = false
      unsubscribe()
      window.removeEventListener('pagehide', keepWhatWaits)
      keepWhatWaits()
      own.current?.release()
      own.current = undefined
    }
  }, [name, subscribe, keep])

  const settle = (draft: Draft<Values>) => setOffered((drafts) => drafts.filter(({ key }) => key !== draft.key))
  return {
    offered,
    /** Deletes it. */
    refuse: (draft: Draft<Values>) => {
      settle(draft)
      localStorage.removeItem(draft.key)
    },
    /** Continues it: the form's values are this draft's now. */
    take: (draft: Draft<Values>) => {
      settle(draft)
      if (!own.current) return void claim(draft.key)
      keep()
      localStorage.removeItem(draft.key)
    },
    /** Deletes the draft of a saved form. */
    end: () => {
      over.current = true
      if (own.current) localStorage.removeItem(own.current.key)
    },
  }
}
