import { describe, expect, test, vi } from 'vitest'
import { auditSearch } from '~/features/audit/queries'
import { mailLogSearch, requestedLogs } from '~/features/mail-logs/queries'
import { newMailSearch, noReceivers, withKnownReceivers } from '~/features/mail-send/queries'
import { activitySearch } from '~/features/member-activities/queries'
import { logSearch } from '~/features/member-daily-logs/queries'
import { reservationSearch } from '~/features/reservations/queries'

vi.mock('./cookies', () => ({ remembered: () => undefined, isPhone: () => false }))

const screens = { auditSearch, activitySearch, logSearch, reservationSearch }

test.each(Object.entries(screens))(
  'an address of an older release (%s), where the user’s id was `memberId`, still names the member',
  (_, read) => {
    expect(read({ memberId: '12' }).userId).toBe('12')
    expect(read({ memberId: '12' })).not.toHaveProperty('memberId')
    // The new name takes precedence if a URL has both.
    expect(read({ memberId: '12', userId: '7' }).userId).toBe('7')
    expect(read({ memberId: 'nobody' }).userId).toBeUndefined()
  },
)

test('an older address of the mail log has another number: it is sent as it is, and never taken for a user’s id', () => {
  const search = mailLogSearch({ memberId: '12' })
  expect([search.userId, search.memberId]).toEqual([undefined, '12'])
  expect(requestedLogs(search)).toMatchObject({ memberId: '12' })
})

describe('numbers by which an older release named receivers of a mail are nobody’s', () => {
  test('in an address', () => {
    expect(newMailSearch({ members: '12.13' }).users).toBeUndefined()
  })

  test.each([
    { by: 'members', memberIds: ['12'] },
    { by: 'filter', filter: { status: 'active' }, without: ['12'] },
  ])('in a draft, which keeps its text: %o', (to) => {
    const draft = { subject: '秋のご案内', to: to as never }
    expect(withKnownReceivers(draft)).toEqual({ subject: '秋のご案内', to: noReceivers })
  })

  test('and conditions alone, or users’ ids, stay as they are', () => {
    const filter = { status: 'active' as const }
    expect(withKnownReceivers({ to: { by: 'filter', filter, without: [] } as never })).toEqual({
      to: { by: 'filter', filter },
    })
    for (const to of [
      { by: 'members' as const, userIds: ['7'] },
      { by: 'filter' as const, filter, withoutUserIds: ['7'] },
    ]) {
      expect(withKnownReceivers({ to })).toEqual({ to })
    }
  })
})
