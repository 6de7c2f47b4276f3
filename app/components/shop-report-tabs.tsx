import { Link } from '@tanstack/react-router'

/** The parts of the shops' reports; the shop stays. */
export const ShopReportTabs = ({ shop }: { shop: string | undefined }) => (
  <nav aria-label="日報とアクション" className="flex rounded-md bg-muted p-0.5 text-sm print:hidden">
    <Link to="/shop-reports" search={{ shop }} activeOptions={exact} className={tab}>
      提出状況
    </Link>
    <Link to="/shop-reports/list" search={{ shop }} activeOptions={exact} className={tab}>
      日報一覧
    </Link>
    <Link to="/shop-reports/actions" search={{ shop }} activeOptions={prefix} className={tab}>
      アクション
    </Link>
  </nav>
)

// The router marks the one that is open with aria-current.
const exact = { exact: true, includeSearch: false }
const prefix = { includeSearch: false }
const tab =
  'flex h-8 items-center rounded-sm px-3.5 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card'
