import type { ReactNode } from 'react'

interface ViewTabsProps {
  /** What the links choose between, for those who hear it. */
  label: string
  /** Links with `viewTab`. */
  children: ReactNode
}

/** Views of one thing, each at its own address. */
export const ViewTabs = ({ label, children }: ViewTabsProps) => (
  <nav aria-label={label} className="flex max-w-full overflow-x-auto rounded-md bg-muted p-0.5 text-sm print:hidden">
    {children}
  </nav>
)

/** A link of the tabs: the router marks the one that is open with aria-current. */
export const viewTab =
  'flex h-8 items-center rounded-sm px-3.5 font-medium whitespace-nowrap text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'

/** When a link of the tabs is the open one: at its very address, whatever the search says. */
export const ofItsAddress = { exact: true, includeSearch: false }
