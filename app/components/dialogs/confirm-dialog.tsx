import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { notifyRefusal } from '~/data/mutation'
import { Button } from '../ui/button'
import { useModalDialog } from '../ui/use-modal-dialog'

interface ConfirmDialogProps {
  /**
   * A question comes after all refusals. What it asks about is tried first, and it opens only if that is not refused;
   * `fields`: the dialog is a form, with refusals at its fields; `nothing`: nothing can be refused, or it was tried before.
   */
  check: (() => Promise<unknown>) | 'fields' | 'nothing'
  /** The verb with its object: 「お知らせを削除」. */
  title: string
  /** Names the object and what will happen, and from when. */
  children: ReactNode
  yes?: string
  no?: string
  /** For acts that cannot be undone: はい is red, and the focus starts on いいえ. */
  destructive?: boolean
  /** The answer that changes nothing is the default: focused and highlighted. */
  offersNo?: boolean
  /** The dialog waits for it and cannot be confirmed twice. A rejection leaves it open. */
  onYes: () => void | Promise<void>
  onNo: () => void
}

/**
 * Confirmation dialog; render it to open it. As high as its content, at most the window less 180 px (decision 0032).
 * Width by specification: 1/3 of the window from 1920 px, 1/2 from 1280, 0.6 from 960, 2/3 from 600, 0.8 below.
 */
export function ConfirmDialog({ check, ...question }: ConfirmDialogProps) {
  const [isAllowed, setIsAllowed] = useState(typeof check === 'string')
  const now = useRef({ check, onNo: question.onNo })
  now.current = { check, onNo: question.onNo }
  useEffect(() => {
    let isOpen = true
    const { check } = now.current
    if (typeof check === 'string') return
    check().then(
      () => isOpen && setIsAllowed(true),
      (error: unknown) => {
        if (!isOpen) return
        notifyRefusal(error)
        now.current.onNo()
      },
    )
    return () => {
      isOpen = false
    }
  }, [])
  return isAllowed && <Question {...question} />
}

function Question({
  title,
  children,
  yes = 'はい',
  no = 'いいえ',
  destructive = false,
  offersNo = false,
  onYes,
  onNo,
}: Omit<ConfirmDialogProps, 'check'>) {
  const first = useRef<HTMLButtonElement>(null)
  const dialog = useModalDialog(first)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const focusNo = destructive || offersNo

  const agree = async () => {
    if (busy) return
    setBusy(true)
    try {
      await onYes()
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      // Esc answers いいえ; the caller closes by not rendering the dialog any more.
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onNo()
      }}
      className="m-auto max-h-[calc(100dvh-var(--spacing-confirm-margin))] w-[80vw] max-w-none flex-col overflow-hidden rounded-lg open:flex border bg-popover text-foreground shadow-overlay backdrop:bg-black/40 sm:w-[calc(100vw*2/3)] md:w-[60vw] lg:w-[50vw] xl:w-[calc(100vw/3)]"
    >
      <h2 id={`${id}-title`} className="shrink-0 border-b px-6 py-4 text-base font-semibold">
        {title}
      </h2>
      <div id={`${id}-body`} className="min-h-0 overflow-y-auto px-6 py-5">
        {children}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-3 border-t px-6 py-4">
        <Button
          ref={focusNo ? first : undefined}
          variant={offersNo ? 'primary' : 'outline'}
          size="lg"
          disabled={busy}
          onClick={onNo}
        >
          {no}
        </Button>
        <Button
          ref={focusNo ? undefined : first}
          variant={destructive ? 'destructive' : offersNo ? 'outline' : 'primary'}
          size="lg"
          aria-busy={busy || undefined}
          disabled={busy}
          // The caller shows a rejection; the dialog stays open for another try.
          onClick={() => void agree().catch(() => {})}
        >
          {yes}
        </Button>
      </div>
    </dialog>
  )
}
