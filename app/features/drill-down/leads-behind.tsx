import { useMemo } from 'react'
import type { FigureLead } from '#contract/drill-down.ts'
import { kpi } from '#contract/kpi.ts'
import { joinDays } from '#contract/words/admission.ts'
import { leadKinds } from '#contract/words/report.ts'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { exportFigureLeads } from '~/functions/drill-down'
import { formatDate } from '~/lib/dates'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { nameOf, Person, recordPath } from './person'
import { type FigureLeadsSearch, figureLeadsQuery, type Placed, requestedLeads, shownLeadFigure } from './queries'
import { shopColumn } from './shop-column'
import { useRowsBehind } from './use-rows-behind'

const columnsOf = (ofSeveralShops: boolean): ListColumn<Placed<FigureLead>>[] => [
  {
    id: 'name',
    label: '氏名',
    width: 180,
    sortKey: 'name',
    // Leads have a name only after joining, and only for shops in scope.
    cell: (row) => <Person of={row} nobody={row.joinedOn ? '担当外の会員' : '未入会のお客様'} />,
  },
  {
    id: 'date',
    label: '来店日',
    width: 140,
    card: 'text',
    sortKey: 'date',
    sortFirst: 'desc',
    cell: ({ date }) => formatDate(date),
  },
  {
    id: 'kind',
    label: '種別',
    width: 90,
    card: 'beside',
    sortKey: 'kind',
    cell: ({ kind }) => <Chip>{leadKinds[kind]}</Chip>,
  },
  ...(ofSeveralShops ? [shopColumn(130)] : []),
  {
    id: 'joinedOn',
    label: `入会日（見学${joinDays.tour}日・体験${joinDays.trial}日以内）`,
    width: 180,
    card: 'labelled',
    sortKey: 'joinedOn',
    sortFirst: 'desc',
    cell: ({ joinedOn }) => (joinedOn ? formatDate(joinedOn) : '–'),
  },
]

/** Tours and trials behind a figure. */
export function LeadsBehind({ search, onSearchChange }: ListProps<FigureLeadsSearch>) {
  const { ofSeveralShops, source } = useRowsBehind(search, {
    requested: requestedLeads,
    query: figureLeadsQuery,
    exportRows: exportFigureLeads,
    permission: 'member.export',
  })
  const columns = useMemo(() => columnsOf(ofSeveralShops), [ofSeveralShops])
  const figure = shownLeadFigure(search)
  return (
    <FigureScreen
      {...source}
      name="figure.leads"
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(figure)}
      noun={kpi[figure].label}
      columns={columns}
      defaultSort="date"
      searchHint="氏名・フリガナ・会員番号"
      rowLabel={nameOf}
      rowPath={({ userId }) => recordPath(userId, search.shop)}
    />
  )
}
