import { type ComponentType, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { notifyUnloaded } from './unloaded'

/** A menu or popover that is loaded on hover or focus of its button. */
export interface OverlayProps {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Renders a real button at once and loads its menu or popover on hover or focus, so that an unopened menu costs nothing
 * at start-up. A click before it has loaded opens it as soon as it has.
 */
export function useOnDemand<Props extends OverlayProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [Overlay, setOverlay] = useState<ComponentType<Props>>()

  // The button answers the press first.
  const isShown = useDeferredValue(open) && open

  const isWanted = useRef(false)

  const warm = () => {
    if (Overlay) return
    load().then(
      (module) => setOverlay(() => module.default),
      // The next click retries; a hover needs no error message.
      () => {
        if (isWanted.current) void notifyUnloaded()
        isWanted.current = false
        setOpen(false)
      },
    )
  }

  return {
    button: {
      ref: anchor,
      'aria-expanded': open,
      onPointerEnter: warm,
      onFocus: warm,
      onClick: () => {
        isWanted.current = !open
        warm()
        setOpen(!open)
      },
    },
    Overlay,
    overlayProps: { anchor, open: isShown, onOpenChange: setOpen } satisfies OverlayProps,
  }
}
