import { useMemo } from 'react'
import type { FigureMember } from '#contract/drill-down.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { type MemberColumn, type MemberFigure, memberColumnsOf } from '#contract/words/drill-down.ts'
import { ageBands } from '#contract/words/groups.ts'
import { joinRoutes, movements } from '#contract/words/member.ts'
import { tenureBands } from '#contract/words/why.ts'
import { useCan } from '~/auth/session'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { exportFigureMembers } from '~/functions/drill-down'
import { formatDate } from '~/lib/dates'
import { formatCount, formatDifference, none } from '~/lib/format'
import { FigureScreen } from './drill-down-screen'
import { describeFigure, tenureText } from './figures'
import { PeopleBehind } from './people-behind'
import { nameOf, Person, recordPath } from './person'
import {
  type FigureMembersSearch,
  figureMembersQuery,
  type Placed,
  requestedMembers,
  shownMemberFigure,
} from './queries'
import type { SumLine } from './sums'
import { useRowsBehind } from './use-rows-behind'

const quiet = (text: string) => <span className="text-muted-foreground">{text}</span>

/** `転入（渋谷店から）`. */
function movementOf({ movement, otherShopName }: FigureMember) {
  if (movement === null) return none
  const moved = { transferIn: 'から', transferOut: 'へ', admission: '', withdrawal: '' }[movement]
  const isGain = movement === 'admission' || movement === 'transferIn'
  return (
    <Chip tone={isGain ? 'positive' : 'neutral'}>
      {movements[movement] + (moved && `（${otherShopName ?? '担当外の店舗'}${moved}）`)}
    </Chip>
  )
}
const adds = ({ movement }: FigureMember) => (movement === 'admission' || movement === 'transferIn' ? 1 : -1)

const number = { align: 'right', sortFirst: 'desc' } as const
type Column = Omit<ListColumn<Placed<FigureMember>>, 'id' | 'label' | 'sortKey'>
const columns: Record<MemberColumn, Column> = {
  shop: { width: 120, card: 'text', cell: ({ shopName }) => shopName },
  date: { width: 136, card: 'labelled', sortFirst: 'desc', cell: ({ date }) => (date ? formatDate(date) : none) },
  movement: { width: 180, card: 'beside', cell: movementOf },
  growth: { width: 90, card: 'labelled', ...number, cell: (row) => `${formatDifference(adds(row))}名` },
  otherShop: { width: 130, card: 'labelled', cell: ({ otherShopName }) => otherShopName ?? quiet('担当外の店舗') },
  cancelReason: {
    width: 140,
    card: 'labelled',
    cell: ({ cancelReason }) => (cancelReason ? cancelReasons[cancelReason] : none),
  },
  plan: { width: 150, card: 'text', cell: ({ planName }) => planName ?? none },
  joinRoute: { width: 110, card: 'labelled', cell: ({ joinRoute }) => (joinRoute ? joinRoutes[joinRoute] : none) },
  tenure: {
    width: 110,
    card: 'labelled',
    ...number,
    cell: ({ tenureMonths }) => (tenureMonths === null ? none : tenureText(tenureMonths)),
  },
  endsOn: {
    width: 136,
    card: 'labelled',
    sortFirst: 'desc',
    cell: ({ endsOn }) => (endsOn ? formatDate(endsOn) : none),
  },
  visitDays: { width: 110, card: 'labelled', ...number, cell: ({ visitDays }) => `${formatCount(visitDays)}日` },
  visits: { width: 110, card: 'labelled', ...number, cell: ({ visits }) => `${formatCount(visits)}回` },
}

const visitFigures: readonly MemberFigure[] = ['visitCount', 'visitDays', 'uniqueVisitors']
const retentionFigures: readonly MemberFigure[] = ['retentionJoined', 'retentionKept', 'retentionLost']

function columnsOf(
  figure: MemberFigure,
  isDay: boolean,
  sees: { shop: boolean; cancelReason: boolean },
): ListColumn<Placed<FigureMember>>[] {
  const own = memberColumnsOf(figure, isDay).filter(([id]) => (id !== 'shop' && id !== 'cancelReason') || sees[id])
  return [
    { id: 'name', label: '氏名', width: 170, sortKey: 'name', cell: (row) => <Person of={row} hasNumberBeside /> },
    {
      id: 'memberNo',
      label: '会員番号',
      width: 116,
      priority: 2,
      card: 'text',
      sortKey: 'memberNo',
      cell: ({ memberNo }) => memberNo,
    },
    ...own.map(([id, label]) => ({ id, label, ...columns[id], ...particular(figure, id) })),
  ]
}

/** Columns that only some figures have. */
function particular(figure: MemberFigure, id: MemberColumn): Partial<ListColumn<Placed<FigureMember>>> {
  // A visitor may have visited several shops.
  if (id === 'shop' && visitFigures.includes(figure)) return {}
  if (id === 'endsOn' && retentionFigures.includes(figure)) {
    return { sortKey: id, cell: ({ endsOn }) => (endsOn ? formatDate(endsOn) : quiet('在籍中')) }
  }
  return { sortKey: id }
}

/** Default order: movements by day, members in a state by reading. */
const ownOrder = (figure: MemberFigure, isDay: boolean) =>
  figure !== 'suspendedMembers' && memberColumnsOf(figure, isDay).some(([id]) => id === 'date') ? 'date' : 'name'

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

/** What the rows are narrowed to; a plan is named by its code, its name is in the rows. */
function partOf({ months, plan, ageBand, tenure, joinRoute }: FigureMembersSearch): string | undefined {
  if (months !== undefined) return `${months}か月前の入会`
  const parts = [
    plan && `プラン ${plan}`,
    ageBand && ageBands[ageBand],
    tenure && `在籍期間 ${tenureBands[tenure]}`,
    joinRoute && `入会経路 ${joinRoute === 'unknown' ? '不明' : joinRoutes[joinRoute]}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('、') : undefined
}

/** The members behind a figure. */
export function MembersBehind({ search, onSearchChange }: ListProps<FigureMembersSearch>) {
  const can = useCan()
  const { ofSeveralShops, source, params } = useRowsBehind(search, {
    requested: requestedMembers,
    query: figureMembersQuery,
    exportRows: exportFigureMembers,
    permission: 'member.export',
  })
  const figure = shownMemberFigure(search)
  const isDay = search.day !== undefined
  const mayKnowWhy = can('member.write')
  const columns = useMemo(
    () => columnsOf(figure, isDay, { shop: ofSeveralShops, cancelReason: mayKnowWhy }),
    [figure, isDay, ofSeveralShops, mayKnowWhy],
  )
  return (
    <FigureScreen
      {...source}
      name={`figure.${figure}`}
      search={search}
      onSearchChange={onSearchChange}
      description={describeFigure(figure)}
      part={partOf(search)}
      noun="会員"
      columns={columns}
      defaultSort={ownOrder(figure, isDay)}
      searchHint="氏名・フリガナ・会員番号"
      rowLabel={nameOf}
      rowPath={({ userId }) => recordPath(userId, search.shop)}
      actions={<PeopleBehind request={params} shop={search.shop} mayMail={can('mail.send')} />}
      sums={(answer) => sumsOf(figure, answer)}
    />
  )
}
