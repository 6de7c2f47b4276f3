import { useMemo } from 'react'
import type { FigureMember } from '#contract/drill-down.ts'
import type { MemberFigure } from '#contract/words/drill-down.ts'
import { movements } from '#contract/words/member.ts'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDate } from '~/lib/dates'
import { formatCount, formatDifference } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureScreen } from './drill-down-screen'
import type { SumLine } from './drill-down-table'
import { describeFigure } from './figures'
import { nameOf, Person, recordPath } from './person'
import { type FigureMembersSearch, figureMembersQuery, requestedMembers, shownMemberFigure } from './queries'

const none = '–'

/** The day of a movement as its column is called. */
const dayLabel: Partial<Record<MemberFigure, string>> = {
  admissions: '入会日',
  readmissions: '復会日',
  withdrawals: '退会日',
  transferIn: '転入日',
  transferOut: '転出日',
  netGrowth: '日付',
  withdrawalRequests: '申請日',
  scheduledAdmissions: '開始日',
  scheduledWithdrawals: '退会日',
  scheduledSuspensions: '休会開始日',
  retentionJoined: '入会日',
  retentionKept: '入会日',
}
const otherShopLabel: Partial<Record<MemberFigure, string>> = { transferIn: '転入元', transferOut: '転出先' }
const visitFigures: readonly MemberFigure[] = ['visitCount', 'visitDays', 'uniqueVisitors']
const retentionFigures: readonly MemberFigure[] = ['retentionJoined', 'retentionKept']

function columnsOf(figure: MemberFigure, isDay: boolean, shop: string | undefined): ListColumn<FigureMember>[] {
  const day = dayLabel[figure]
  const otherShop = otherShopLabel[figure]
  return [
    {
      id: 'name',
      label: '氏名',
      width: 180,
      cell: (row) => <Person name={nameOf(row)} href={recordPath(row.userId, shop)} />,
    },
    { id: 'memberNo', label: '会員番号', width: 110, cell: ({ memberNo }) => memberNo },
    { id: 'shop', label: '店舗', width: 130, cell: ({ shopName }) => shopName },
    ...(day ? [{ id: 'date', label: day, width: 140, cell: dateOf }] : []),
    ...(figure === 'netGrowth' ? growthColumns : []),
    ...(otherShop ? [{ id: 'otherShop', label: otherShop, width: 140, cell: otherShopOf }] : []),
    ...(retentionFigures.includes(figure) ? [endColumn] : []),
    ...(visitFigures.includes(figure) && !isDay ? visitColumns : []),
  ]
}

const dateOf = ({ date }: FigureMember) => (date ? formatDate(date) : none)
const otherShopOf = ({ otherShopName }: FigureMember) =>
  otherShopName ?? <span className="text-muted-foreground">担当外の店舗</span>

/** `転入（渋谷店から）`. */
function movementOf({ movement, otherShopName }: FigureMember): string {
  if (movement === null) return none
  const moved = { transferIn: 'から', transferOut: 'へ', admission: '', withdrawal: '' }[movement]
  return movements[movement] + (moved && `（${otherShopName ?? '担当外の店舗'}${moved}）`)
}
const adds = ({ movement }: FigureMember) => (movement === 'admission' || movement === 'transferIn' ? 1 : -1)
const growthColumns: ListColumn<FigureMember>[] = [
  { id: 'movement', label: '内容', width: 190, cell: movementOf },
  { id: 'growth', label: '増減', width: 90, align: 'right', cell: (row) => `${formatDifference(adds(row))}名` },
]

/** How long the membership that began then lasts. */
const endColumn: ListColumn<FigureMember> = {
  id: 'endsOn',
  label: '退会日',
  width: 140,
  cell: ({ endsOn }) => (endsOn ? formatDate(endsOn) : <span className="text-muted-foreground">在籍中</span>),
}

const visitColumns: ListColumn<FigureMember>[] = [
  {
    id: 'visitDays',
    label: '来館日数',
    width: 110,
    align: 'right',
    cell: ({ visitDays }) => `${formatCount(visitDays)}日`,
  },
  { id: 'visits', label: '来館数', width: 110, align: 'right', cell: ({ visits }) => `${formatCount(visits)}回` },
]

function sumsOf(figure: MemberFigure, { figure: sum, guests }: { figure: number; guests: number }): SumLine[] {
  if (figure === 'visitDays') return [{ label: '合計', values: { visitDays: `${formatCount(sum)}日` }, isTotal: true }]
  if (figure === 'netGrowth')
    return [{ label: '合計', values: { growth: `${formatDifference(sum)}名` }, isTotal: true }]
  if (figure !== 'visitCount') return []
  const line = (label: string, visits: number) => ({ label, values: { visits: `${formatCount(visits)}回` } })
  return [
    ...(guests ? [line('会員', sum - guests), line('ビジター（会員以外）', guests)] : []),
    { ...line('合計', sum), isTotal: true },
  ]
}

interface MembersBehindProps {
  search: FigureMembersSearch
  onSearchChange: (next: FigureMembersSearch) => void
}

/** Which members a figure was counted from. */
export function MembersBehind({ search, onSearchChange }: MembersBehindProps) {
  const { shops } = useSelectedShop(search.shop)
  const figure = shownMemberFigure(search)
  const isDay = search.day !== undefined
  const columns = useMemo(() => columnsOf(figure, isDay, search.shop), [figure, isDay, search.shop])
  return (
    <FigureScreen
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(figure)}
      part={search.months === undefined ? undefined : `${search.months}か月前の入会`}
      noun="会員"
      query={(params) => figureMembersQuery(requestedMembers(params, shops))}
      columns={columns}
      sums={(answer) => sumsOf(figure, answer)}
    />
  )
}
