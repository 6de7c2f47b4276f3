import { Link } from '@tanstack/react-router'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'

/** Tabs of the shop reports; they keep the selected shop. */
export const ShopReportTabs = ({ shop }: { shop: string | undefined }) => (
  <ViewTabs label="日報と改善アクション">
    <Link to="/shop-reports" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
      提出状況
    </Link>
    <Link to="/shop-reports/list" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
      日報の一覧
    </Link>
    <Link to="/shop-reports/actions" search={{ shop }} activeOptions={prefix} className={viewTab}>
      改善アクション
    </Link>
  </ViewTabs>
)

// An open action has its own address below the list's.
const prefix = { includeSearch: false }
