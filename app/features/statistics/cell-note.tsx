import type { ReactNode } from 'react'

/** What stands small below a cell's figure or a row's name. */
export const CellNote = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs font-normal text-muted-foreground">{children}</span>
)
