import type { EndpointName, InputOf } from './names.ts'
import type { Permission } from './permissions.ts'

// What the dashboard's 今日の対応 counts and where each line leads: the API queries the list with this input, and the
// screen's link is built from the same (decision 0051).

/** The kinds of lines, in display order. */
export const todayKinds = [
  'reportsMissing',
  'reportsReturned',
  'reportsWaiting',
  'mergeWaiting',
  'rowsUnread',
  'missingToDecide',
  'missingToAnswer',
  'missingClosed',
  'bookingsToday',
  'trialsToday',
  'waitingToday',
  'actionsOverdue',
  'trainersToApprove',
  'readersToApprove',
  'contractsEnding',
  'toTalk',
  'unpaid',
  'mailsFailed',
  'invitationsEnding',
  'userPolicyBegins',
  'privacyPolicyBegins',
] as const
export type TodayKind = (typeof todayKinds)[number]

/** A failed mail is shown for so many days, including today. */
const daysOfFailure = 7
/** An invitation is shown when it expires today or within so many days after. */
const daysBeforeEnd = 2
/** An edition is shown so many days before its 施行日. */
const daysBeforeEdition = 30
/** A row that cannot be read is shown on the day after its third night. */
const nightsUnread = 3
/** As far back as a list of daily reports reaches. */
const daysOfReports = 61

const after = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The first and the last day of a day's month. */
function monthOf(day: string) {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

/** `rights`: all are required, and none of `without`. `ofShop`: filtered by the header's shop. */
const line = <const N extends EndpointName>(
  list: N,
  rights: readonly Permission[],
  input: Omit<InputOf<N>, 'offset' | 'limit' | 'shopId'>,
  { ofShop = true, without = [] }: { ofShop?: boolean; without?: readonly Permission[] } = {},
) => ({ list, rights, input, ofShop, without })

const ofChain = { ofShop: false }

/** Each line for this day (YYYY-MM-DD in Asia/Tokyo): the list that it is counted from, and the input of that list. */
export function todayLines(today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const oldestFirst = { from: after(today, -daysOfReports), to: today, sortKey: 'date', sortDir: 'asc' } as const
  const ofDay = { from: today, to: today, sortKey: 'startAt', sortDir: 'asc' } as const
  const lastMissing = { sortKey: 'missingSince', sortDir: 'desc' } as const
  const nextFirst = { sortKey: 'effectiveFrom', sortDir: 'asc' } as const
  const beginning = { state: 'scheduled', beginsTo: after(today, daysBeforeEdition), ...nextFirst } as const
  return {
    // One month, like the board: that of the last day that is over.
    reportsMissing: line('dailyReport.board', ['dailyReport.read'], monthOf(after(today, -1))),
    reportsReturned: line('dailyReport.list', ['dailyReport.read', 'dailyReport.write'], {
      status: 'returned',
      ...oldestFirst,
    }),
    reportsWaiting: line('dailyReport.list', ['dailyReport.read', 'dailyReport.approve'], {
      status: 'submitted',
      ...oldestFirst,
    }),
    bookingsToday: line('shopReservation.list', ['reservation.read'], { ...ofDay, held: 'true' }),
    trialsToday: line('shopReservation.list', ['reservation.read'], { ...ofDay, held: 'true', isTrial: 'true' }),
    waitingToday: line('shopReservation.list', ['reservation.read'], { ...ofDay, status: 'waitlisted' }),
    actionsOverdue: line('reportAction.list', ['reportAction.read'], {
      overdue: 'true',
      sortKey: 'dueOn',
      sortDir: 'asc',
    }),
    trainersToApprove: line('member.list', ['member.read', 'log.approve'], {
      trainerApproval: 'toApprove',
      sortKey: 'kana',
      sortDir: 'asc',
    }),
    readersToApprove: line('staff.list', ['staff.read', 'log.approve'], {
      readerApproval: 'toApprove',
      sortKey: 'displayName',
      sortDir: 'asc',
    }),
    contractsEnding: line('drillDown.members', ['member.read'], { figure: 'scheduledWithdrawals', year, month }),
    toTalk: line('outreach.toTalk', ['member.write', 'member.export'], { sortKey: 'risk', sortDir: 'asc' }),
    unpaid: line('outreach.unpaid', ['member.write', 'report.money'], { sortKey: 'unpaidAmount', sortDir: 'desc' }),
    missingToDecide: line('missingMember.list', ['member.write', 'sync.run'], { state: 'waiting', ...lastMissing }),
    missingToAnswer: line(
      'missingMember.list',
      ['member.write'],
      { state: 'waiting', answer: 'none', ...lastMissing },
      { without: ['sync.run'] },
    ),
    missingClosed: line('missingMember.list', ['member.write', 'sync.run'], { byRun: 'week', ...lastMissing }),
    mergeWaiting: line('clubSystem.merges', ['sync.run'], {}, ofChain),
    rowsUnread: line(
      'clubSystem.unread',
      ['sync.run'],
      { state: 'open', sinceTo: after(today, 1 - nightsUnread), sortKey: 'since', sortDir: 'asc' },
      ofChain,
    ),
    mailsFailed: line('mailLog.list', ['mailLog.read'], {
      status: 'failed',
      from: after(today, 1 - daysOfFailure),
      sortKey: 'sendAt',
      sortDir: 'desc',
    }),
    invitationsEnding: line('staff.list', ['staff.read', 'staff.write'], {
      invitation: 'sent',
      inviteEndsTo: after(today, daysBeforeEnd),
      sortKey: 'displayName',
      sortDir: 'asc',
    }),
    userPolicyBegins: line('policy.list', ['policy.read'], { type: 'userPolicy', ...beginning }, ofChain),
    privacyPolicyBegins: line('policy.list', ['policy.read'], { type: 'privacyPolicy', ...beginning }, ofChain),
  } satisfies Record<TodayKind, ReturnType<typeof line>>
}
export type TodayLine = ReturnType<typeof todayLines>[TodayKind]
/** The lists that lines are counted from. */
export type TodayList = TodayLine['list']
