import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TodayKind, todayKinds, todayLines } from '#contract/today-lines.ts'
import { boardSearch, reportSearch, requestedBoard, requestedReports } from '../daily-reports/queries'
import { requestedMembers as behindFigure, figureMembersSearch } from '../drill-down/queries'
import { mailLogSearch, requestedLogs } from '../mail-logs/queries'
import { requestedToTalk, requestedUnpaid, toTalkSearch, unpaidSearch } from '../members/outreach/queries'
import { memberSearch, requestedMembers } from '../members/queries'
import { missingSearch, requestedMissing } from '../missing-members/queries'
import { policyListQuery, policySearch } from '../policies/queries'
import { actionSearch, requestedActions } from '../report-actions/queries'
import { requestedReservations, reservationSearch } from '../reservations/queries'
import { requestedStaff, staffSearch } from '../staffs/queries'
import { addressOf, reportOf } from './today-lines'

vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {}, isPhone: () => false }))
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-12-01T01:00:00Z'), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

type Raw = Record<string, unknown>
const reports = (raw: Raw) => requestedReports(reportSearch(raw))
const bookings = (raw: Raw) => requestedReservations(reservationSearch(raw))
const missing = (raw: Raw) => requestedMissing(missingSearch(raw))
const policies = (type: 'userPolicy' | 'privacyPolicy') => (raw: Raw) =>
  policyListQuery(type)(policySearch(raw)).queryKey[2]

/** The request that each screen sends for its URL. */
const requestOf: Record<TodayKind, (raw: Raw) => unknown> = {
  reportsMissing: (raw) => requestedBoard(boardSearch(raw)),
  reportsReturned: reports,
  reportsWaiting: reports,
  actionsOverdue: (raw) => requestedActions(actionSearch(raw)),
  bookingsToday: bookings,
  trialsToday: bookings,
  waitingToday: bookings,
  contractsEnding: (raw) => behindFigure(figureMembersSearch(raw)),
  // The screen shows them all, the oldest first.
  mergeWaiting: () => todayLines('2026-12-01').mergeWaiting.input,
  rowsUnread: () => todayLines('2026-12-01').rowsUnread.input,
  missingToDecide: missing,
  missingToAnswer: missing,
  missingClosed: missing,
  trainersToApprove: (raw) => requestedMembers(memberSearch(raw)),
  readersToApprove: (raw) => requestedStaff(staffSearch(raw)),
  mailsFailed: (raw) => requestedLogs(mailLogSearch(raw)),
  invitationsEnding: (raw) => requestedStaff(staffSearch(raw)),
  userPolicyBegins: policies('userPolicy'),
  privacyPolicyBegins: policies('privacyPolicy'),
  toTalk: (raw) => requestedToTalk(toTalkSearch(raw)),
  unpaid: (raw) => requestedUnpaid(unpaidSearch(raw)),
}

test.each(todayKinds)('the link of %s opens its list with the filters of its count', (kind) => {
  const { input, ofShop } = todayLines('2026-12-01')[kind]
  for (const shopId of ['2', undefined]) {
    const { search } = addressOf(kind, '2026-12-01', shopId)
    const params = Object.entries(search).map(([key, value]) => [key, String(value)])
    const { offset: _, limit: __, ...request } = requestOf[kind](Object.fromEntries(params)) as Raw
    expect(request).toEqual({ ...input, ...(ofShop && shopId !== undefined && { shopId }) })
  }
})

test('the only report that is missing opens its form, several open their month', () => {
  expect(reportOf({ day: '2026-11-28', shopId: '3' })).toEqual({ shopId: '3', date: '2026-11-28' })
  expect(reportOf({ day: '2026-11-28' })).toBeUndefined()
})
