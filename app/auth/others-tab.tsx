import { useSyncExternalStore } from 'react'
import { lazyPart } from '~/components/lazy-part'
import { isOthersTab, isSeenAsOthers, onOthers } from '~/identity/tab-person'

const OthersDialog = lazyPart(() => import('./others-dialog.lazy'), { missing: 'nothing' })

/** `pageshow`: a page that Back brings up again has missed the others. */
const occasions = ['storage', 'focus', 'pageshow'] as const

function subscribe(listener: () => void) {
  const forget = onOthers(listener)
  for (const occasion of occasions) window.addEventListener(occasion, isOthersTab)
  return () => {
    forget()
    for (const occasion of occasions) window.removeEventListener(occasion, isOthersTab)
  }
}

/** Over everything while somebody else is signed in on this browser: nothing is shown to them, sent as them, or lost. */
export function OthersTab() {
  const isOthers = useSyncExternalStore(subscribe, isSeenAsOthers, () => false)
  // Covers the screen before the dialog has loaded.
  return (
    isOthers && (
      <div className="fixed inset-0 z-50 bg-background">
        <OthersDialog />
      </div>
    )
  )
}
