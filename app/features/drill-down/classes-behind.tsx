import type { FigureSlot } from '#contract/drill-down.ts'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatPercent } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import type { SumLine } from './drill-down-table'
import { describeFigure } from './figures'
import { Unlinked } from './person'
import { type FigureSlotsSearch, figureSlotsQuery, requestedSlots, shownSlotFigure } from './queries'

const seats = (id: 'capacity' | 'seatsUsed' | 'seatsAttended', label: string): ListColumn<FigureSlot> => ({
  id,
  label,
  width: 110,
  align: 'right',
  cell: (row) => `${formatCount(row[id])}席`,
})

const columns: ListColumn<FigureSlot>[] = [
  {
    id: 'startAt',
    label: '開始日時',
    width: 180,
    cell: ({ startAt }) => (
      <Unlinked>
        <span className="figures">{formatDateTime(startAt)}</span>
      </Unlinked>
    ),
  },
  { id: 'program', label: 'プログラム', width: 190, cell: ({ programName }) => programName },
  { id: 'shop', label: '店舗', width: 130, cell: ({ shopName }) => shopName },
  seats('capacity', '定員'),
  seats('seatsUsed', '使われた席'),
  seats('seatsAttended', '出席'),
]

type Sums = Record<'capacity' | 'seatsUsed' | 'seatsAttended', number>

/** All classes together, and their rates as in the report. */
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

interface ClassesBehindProps {
  search: FigureSlotsSearch
  onSearchChange: (next: FigureSlotsSearch) => void
}

/** Which classes a figure was counted from, and how full they were. */
export function ClassesBehind({ search, onSearchChange }: ClassesBehindProps) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <FigureScreen
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(shownSlotFigure(search))}
      noun="クラス"
      query={(params) => figureSlotsQuery(requestedSlots(params, shops))}
      columns={columns}
      sums={(answer) => sumsOf(answer)}
    />
  )
}
