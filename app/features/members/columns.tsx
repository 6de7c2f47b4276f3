import { birthdayText } from '#contract/birthday.ts'
import type { MemberRow } from '#contract/member.ts'
import { phoneText } from '#contract/phone.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { visitClasses } from '#contract/words/member.ts'
import { leanBodyStates } from '#contract/words/member-list.ts'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen, none } from '~/lib/format'
import { kanaOf, nameOf } from './labels'
import { RiskChip, StatusChips } from './status-chips'

const name: ListColumn<MemberRow> = {
  id: 'name',
  label: memberFields.name,
  width: 196,
  sortKey: 'kana',
  // Who typed a birthday without its era sees which one was found.
  cell: (member) => (
    <TwoLines
      main={nameOf(member)}
      sub={member.foundBirthday ? `${birthdayText(member.foundBirthday)}生` : kanaOf(member)}
    />
  ),
}

const columns: ListColumn<MemberRow>[] = [
  {
    id: 'contractStatus',
    label: memberFields.contractStatus,
    width: 192,
    card: 'beside',
    cell: (member) => <StatusChips member={member} />,
  },
  { id: 'plan', label: memberFields.plan, width: 142, card: 'text', cell: ({ planName }) => planName ?? none },
  {
    id: 'lastVisitOn',
    label: memberFields.lastVisitOn,
    width: 140,
    card: 'labelled',
    sortKey: 'lastVisitOn',
    sortFirst: 'desc',
    cell: ({ lastVisitOn }) => (lastVisitOn ? formatDate(lastVisitOn) : none),
  },
  {
    id: 'memberNo',
    label: memberFields.memberNo,
    width: 116,
    card: 'text',
    sortKey: 'memberNo',
    cell: ({ memberNo }) => memberNo,
  },
]

const more: ListColumn<MemberRow>[] = [
  { id: 'tel', label: memberFields.tel, width: 130, priority: 2, cell: ({ tel }) => (tel ? phoneText(tel) : none) },
  {
    id: 'visits30d',
    label: memberFields.visits30d,
    width: 160,
    priority: 2,
    align: 'right',
    sortKey: 'visits30d',
    sortFirst: 'desc',
    cell: ({ visits30d }) => (!visits30d ? none : `${formatCount(visits30d)}日`),
  },
  {
    id: 'joinedOn',
    label: memberFields.joinedOn,
    width: 130,
    priority: 2,
    sortKey: 'joinedOn',
    sortFirst: 'desc',
    cell: ({ joinedOn }) => (joinedOn ? formatDate(joinedOn) : none),
  },
]

const visitTrend: ListColumn<MemberRow> = {
  id: 'visitTrend',
  label: memberFields.visitTrend,
  width: 160,
  cell: ({ visitTrend }) =>
    visitTrend ? <TwoLines main={visitClasses[visitTrend.class]} sub={visitTrend.reason} /> : none,
}

const risk: ListColumn<MemberRow> = {
  id: 'risk',
  label: memberFields.risk,
  width: 250,
  cell: ({ risk }) => (risk ? <TwoLines main={<RiskChip level={risk.level} />} sub={risk.reasons.join('、')} /> : none),
}

const shop: ListColumn<MemberRow> = {
  id: 'shop',
  label: memberFields.shop,
  width: 110,
  card: 'text',
  cell: ({ shop }) => shop.name,
}

const unpaid: ListColumn<MemberRow> = {
  id: 'unpaidAmount',
  label: memberFields.unpaidAmount,
  width: 140,
  priority: 2,
  align: 'right',
  sortKey: 'unpaidAmount',
  sortFirst: 'desc',
  cell: ({ unpaidAmount }) => (unpaidAmount ? formatYen(unpaidAmount) : none),
}

const email: ListColumn<MemberRow> = {
  id: 'email',
  label: memberFields.email,
  width: 230,
  priority: 3,
  cell: ({ email }) => email ?? none,
}

const trainer: ListColumn<MemberRow> = {
  id: 'trainer',
  label: memberFields.trainerStaffId,
  width: 130,
  cell: ({ trainer }) =>
    trainer ? <TwoLines main={trainer.displayName} sub={trainer.isApproved ? undefined : '承認待ち'} /> : none,
}

const own: ListColumn<MemberRow>[] = [
  {
    id: 'tags',
    label: memberFields.tags,
    width: 180,
    priority: 3,
    cell: ({ tags }) => (tags.length === 0 ? none : tags.join('、')),
  },
  {
    id: 'leanBody',
    label: memberFields.withLeanBodyContent,
    width: 120,
    priority: 3,
    cell: ({ withLeanBodyContent }) => leanBodyStates[withLeanBodyContent ? 'true' : 'false'],
  },
]

interface Shown {
  ofSeveralShops: boolean
  money: boolean
  /** Whether 離脱リスク is shown. */
  seesRisk: boolean
  /** Whether the list is filtered by 来館傾向 or 離脱リスク. */
  byChange: boolean
  /** Whether the list is of trainers to be approved. */
  approving: boolean
}

/** 来館傾向 and 離脱リスク: first, and on cards, where the list is filtered by one of them. */
const changeColumns = (seesRisk: boolean, place: { card: 'labelled' } | { priority: 2 }) =>
  (seesRisk ? [visitTrend, risk] : [visitTrend]).map((column) => ({ ...column, ...place }))

/** The list's columns: the shop for several shops, money and 離脱リスク by permission. */
export const memberColumns = ({ ofSeveralShops, money, approving, seesRisk, byChange }: Shown) => [
  name,
  ...(approving ? [{ ...trainer, card: 'labelled' as const }] : []),
  ...(byChange ? changeColumns(seesRisk, { card: 'labelled' }) : []),
  ...columns,
  ...(ofSeveralShops ? [shop] : []),
  ...(money ? [unpaid] : []),
  ...more,
  ...(byChange ? [] : changeColumns(seesRisk, { priority: 2 })),
  ...(approving ? [] : [{ ...trainer, priority: 3 as const }]),
  ...own,
  email,
]
