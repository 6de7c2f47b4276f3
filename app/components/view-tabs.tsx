import type { ReactNode } from 'react'

interface ViewTabsProps {
  /** Accessible name of the tabs. */
  label: string
  /** Links with `viewTab`. */
  children: ReactNode
}

/** Tabs between views of one subject, each with its own URL. */
export const ViewTabs = ({ label, children }: ViewTabsProps) => (
  <nav
    ref={showOpenOne}
    aria-label={label}
    className="flex max-w-full overflow-x-auto rounded-md lg:flex-wrap bg-muted p-0.5 text-sm print:hidden"
  >
    {children}
  </nav>
)

/** Scrolls the bar, and only the bar, to the open tab: within the frame that shows it, which lays the page out anyway. */
function showOpenOne(bar: HTMLElement | null) {
  if (!bar) return
  requestAnimationFrame(() => {
    const tab = bar.querySelector<HTMLElement>('[aria-current=page]')
    if (tab) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
  })
}

/** Style of a tab link; the router marks the open one with aria-current. */
export const viewTab =
  'flex h-8 items-center rounded-sm px-3.5 font-medium whitespace-nowrap text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'

/** A tab is active at its exact path, whatever the search. */
export const ofItsAddress = { exact: true, includeSearch: false }
