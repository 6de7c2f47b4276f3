import { lazyPart } from '~/components/lazy-part'
import type { SavedView } from '~/components/resource-table/saved-views'
import ViewsMenu from '~/components/resource-table/views-menu.lazy'
import type { ListState } from '~/lib/list-search'
import type { OverlayProps } from '~/lib/on-demand'
import { type PeriodInUrl, shownMonth } from '~/lib/period-in-url'
import type { ReportViewsProps } from './report-views'

const SharedViews = lazyPart(() => import('~/shop/shared-views'))

const words = {
  noun: '表示',
  empty: '期間・分け方・比べ方などの組み合わせに名前を付けて、いつでも呼び出せます。',
  note: '店舗は保存しません。今月の表示は、開いたときの月で表示します。',
}
const noColumns = {}

/** A report's views: the user's own in the browser, and those that the shop shares. */
export default function ReportViewsMenu({
  report,
  read,
  search,
  onSearchChange,
  ...overlay
}: OverlayProps & ReportViewsProps<object>) {
  const choose = (view: SavedView) => onSearchChange(read({ ...view.search, shop: (search as { shop?: string }).shop }))
  const period: PeriodInUrl = search
  // A year from the dashboard is its last month here.
  const month = period.year === undefined ? period.month : shownMonth(period)
  // Neither a page of people nor an open 「なぜ」 is part of a view.
  const others = { year: undefined, fiscalStartMonth: undefined, page: undefined, why: undefined }
  const shown = { ...search, month, ...others } as unknown as ListState
  return (
    <ViewsMenu
      {...overlay}
      list={report}
      search={shown}
      columns={noColumns}
      onChoose={choose}
      Shared={SharedViews}
      words={words}
    />
  )
}
