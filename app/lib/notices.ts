import { useSyncExternalStore } from 'react'

type Kind = 'success' | 'error' | 'message'

export interface Notice {
  id: number
  kind: Kind
  text: string
  action?: NoticeAction
}

/** A snackbar's action, such as 元に戻す. */
export interface NoticeAction {
  label: string
  run: () => void
}

const none: Notice[] = []
let notices = none
let count = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

const say = (kind: Kind) => (text: string, action?: NoticeAction) => {
  count += 1
  publish([...notices, { id: count, kind, text, ...(action && { action }) }])
}

/** Shows staff what happened, in a snackbar. */
export const notify = { success: say('success'), error: say('error'), message: say('message') }

/** Marks these notices as shown by the snackbar. */
export const forgetNotices = () => publish([])

/** Notices that the snackbar has not shown yet. */
export const useNotices = () =>
  useSyncExternalStore(
    subscribe,
    () => notices,
    () => none,
  )
