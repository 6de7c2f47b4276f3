import { useMemo } from 'react'
import type { FigureSlot } from '#contract/drill-down.ts'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { exportFigureSlots } from '~/functions/drill-down'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatPercent } from '~/lib/format'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { type FigureSlotsSearch, figureSlotsQuery, type Placed, requestedSlots, shownSlotFigure } from './queries'
import { shopColumn } from './shop-column'
import type { SumLine } from './sums'
import { useRowsBehind } from './use-rows-behind'

const seats = (id: 'capacity' | 'seatsUsed' | 'seatsAttended', label: string): ListColumn<Placed<FigureSlot>> => ({
  id,
  label,
  width: 116,
  card: 'labelled',
  align: 'right',
  sortKey: id,
  sortFirst: 'desc',
  cell: (row) => `${formatCount(row[id])}席`,
})

const columnsOf = (ofSeveralShops: boolean): ListColumn<Placed<FigureSlot>>[] => [
  {
    id: 'startAt',
    label: '開始日時',
    width: 190,
    sortKey: 'startAt',
    sortFirst: 'desc',
    cell: ({ startAt }) => <span className="figures">{formatDateTime(startAt)}</span>,
  },
  {
    id: 'program',
    label: 'プログラム',
    width: 190,
    card: 'beside',
    sortKey: 'program',
    cell: ({ programName }) => programName,
  },
  ...(ofSeveralShops ? [shopColumn(130)] : []),
  seats('capacity', '定員'),
  seats('seatsUsed', '使われた席'),
  seats('seatsAttended', '出席'),
]

type Sums = Record<'capacity' | 'seatsUsed' | 'seatsAttended', number>

/** Totals of all classes, with the report's rates. */
function sumsOf({ capacity, seatsUsed, seatsAttended }: Sums): SumLine[] {
  const all = { capacity, seatsUsed, seatsAttended }
  const text = (value: number) => `${formatCount(value)}席`
  const share = (value: number) => formatPercent(capacity ? value / capacity : null)
  return [
    {
      label: '合計',
      values: Object.fromEntries(Object.entries(all).map(([id, value]) => [id, text(value)])),
      isTotal: true,
    },
    { label: '定員に対する割合', values: { seatsUsed: share(seatsUsed), seatsAttended: share(seatsAttended) } },
  ]
}

/** The classes behind a figure, with their occupancy. */
export function ClassesBehind({ search, onSearchChange }: ListProps<FigureSlotsSearch>) {
  const { ofSeveralShops, source } = useRowsBehind(search, {
    requested: requestedSlots,
    query: figureSlotsQuery,
    exportRows: exportFigureSlots,
    permission: 'report.export',
  })
  const columns = useMemo(() => columnsOf(ofSeveralShops), [ofSeveralShops])
  return (
    <FigureScreen
      {...source}
      name="figure.classes"
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(shownSlotFigure(search))}
      noun="クラス"
      columns={columns}
      defaultSort="startAt"
      searchHint="プログラム"
      rowLabel={({ programName }) => programName}
      rowPath={({ shopId, slotId, startAt }) =>
        `/hacomono/reservations/timetable?${new URLSearchParams({ shop: shopId, day: startAt.slice(0, 10), open: `s${slotId}` })}`
      }
      sums={(answer) => sumsOf(answer)}
    />
  )
}
