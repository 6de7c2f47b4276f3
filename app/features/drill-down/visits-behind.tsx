import { useMemo } from 'react'
import type { FigureVisit } from '#contract/drill-down.ts'
import { kpi } from '#contract/kpi.ts'
import { kpiFormulas } from '#contract/kpi-formulas.ts'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDateTime, weekdayName } from '~/lib/dates'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import { MemberOrGuest } from './person'
import { type FigureVisitsSearch, figureVisitsQuery, requestedVisits } from './queries'

const columnsOf = (shop: string | undefined): ListColumn<FigureVisit>[] => [
  {
    id: 'at',
    label: '来館日時',
    width: 168,
    cell: ({ at }) => <span className="figures">{formatDateTime(at)}</span>,
  },
  {
    id: 'member',
    label: '会員',
    width: 200,
    cell: (row) => <MemberOrGuest of={row} shop={shop} />,
  },
  { id: 'shop', label: '店舗', width: 140, cell: ({ shopName }) => shopName },
]

/** `水曜 18時台`; empty for all of the period. */
export function timeName({ dow, hour }: FigureVisitsSearch): string {
  return [dow !== undefined && `${weekdayName(dow)}曜`, hour !== undefined && `${hour}時台`].filter(Boolean).join(' ')
}

interface VisitsBehindProps {
  search: FigureVisitsSearch
  onSearchChange: (next: FigureVisitsSearch) => void
}

/** Which visits were counted, one by one. */
export function VisitsBehind({ search, onSearchChange }: VisitsBehindProps) {
  const { shops } = useSelectedShop(search.shop)
  const columns = useMemo(() => columnsOf(search.shop), [search.shop])
  return (
    <FigureScreen
      search={search}
      onSearchChange={onSearchChange}
      description={{ ...kpi.visitCount, formula: kpiFormulas.visitCount }}
      part={timeName(search)}
      noun="来館"
      query={(params) => figureVisitsQuery(requestedVisits(params, shops))}
      columns={columns}
      sums={noSums}
    />
  )
}

const noSums = () => []
