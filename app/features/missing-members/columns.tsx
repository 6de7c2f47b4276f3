import type { MissingMember } from '#contract/missing-member.ts'
import { contractStatuses } from '#contract/words/member.ts'
import {
  missingAnswers,
  missingKinds,
  missingReasons,
  shownMissingState,
  shownMissingStates,
} from '#contract/words/missing-member.ts'
import { MemberName } from '~/auth/record-links'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'
import { Moment } from '~/components/resource-table/written-columns'
import { Chip } from '~/components/ui/chip'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'

const tones = {
  waiting: 'warning',
  closing: 'neutral',
  closed: 'neutral',
  kept: 'positive',
  reopening: 'neutral',
  returned: 'positive',
} as const satisfies Record<MissingMember['state'], string>

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ member: { lastName, firstName } }: MissingMember) => `${lastName}\u3000${firstName}`

/** Why somebody has to decide, or what came of it. */
function reasonOf({ kind, state, reason, sentence, returnedAt, rejoinedOn }: MissingMember): string {
  if (sentence) return sentence
  if (state === 'returned' && returnedAt)
    return rejoinedOn
      ? `退会した後、${formatDate(rejoinedOn)}に復会しました。`
      : `会員管理システムに戻りました（${formatDate(returnedAt.slice(0, 10))}）。`
  if (reason) return missingReasons[reason]
  return kind === 'moved'
    ? '取り込まないスタジオに移った会員が少ないため、自動で転出にしました。'
    : '消えた会員が少ないため、自動で退会にしました。'
}

const member: ListColumn<MissingMember> = {
  id: 'memberNo',
  label: '会員',
  width: 180,
  sortKey: 'memberNo',
  cell: (row) => (
    <TwoLines
      main={
        <MemberName id={row.member.id} isQuiet>
          {nameOf(row)}
        </MemberName>
      }
      sub={row.member.memberNo}
    />
  ),
}

const shop: ListColumn<MissingMember> = {
  id: 'shop',
  label: '所属店舗',
  width: 120,
  card: 'text',
  cell: ({ shop: { name } }) => name,
}

const stateOf = (row: MissingMember) => shownMissingStates[shownMissingState(row)]

/** From when the state holds, and who has brought it about. */
function sinceOf({ state, lastSeenOn, decidedBy, decidedAt, rejoinedOn }: MissingMember): string | undefined {
  if (state === 'returned') return rejoinedOn ? `復会 ${formatDate(rejoinedOn)}` : undefined
  if (state !== 'closed') return undefined
  return `${formatDate(lastSeenOn)}${decidedAt && !decidedBy ? ' 自動' : ''}`
}

const others: ListColumn<MissingMember>[] = [
  { id: 'kind', label: '区分', width: 96, card: 'text', cell: ({ kind }) => missingKinds[kind] },
  {
    id: 'state',
    label: '状態',
    width: 140,
    card: 'beside',
    cell: (row) => <TwoLines main={<Chip tone={tones[row.state]}>{stateOf(row)}</Chip>} sub={sinceOf(row)} />,
  },
  {
    id: 'contractStatus',
    label: '契約状態',
    width: 92,
    priority: 2,
    card: 'labelled',
    cell: ({ contractStatus }) => contractStatuses[contractStatus],
  },
  { id: 'plan', label: 'プラン', width: 120, priority: 2, card: 'text', cell: ({ planName }) => planName ?? '–' },
  {
    id: 'lastSeenOn',
    label: '最後に確認した日',
    width: 140,
    card: 'labelled',
    sortKey: 'lastSeenOn',
    sortFirst: 'desc',
    cell: ({ lastSeenOn }) => <span className="figures">{formatDate(lastSeenOn)}</span>,
  },
  {
    id: 'confirmedAt',
    label: '番号での確認',
    width: 170,
    priority: 3,
    cell: ({ confirmedAt }) => (confirmedAt ? <Moment at={confirmedAt} /> : '未確認'),
  },
  {
    id: 'bookings',
    label: '今後の予約',
    width: 84,
    align: 'right',
    card: 'labelled',
    cell: ({ bookings }) => formatCount(bookings),
  },
  {
    id: 'answer',
    label: '店舗の回答',
    width: 130,
    card: 'labelled',
    cell: ({ answeredAt, answeredBy }) =>
      answeredAt ? <TwoLines main={missingAnswers.enrolled} sub={answeredBy?.displayName} /> : missingAnswers.none,
  },
  {
    id: 'decision',
    label: '判断',
    width: 174,
    priority: 2,
    cell: ({ decidedAt, decidedBy }) =>
      decidedAt ? <TwoLines main={<Moment at={decidedAt} />} sub={decidedBy?.displayName ?? '自動'} /> : '–',
  },
  { id: 'reason', label: '理由', width: 250, priority: 3, cell: (row) => reasonOf(row) },
  {
    id: 'missingSince',
    label: '消えた日時',
    width: 170,
    priority: 2,
    sortKey: 'missingSince',
    sortFirst: 'desc',
    cell: ({ missingSince }) => <Moment at={missingSince} />,
  },
]

export const missingColumns = (ofSeveralShops: boolean) => [member, ...(ofSeveralShops ? [shop] : []), ...others]
