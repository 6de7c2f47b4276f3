import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Brand } from '~/components/brand'
import { Button } from '~/components/ui/button'
import type { OverlayProps } from '~/lib/on-demand'
import { Navigation } from './navigation'

/** The menu on small screens. A native modal dialog: it keeps the focus inside, closes on Esc, blocks the page. */
export default function Drawer({ open, onOpenChange }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  if (!open) return null

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut for Esc and 閉じる
    <dialog
      ref={dialog}
      aria-label="メニュー"
      onClose={() => onOpenChange(false)}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="m-0 h-dvh max-h-none w-navigation max-w-[86vw] animate-in border-r bg-sidebar text-foreground shadow-overlay duration-200 slide-in-from-left backdrop:bg-black/40"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-header shrink-0 items-center justify-between border-b pr-2 pl-4">
          <Brand />
          <Button variant="ghost" onClick={() => dialog.current?.close()}>
            <X aria-hidden />
            閉じる
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Navigation onNavigate={() => dialog.current?.close()} />
        </div>
      </div>
    </dialog>
  )
}
