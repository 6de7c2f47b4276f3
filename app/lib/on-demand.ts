import { type ComponentType, type RefObject, useRef, useState } from 'react'

/** A menu or popover that is loaded on hover or focus of its button. */
export interface OverlayProps {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * A real button now, its menu or popover on hover or focus: an unopened menu costs nothing at
 * the start. A click before it has loaded opens it as soon as it has.
 */
export function useOnDemand<Props extends OverlayProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [Overlay, setOverlay] = useState<ComponentType<Props>>()

  const warm = () => {
    if (Overlay) return
    load().then(
      (module) => setOverlay(() => module.default),
      // The next click tries again.
      () => setOpen(false),
    )
  }

  return {
    button: {
      ref: anchor,
      'aria-expanded': open,
      onPointerEnter: warm,
      onFocus: warm,
      onClick: () => {
        warm()
        setOpen(!open)
      },
    },
    Overlay,
    overlayProps: { anchor, open, onOpenChange: setOpen } satisfies OverlayProps,
  }
}
