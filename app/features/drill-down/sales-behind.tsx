import { useMemo } from 'react'
import type { FigureSale } from '#contract/drill-down.ts'
import type { SaleFigure } from '#contract/words/drill-down.ts'
import { salesCategories } from '#contract/words/report.ts'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import type { SumLine } from './drill-down-table'
import { describeFigure } from './figures'
import { MemberOrGuest } from './person'
import { type FigureSalesSearch, figureSalesQuery, requestedSales, shownCategory, shownSaleFigure } from './queries'

const dayLabel: Record<SaleFigure, string> = { netSales: '精算日', gross: '精算日', refund: '返金日', unpaid: '請求日' }

const quantity: ListColumn<FigureSale> = {
  id: 'quantity',
  label: '数量',
  width: 64,
  align: 'right',
  cell: ({ quantity }) => formatCount(quantity),
}

const columnsOf = (figure: SaleFigure, shop: string | undefined): ListColumn<FigureSale>[] => [
  {
    id: 'date',
    label: dayLabel[figure],
    width: 136,
    cell: ({ date }) => <span className="figures">{formatDate(date)}</span>,
  },
  { id: 'shop', label: '店舗', width: 110, cell: ({ shopName }) => shopName },
  {
    id: 'member',
    label: '会員',
    width: 170,
    cell: (row) => <MemberOrGuest of={row} shop={shop} />,
  },
  { id: 'category', label: '区分', width: 96, cell: ({ category }) => salesCategories[category] },
  { id: 'product', label: '商品', width: 190, cell: ({ productName }) => productName },
  ...(figure === 'unpaid' ? [] : [quantity]),
  { id: 'amount', label: '金額（税込）', width: 130, align: 'right', cell: ({ amount }) => formatYen(amount) },
]

interface Sum {
  list: readonly FigureSale[]
  paging: { total: number }
  figure: number
}

/** Refunds are negative in the rows, and in the report an amount that is taken off. */
function sumsOf(figure: SaleFigure, { list, paging, figure: sum }: Sum): SumLine[] {
  const line = (label: string, amount: number) => ({ label, values: { amount: formatYen(amount) } })
  const page = list.reduce((total, { amount }) => total + amount, 0)
  return [
    ...(list.length < paging.total ? [line('このページの計', page)] : []),
    { ...line('合計', figure === 'refund' ? 0 - sum : sum), isTotal: true },
  ]
}

interface SalesBehindProps {
  search: FigureSalesSearch
  onSearchChange: (next: FigureSalesSearch) => void
}

/** Which sales, or unpaid bills, a figure was counted from. */
export function SalesBehind({ search, onSearchChange }: SalesBehindProps) {
  const { shops } = useSelectedShop(search.shop)
  const figure = shownSaleFigure(search)
  const columns = useMemo(() => columnsOf(figure, search.shop), [figure, search.shop])
  return (
    <FigureScreen
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(figure, shownCategory(search))}
      noun={figure === 'unpaid' ? '請求' : '売上'}
      query={(params) => figureSalesQuery(requestedSales(params, shops))}
      columns={columns}
      sums={(answer) => sumsOf(figure, answer)}
    />
  )
}
