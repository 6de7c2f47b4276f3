import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, useRef } from 'react'
import type { OverlayProps } from '~/lib/on-demand'
import { cn } from '~/lib/utils'

/**
 * A menu on the caller's button. Not modal: Radix locks scrolling with a style element, which the
 * content security policy forbids.
 */
export function AnchoredMenu({
  anchor,
  open,
  onOpenChange,
  label,
  children,
}: OverlayProps & { label: string; children: React.ReactNode }) {
  const leftByPointer = useRef(false)
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        data-slot="dropdown-menu"
        aria-label={label}
        aria-labelledby={undefined}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-[calc(100vw-16px)] min-w-44 origin-(--radix-dropdown-menu-content-transform-origin) rounded-lg border bg-popover p-1 shadow-overlay data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95"
        onInteractOutside={(event) => {
          // The button toggles the menu: closing it here too would reopen it.
          if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          else leftByPointer.current = true
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (!leftByPointer.current) anchor.current?.focus()
          leftByPointer.current = false
        }}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

const itemClass =
  'relative flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 text-sm select-none outline-none data-highlighted:bg-muted [&_svg]:size-4 [&_svg]:text-muted-foreground'

export function MenuItem({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item data-slot="menu-item" className={cn(itemClass, className)} {...props} />
}

export const MenuRadioGroup = DropdownMenu.RadioGroup

export function MenuRadioItem({ children, className, ...props }: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return (
    <DropdownMenu.RadioItem data-slot="menu-radio-item" className={cn(itemClass, 'pr-9', className)} {...props}>
      {children}
      <DropdownMenu.ItemIndicator className="absolute right-2.5">
        <Check aria-hidden className="text-primary!" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />
}

export function MenuHeading({ children }: { children: React.ReactNode }) {
  return <div className="px-2.5 pt-2 pb-2.5">{children}</div>
}
