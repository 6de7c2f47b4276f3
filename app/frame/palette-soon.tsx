import { useRef } from 'react'
import { useModalDialog } from '~/components/ui/use-modal-dialog'
import { isComposing } from '~/lib/composing'

export const paletteClass =
  'mx-auto mt-[12dvh] max-h-[76dvh] w-[min(92vw,38rem)] max-w-none overflow-hidden rounded-lg border bg-popover text-foreground shadow-overlay backdrop:bg-black/40'
export const paletteHint = '画面・操作・会員を検索'

interface PaletteSoonProps {
  text: string
  onType: (text: string) => void
  /** An IME is composing: its text cannot move to another field yet. */
  onConverting: (isConverting: boolean) => void
  onEnter: () => void
  onClose: () => void
}

/** Temporary input while the palette's chunk loads, so that no key is lost. */
export function PaletteSoon({ text, onType, onConverting, onEnter, onClose }: PaletteSoonProps) {
  const field = useRef<HTMLInputElement>(null)
  const dialog = useModalDialog(field)
  return (
    <dialog ref={dialog} aria-label="検索・移動" onClose={onClose} className={paletteClass}>
      <input
        ref={field}
        aria-label="検索・移動"
        placeholder={paletteHint}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onCompositionStart={() => onConverting(true)}
        onCompositionEnd={() => onConverting(false)}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && onEnter()}
        className="h-13 w-full bg-transparent pr-3 pl-9 outline-none"
      />
    </dialog>
  )
}
