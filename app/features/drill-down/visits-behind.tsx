import { useMemo } from 'react'
import type { FigureVisit } from '#contract/drill-down.ts'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { exportFigureVisits } from '~/functions/drill-down'
import { formatDateTime, weekdayName } from '~/lib/dates'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { nameOf, Person, recordPath } from './person'
import { type FigureVisitsSearch, figureVisitsQuery, type Placed, requestedVisits } from './queries'
import { shopColumn } from './shop-column'
import { useRowsBehind } from './use-rows-behind'

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
  const { ofSeveralShops, source } = useRowsBehind(search, {
    requested: requestedVisits,
    query: figureVisitsQuery,
    exportRows: exportFigureVisits,
    permission: 'member.export',
  })
  const columns = useMemo(() => columnsOf(ofSeveralShops), [ofSeveralShops])
  return (
    <FigureScreen
      {...source}
      name="figure.visits"
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure('visitCount')}
      part={timeName(search)}
      noun="来館"
      columns={columns}
      defaultSort="at"
      searchHint="氏名・フリガナ・会員番号"
      rowLabel={nameOf}
      rowPath={({ userId }) => recordPath(userId, search.shop)}
    />
  )
}
