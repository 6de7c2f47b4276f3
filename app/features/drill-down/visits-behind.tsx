import { useMemo } from 'react'
import type { FigureVisit } from '#contract/drill-down.ts'
import { useCan } from '~/auth/session'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { exportFigureVisits } from '~/functions/drill-down'
import { formatDateTime, weekdayName } from '~/lib/dates'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { nameOf, Person, recordPath } from './person'
import { type FigureVisitsSearch, figureVisitsQuery, type Placed, requestedVisits } from './queries'
import { shopColumn } from './shop-column'

const columnsOf = (ofSeveralShops: boolean): ListColumn<Placed<FigureVisit>>[] => [
  { id: 'member', label: '会員', width: 200, sortKey: 'name', cell: (row) => <Person of={row} /> },
  {
    id: 'at',
    label: '来館日時',
    width: 180,
    card: 'text',
    sortKey: 'at',
    sortFirst: 'desc',
    cell: ({ at }) => formatDateTime(at),
  },
  ...(ofSeveralShops ? [shopColumn(140)] : []),
]

/** `水曜 18時台`; empty for the whole period. */
function timeName({ dow, hour }: FigureVisitsSearch): string {
  return [dow !== undefined && `${weekdayName(dow)}曜`, hour !== undefined && `${hour}時台`].filter(Boolean).join(' ')
}

/** The visits behind a figure. */
export function VisitsBehind({ search, onSearchChange }: ListProps<FigureVisitsSearch>) {
  const can = useCan()
  const { shop, shops } = useSelectedShop(search.shop)
  const ofSeveralShops = shop === undefined
  const columns = useMemo(() => columnsOf(ofSeveralShops), [ofSeveralShops])
  return (
    <FigureScreen
      name="figure.visits"
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure('visitCount')}
      part={timeName(search)}
      noun="来館"
      query={(params) => figureVisitsQuery(requestedVisits(params, shops))}
      columns={columns}
      defaultSort="at"
      searchHint="氏名・フリガナ・会員番号"
      rowLabel={nameOf}
      rowPath={({ userId }) => recordPath(userId, search.shop)}
      csv={
        can('member.export') &&
        ((params, signal) => exportFigureVisits({ data: requestedVisits(params, shops), signal }))
      }
    />
  )
}
