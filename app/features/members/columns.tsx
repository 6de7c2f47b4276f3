import type { MemberRow } from '#contract/member.ts'
import { contractStatuses } from '#contract/words/member.ts'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { phoneText } from './contact'
import { comingText, contractStatusTone, kanaOf, nameOf } from './labels'

const none = '–'

export function StatusChips({ member: { contractStatus, coming } }: { member: MemberRow }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Chip tone={contractStatusTone[contractStatus]}>{contractStatuses[contractStatus]}</Chip>
      {coming && <Chip tone="warning">{comingText(coming)}</Chip>}
    </span>
  )
}

const columns: ListColumn<MemberRow>[] = [
  {
    id: 'name',
    label: '氏名',
    width: 180,
    sortKey: 'kana',
    cell: (member) => <TwoLines main={nameOf(member)} sub={kanaOf(member)} />,
  },
  { id: 'memberNo', label: '会員番号', width: 120, sortKey: 'memberNo', cell: ({ memberNo }) => memberNo },
  { id: 'shop', label: '店舗', width: 130, cell: ({ shop }) => shop.name },
  { id: 'contractStatus', label: '契約状態', width: 200, cell: (member) => <StatusChips member={member} /> },
  { id: 'plan', label: 'プラン', width: 170, cell: ({ planName }) => planName ?? none },
  {
    id: 'joinedOn',
    label: '入会日',
    width: 140,
    sortKey: 'joinedOn',
    sortFirst: 'desc',
    cell: ({ joinedOn }) => (joinedOn ? formatDate(joinedOn) : none),
  },
  {
    id: 'lastVisitOn',
    label: '最終来館',
    width: 140,
    sortKey: 'lastVisitOn',
    sortFirst: 'desc',
    cell: ({ lastVisitOn }) => (lastVisitOn ? formatDate(lastVisitOn) : none),
  },
  {
    id: 'visits30d',
    label: '来館(30日)',
    width: 120,
    align: 'right',
    sortKey: 'visits30d',
    sortFirst: 'desc',
    cell: ({ visits30d }) => (visits30d === 0 ? none : `${formatCount(visits30d)}日`),
  },
  { id: 'tel', label: '電話番号', width: 140, cell: ({ tel }) => (tel ? phoneText(tel) : none) },
  { id: 'email', label: 'メール', width: 220, optional: true, cell: ({ email }) => email ?? none },
]

const unpaid: ListColumn<MemberRow> = {
  id: 'unpaidAmount',
  label: '未収金',
  width: 110,
  align: 'right',
  sortKey: 'unpaidAmount',
  sortFirst: 'desc',
  cell: ({ unpaidAmount }) => (unpaidAmount ? formatYen(unpaidAmount) : none),
}

export const memberColumns = { withMoney: [...columns, unpaid], withoutMoney: columns }
