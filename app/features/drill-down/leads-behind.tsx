import { useMemo } from 'react'
import type { FigureLead } from '#contract/drill-down.ts'
import { leadKinds } from '#contract/words/report.ts'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDate } from '~/lib/dates'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import { describeFigure } from './figures'
import { nameOf, Person, recordPath, Unlinked } from './person'
import { type FigureLeadsSearch, figureLeadsQuery, requestedLeads, shownLeadFigure } from './queries'

const columnsOf = (shop: string | undefined): ListColumn<FigureLead>[] => [
  { id: 'date', label: '来店日', width: 150, cell: ({ date }) => <span className="figures">{formatDate(date)}</span> },
  { id: 'kind', label: '種別', width: 80, cell: ({ kind }) => leadKinds[kind] },
  { id: 'name', label: '氏名', width: 180, cell: (row) => <Visitor row={row} shop={shop} /> },
  { id: 'shop', label: '店舗', width: 130, cell: ({ shopName }) => shopName },
  {
    id: 'joinedOn',
    label: '入会日（30日以内）',
    width: 170,
    cell: ({ joinedOn }) => <span className="figures">{joinedOn ? formatDate(joinedOn) : '–'}</span>,
  },
]

/** Their name is known from the day they joined, to the shops that know them. */
function Visitor({ row, shop }: { row: FigureLead; shop: string | undefined }) {
  if (row.memberId !== null) {
    return <Person name={nameOf(row)} memberNo={row.memberNo ?? ''} href={recordPath(row.userId, shop)} />
  }
  return (
    <Unlinked>
      <span className="text-muted-foreground">{row.joinedOn ? '担当外の会員' : '未入会のお客様'}</span>
    </Unlinked>
  )
}

interface LeadsBehindProps {
  search: FigureLeadsSearch
  onSearchChange: (next: FigureLeadsSearch) => void
}

/** Who came to look or to try. */
export function LeadsBehind({ search, onSearchChange }: LeadsBehindProps) {
  const { shops } = useSelectedShop(search.shop)
  const columns = useMemo(() => columnsOf(search.shop), [search.shop])
  const description = describeFigure(shownLeadFigure(search))
  return (
    <FigureScreen
      search={search}
      onSearchChange={onSearchChange}
      description={description}
      noun={description.label}
      query={(params) => figureLeadsQuery(requestedLeads(params, shops))}
      columns={columns}
      sums={noSums}
    />
  )
}

const noSums = () => []
