import { useMemo } from 'react'
import type { FigureSale } from '#contract/drill-down.ts'
import { type SaleFigure, saleDays } from '#contract/words/drill-down.ts'
import { salesCategories } from '#contract/words/report.ts'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { exportFigureSales } from '~/functions/drill-down'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { Person, recordPath } from './person'
import {
  type FigureSalesSearch,
  figureSalesQuery,
  type Placed,
  requestedSales,
  shownCategory,
  shownSaleFigure,
} from './queries'
import { shopColumn } from './shop-column'
import type { SumLine } from './sums'
import { useRowsBehind } from './use-rows-behind'

const number = { align: 'right', sortFirst: 'desc' } as const
const quantityColumn: ListColumn<Placed<FigureSale>> = {
  id: 'quantity',
  label: '数量',
  width: 80,
  card: 'labelled',
  sortKey: 'quantity',
  ...number,
  cell: ({ quantity }) => formatCount(quantity),
}

const columnsOf = (figure: SaleFigure, ofSeveralShops: boolean): ListColumn<Placed<FigureSale>>[] => [
  { id: 'member', label: '会員', width: 170, sortKey: 'name', cell: (row) => <Person of={row} /> },
  {
    id: 'date',
    label: saleDays[figure],
    width: 136,
    card: 'text',
    sortKey: 'date',
    sortFirst: 'desc',
    cell: ({ date }) => formatDate(date),
  },
  ...(ofSeveralShops ? [shopColumn(110)] : []),
  {
    id: 'category',
    label: '区分',
    width: 96,
    card: 'text',
    sortKey: 'category',
    cell: ({ category }) => salesCategories[category],
  },
  {
    id: 'product',
    label: '商品',
    width: 180,
    card: 'text',
    sortKey: 'product',
    cell: ({ productName }) => productName,
  },
  ...(figure === 'unpaid' ? [] : [quantityColumn]),
  {
    id: 'amount',
    label: '金額（税込）',
    width: 136,
    card: 'beside',
    sortKey: 'amount',
    ...number,
    cell: ({ amount }) => formatYen(amount),
  },
]

interface Sum {
  list: readonly FigureSale[]
  paging: { total: number }
  figure: number
}

/** Refunds are negative in the rows but positive deductions in the report. */
function sumsOf(figure: SaleFigure, { list, paging, figure: sum }: Sum): SumLine[] {
  const line = (label: string, amount: number) => ({ label, values: { amount: formatYen(amount) } })
  const page = list.reduce((total, { amount }) => total + amount, 0)
  return [
    ...(list.length < paging.total ? [{ ...line('このページの計', page), isOfPage: true }] : []),
    { ...line('合計', figure === 'refund' ? 0 - sum : sum), isTotal: true },
  ]
}

/** The sales or unpaid bills behind a figure. */
export function SalesBehind({ search, onSearchChange }: ListProps<FigureSalesSearch>) {
  const { ofSeveralShops, source } = useRowsBehind(search, {
    requested: requestedSales,
    query: figureSalesQuery,
    exportRows: exportFigureSales,
    permission: 'member.export',
  })
  const figure = shownSaleFigure(search)
  const columns = useMemo(() => columnsOf(figure, ofSeveralShops), [figure, ofSeveralShops])
  return (
    <FigureScreen
      {...source}
      name={`figure.${figure}`}
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(figure, shownCategory(search))}
      noun={figure === 'unpaid' ? '請求' : '売上'}
      columns={columns}
      defaultSort="date"
      searchHint="氏名・フリガナ・会員番号・商品"
      rowLabel={({ productName }) => productName}
      rowPath={({ userId }) => recordPath(userId, search.shop)}
      sums={(answer) => sumsOf(figure, answer)}
    />
  )
}
