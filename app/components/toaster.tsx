import { lazy, Suspense, useSyncExternalStore } from 'react'

type Kind = 'success' | 'error' | 'message'

export interface Notice {
  id: number
  kind: Kind
  text: string
  action?: NoticeAction
}

/** What a snackbar offers: 元に戻す. */
export interface NoticeAction {
  label: string
  run: () => void
}

let notices: Notice[] = []
let count = 0
const listeners = new Set<() => void>()

function publish(next: Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

const say = (kind: Kind) => (text: string, action?: NoticeAction) => {
  count += 1
  publish([...notices, { id: count, kind, text, ...(action && { action }) }])
}

/** Tells staff what happened, in a snackbar. */
export const notify = { success: say('success'), error: say('error'), message: say('message') }

/** The snackbar has taken these over. */
export const forgetNotices = () => publish([])

const Toaster = lazy(() => import('./toaster.lazy'))
const none: Notice[] = []

/** Where snackbars appear; sonner is loaded with the first of them. */
export function ToasterHost() {
  const waiting = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notices,
    () => none,
  )
  if (count === 0) return null
  return (
    <Suspense>
      <Toaster notices={waiting} />
    </Suspense>
  )
}
