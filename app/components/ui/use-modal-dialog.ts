import { type RefObject, useEffect, useRef } from 'react'

/**
 * Opens the browser's own modal dialog while it is rendered, and returns the focus to where it was. The focus
 * starts on `first`, or where the browser puts it.
 */
export function useModalDialog(first?: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    first?.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [first])
  return dialog
}
