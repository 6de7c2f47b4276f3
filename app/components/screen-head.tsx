import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'

interface ScreenTitleProps {
  title: string
  /** Whose rows these are: the shop. */
  lead?: ReactNode
  /** What the reader must know of them. */
  note?: ReactNode
}

export const ScreenTitle = ({ title, lead, note }: ScreenTitleProps) => (
  <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
    <h1 className="text-lg font-semibold">{title}</h1>
    {lead && <p className="text-sm font-medium">{lead}</p>}
    {note && <p className="text-xs text-muted-foreground">{note}</p>}
  </div>
)

interface ScreenHeadProps extends ScreenTitleProps {
  /** The page that leads here. */
  within?: { to: LinkProps['to']; label: string } | undefined
  /** In place of title, lead and tabs. */
  head?: ReactNode
  /** Other views of the same subject: always directly after the title. */
  tabs?: ReactNode
  children?: ReactNode
  /** Quiet facts of the data, before the actions. */
  aside?: ReactNode
  /** What one does here, at the right end. */
  actions?: ReactNode
}

/** First line of a screen of rows: the way back, title, views, and what one does here. */
export const ScreenHead = ({ within, head, tabs, children, aside, actions, ...title }: ScreenHeadProps) => (
  <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 py-2">
    {within && (
      <Link
        to={within.to}
        className="inline-flex h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground print:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {within.label}
      </Link>
    )}
    {head ?? (
      <>
        <ScreenTitle {...title} />
        {tabs}
      </>
    )}
    {children}
    {(aside || actions) && (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:ml-auto">
        {aside}
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
    )}
  </div>
)
