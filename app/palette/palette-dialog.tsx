import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '~/lib/utils'

interface PaletteDialogProps {
  label: string
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A dialog of the browser's own near the top of the window; Esc and a click beside it close it. */
export function PaletteDialog({ label, onClose, children, className }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // The browser would choose the first element that can have the focus at all, which is a box around the field.
    dialog.current?.querySelector<HTMLElement>('input, button')?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it is a shortcut for Esc
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={cn(
        'mx-auto mt-[12dvh] max-h-[76dvh] w-[min(92vw,38rem)] max-w-none overflow-hidden rounded-lg border bg-popover text-foreground shadow-overlay backdrop:bg-black/40',
        className,
      )}
    >
      {children}
    </dialog>
  )
}
