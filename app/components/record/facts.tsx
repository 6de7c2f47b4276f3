import type { ReactNode } from 'react'

/** What is only read of a record, fact by fact. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">{children}</dl>
)

/** One fact; what is not known is 「–」. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="figures min-w-0 wrap-anywhere">{children || children === 0 ? children : '–'}</dd>
  </>
)
