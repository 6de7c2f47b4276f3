import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '~/lib/utils'
import { Button } from '../ui/button'
import { useModalDialog } from '../ui/use-modal-dialog'

interface ModalProps {
  title: string
  onClose: () => void
  className?: string
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  children: ReactNode
}

/** A native modal dialog: traps the focus, closes on Esc. Render it to open it. */
export function Modal({ title, onClose, className, footer, children }: ModalProps) {
  const dialog = useModalDialog()
  const id = useId()

  return (
    <dialog
      ref={dialog}
      data-slot="modal"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={cn(
        'm-auto max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-2xl rounded-lg border bg-popover text-foreground shadow-overlay backdrop:bg-black/40',
        className,
      )}
    >
      <div className="flex max-h-[calc(100dvh-34px)] flex-col">
        <div className="flex shrink-0 items-center justify-between gap-3 border-b py-2.5 pr-2.5 pl-5">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          <Button variant="ghost" onClick={onClose}>
            <X aria-hidden />
            閉じる
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-5 -outline-offset-2">
          {children}
        </div>
        {footer && <div className="flex shrink-0 flex-wrap justify-end gap-3 border-t px-5 py-3.5">{footer}</div>}
      </div>
    </dialog>
  )
}
