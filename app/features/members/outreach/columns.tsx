import type { MemberToTalk, MemberUnpaid } from '#contract/outreach.ts'
import { phoneText } from '#contract/phone.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { contractStatuses } from '#contract/words/member.ts'
import { outreachOutcomes } from '#contract/words/outreach.ts'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatMonth } from '~/lib/dates'
import { formatYen, none } from '~/lib/format'
import { Contact } from '../contact'
import { kanaOf, nameOf } from '../labels'
import { RiskChip } from '../status-chips'

type Callable = MemberToTalk | MemberUnpaid
type Column<Row> = ListColumn<Row>

const name: Column<Callable> = {
  id: 'name',
  label: memberFields.name,
  width: 160,
  sortKey: 'kana',
  cell: (row) => (
    <TwoLines
      main={
        <>
          {nameOf(row)}
          {row.alertNote !== null && (
            <Chip tone="warning" className="ml-2">
              注意
            </Chip>
          )}
        </>
      }
      sub={kanaOf(row)}
    />
  ),
}

const tel: Column<Callable> = {
  id: 'tel',
  label: memberFields.tel,
  width: 126,
  card: 'labelled',
  cell: (row) => (row.tel ? <Contact href={`tel:${row.tel}`} text={phoneText(row.tel)} /> : none),
}

const shop: Column<Callable> = {
  id: 'shop',
  label: memberFields.shop,
  width: 110,
  card: 'text',
  cell: (row) => row.shop.name,
}

const plan: Column<Callable> = {
  id: 'plan',
  label: memberFields.plan,
  width: 130,
  priority: 2,
  cell: ({ planName }) => planName ?? none,
}

/** The latest 連絡: its day and outcome, who, and the note. */
const last: Column<Callable> = {
  id: 'last',
  label: '最後の連絡',
  width: 176,
  card: 'labelled',
  cell: (row) =>
    row.last ? (
      <TwoLines
        main={`${formatDate(row.last.contactedOn)} ${outreachOutcomes[row.last.outcome]}`}
        sub={[row.last.staff?.displayName, row.last.note].filter(Boolean).join('・')}
      />
    ) : (
      none
    ),
}

/** One press on a row opens the record. */
const act = <Row extends Callable>(onRecord: (row: Row) => void): Column<Row> => ({
  id: 'act',
  label: '連絡',
  width: 124,
  acts: true,
  card: 'end',
  cell: (row) => (
    <Button
      variant="outline"
      className="h-8 px-2.5"
      aria-haspopup="dialog"
      aria-label={`${nameOf(row)}様への連絡を記録`}
      onClick={() => onRecord(row)}
    >
      連絡を記録
    </Button>
  ),
})

const risk: Column<MemberToTalk> = {
  id: 'risk',
  label: memberFields.risk,
  width: 250,
  card: 'labelled',
  sortKey: 'risk',
  cell: (row) => <TwoLines main={<RiskChip level={row.risk.level} />} sub={row.risk.reasons.join('、')} />,
}

const lastVisitOn: Column<MemberToTalk> = {
  id: 'lastVisitOn',
  label: memberFields.lastVisitOn,
  width: 130,
  priority: 2,
  sortKey: 'lastVisitOn',
  sortFirst: 'desc',
  cell: (row) => (row.lastVisitOn ? formatDate(row.lastVisitOn) : none),
}

export const toTalkColumns = (ofSeveralShops: boolean, onRecord: (row: MemberToTalk) => void) => [
  name,
  ...(ofSeveralShops ? [shop] : []),
  risk,
  tel,
  last,
  lastVisitOn,
  plan,
  act(onRecord),
]

const amount: Column<MemberUnpaid> = {
  id: 'unpaidAmount',
  label: memberFields.unpaidAmount,
  width: 144,
  align: 'right',
  card: 'beside',
  sortKey: 'unpaidAmount',
  sortFirst: 'desc',
  cell: ({ unpaidAmount }) => formatYen(unpaidAmount),
}

const months: Column<MemberUnpaid> = {
  id: 'months',
  label: '対象月',
  width: 170,
  card: 'labelled',
  cell: (row) => {
    const names = row.months.map((month) => formatMonth(month.slice(0, 7))).join('、')
    return row.months.length > 1 ? <TwoLines main={`${row.months.length}か月分`} sub={names} /> : names || none
  },
}

const status: Column<MemberUnpaid> = {
  id: 'contractStatus',
  label: memberFields.contractStatus,
  width: 90,
  priority: 2,
  card: 'text',
  cell: ({ contractStatus }) => contractStatuses[contractStatus],
}

export const unpaidColumns = (ofSeveralShops: boolean, onRecord: (row: MemberUnpaid) => void) => [
  name,
  ...(ofSeveralShops ? [shop] : []),
  amount,
  months,
  tel,
  { ...last, sortKey: 'lastOutreachOn', sortFirst: 'desc' as const },
  status,
  plan,
  act(onRecord),
]
