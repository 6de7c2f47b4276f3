import { type ComponentType, useEffect, useState } from 'react'
import { forgetNotices, type Notice, useNotices } from '~/lib/notices'

/** A separate function: a `then` chained to the import would hide its failure. */
const load = () => import('./toaster.lazy')

/** Where snackbars appear; sonner is loaded with the first of them; if that fails they are shown plainly. */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType<{ notices: Notice[] }>>()
  const [isWithout, setIsWithout] = useState(false)
  const waiting = useNotices()
  const isWanted = waiting.length > 0 && !Toaster && !isWithout
  useEffect(() => {
    if (!isWanted) return
    load().then(
      (module) => setToaster(() => module.default),
      // Offline, or a new version was deployed; no retry, since its stylesheet would count as loaded.
      () => setIsWithout(true),
    )
  }, [isWanted])

  if (Toaster) return <Toaster notices={waiting} />
  const last = waiting.at(-1)
  return last && isWithout ? <PlainSnackbar {...last} /> : null
}

function PlainSnackbar({ text, action }: Notice) {
  const act = () => {
    forgetNotices()
    action?.run()
  }
  return (
    <div className="fixed bottom-20 left-4 z-50 flex max-w-[calc(100vw-32px)] items-center gap-3 rounded-lg border bg-popover p-4 text-sm shadow-overlay">
      <p role="alert">{text}</p>
      {action && (
        <button type="button" className="shrink-0 underline" onClick={act}>
          {action.label}
        </button>
      )}
      <button type="button" className="shrink-0 underline" onClick={forgetNotices}>
        閉じる
      </button>
    </div>
  )
}
