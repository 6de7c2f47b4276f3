import { Popover } from 'radix-ui'
import type { ComponentProps, RefObject } from 'react'
import type { OverlayProps } from '~/lib/on-demand'
import { cn } from '~/lib/utils'

type ContentProps = Omit<ComponentProps<typeof Popover.Content>, 'onInteractOutside'>

/** A popover on the caller's button. */
export function AnchoredPopover({ anchor, open, onOpenChange, className, ...props }: OverlayProps & ContentProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          data-slot="popover"
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 max-w-[calc(100vw-16px)] origin-(--radix-popover-content-transform-origin) rounded-lg border bg-popover shadow-overlay outline-none data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95',
            className,
          )}
          onInteractOutside={(event) => {
            // The button toggles the menu: closing it here too would reopen it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Radix would return the focus to its own trigger, which does not exist here.
            if (document.activeElement === document.body) anchor.current?.focus()
          }}
          {...props}
        />
      </Popover.Portal>
    </Popover.Root>
  )
}
