import type { ReactNode } from 'react'
import { orNone } from '../or-none'

/** The read-only facts of a record. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">{children}</dl>
)

/** One fact; 「–」 if unknown. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <>
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="figures min-w-0 wrap-anywhere">{orNone(children)}</dd>
  </>
)
