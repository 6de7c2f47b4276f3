import { Link } from '@tanstack/react-router'

/** This screen's figures by month or by year, of the same shop. */
export function PeriodTabs({ shop }: { shop: string | undefined }) {
  return (
    <nav aria-label="集計の期間" className="flex rounded-md bg-muted p-0.5 text-sm print:hidden">
      <Link to="/dashboard" search={{ shop }} activeOptions={exact} className={tab}>
        月次
      </Link>
      <Link to="/dashboard/yearly" search={{ shop }} activeOptions={exact} className={tab}>
        年次
      </Link>
    </nav>
  )
}

// The router marks the one that is open with aria-current.
const exact = { exact: true, includeSearch: false }
const tab =
  'flex h-8 items-center rounded-sm px-3.5 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'
