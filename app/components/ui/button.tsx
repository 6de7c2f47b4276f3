import type { ComponentProps } from 'react'
import { cn } from '~/lib/utils'

const variants = {
  primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
  outline: 'border border-input bg-card text-foreground hover:bg-muted',
  ghost: 'text-foreground hover:bg-muted',
  destructive: 'bg-destructive text-destructive-foreground hover:bg-destructive-hover',
}
const sizes = {
  md: 'h-9 px-3.5 text-sm',
  lg: 'h-11 px-5 text-[15px]',
  icon: 'size-9',
}

interface Look {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
}

/** Button styles, also for links; `md` is as high as an input. */
export const buttonVariants = ({ variant = 'primary', size = 'md' }: Look = {}) =>
  cn(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0 [&_svg]:size-4',
    variants[variant],
    sizes[size],
  )

export type ButtonProps = ComponentProps<'button'> & Look

/** A button that never submits a form by accident. */
export function Button({ className, variant, size, type = 'button', ...props }: ButtonProps) {
  return (
    <button data-slot="button" type={type} className={cn(buttonVariants({ variant, size }), className)} {...props} />
  )
}
