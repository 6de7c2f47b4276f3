import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import type { BillFact } from './plain-count.ts'

// Figures that ripen (docs/domain.md): 体験入会率, 回収率, 未収金. Nothing counts before it has happened, and the same day of
// another month is reported as it was known on that day.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 20 })
})
afterAll(() => club.close())

const trial = (at: string, member: number) => ({ shop: 1, kind: 'trial' as const, at: `${at}T18:00`, member })
/** Somebody else's, so that contracts are known since then. */
const known = { member: 20, shop: 1, from: '2026-01-01' }
const goOnTo = (day: string) =>
  club.db.execute(sql`update data_state set data_as_of = ${`${day}T23:59:59+09:00`}::timestamptz`)
const leads = async (year: number, month: number) => (await club.month(year, month)).thisMonth.leads

describe('体験入会率', () => {
  test('a future start is 予定, and no conversion yet', async () => {
    await club.happened('2026-11-21', {
      contracts: [{ member: 1, shop: 1, from: '2026-11-24' }],
      leads: [trial('2026-11-10', 1)],
    })
    const { thisMonth, scheduled } = await club.month(2026, 11)
    expect(thisMonth.leads).toMatchObject({ trials: 1, trialsJoined: 0, trialConversion: 0 })
    expect(scheduled.admissions).toBe(1)
  })

  test('a start counts on its day, also for a trial of the month before', async () => {
    await club.happened('2026-11-19', {
      contracts: [known, { member: 1, shop: 1, from: '2026-11-20' }],
      leads: [trial('2026-10-28', 1)],
    })
    expect(await leads(2026, 10)).toMatchObject({ trials: 1, trialsJoined: 0 })
    await goOnTo('2026-11-20')
    expect(await leads(2026, 10)).toMatchObject({ trials: 1, trialsJoined: 1 })
    await goOnTo('2026-11-19')
    expect(await leads(2026, 10)).toMatchObject({ trials: 1, trialsJoined: 0 })
  })

  test('the same day of last month is reported as known on that day, without later joins', async () => {
    await club.happened('2026-11-21', {
      contracts: [
        known,
        { member: 1, shop: 1, from: '2026-10-21' },
        { member: 2, shop: 1, from: '2026-10-22' },
        { member: 3, shop: 1, from: '2026-11-21' },
      ],
      leads: [trial('2026-10-21', 1), trial('2026-10-02', 2), trial('2026-11-20', 3), trial('2026-11-20', 4)],
    })
    const { prevToSameDay, prevMonth, thisMonth } = await club.month(2026, 11)
    expect(prevToSameDay?.leads).toMatchObject({ trials: 2, trialsJoined: 1, trialConversion: 0.5 })
    expect(prevMonth.leads).toMatchObject({ trials: 2, trialsJoined: 2, trialConversion: 1 })
    expect(thisMonth.leads).toMatchObject({ trials: 2, trialsJoined: 1, trialConversion: 0.5 })
  })
})

describe('figures of a closed month that can still change', () => {
  const moving = async () => (await club.month(2026, 10)).stillMoving

  test('include 体験入会率 until the last trial has had its 30 days, or everybody has joined', async () => {
    await club.happened('2026-11-21', {
      contracts: [{ member: 2, shop: 1, from: '2026-11-01' }],
      leads: [trial('2026-10-22', 1), trial('2026-10-31', 2), trial('2026-10-02', 3)],
    })
    expect(await moving()).toEqual([])
    await goOnTo('2026-11-20')
    expect(await moving()).toEqual(['trialsJoined', 'trialConversion'])
    expect((await club.year(2025, 11)).stillMoving).toEqual(['trialsJoined', 'trialConversion'])
    expect((await club.year(2024, 11)).stillMoving).toEqual([])
  })

  test('include 回収率 and 未収金 while a bill of the month is unpaid', async () => {
    const bills = (status: BillFact['status']): BillFact[] => [
      { shop: 1, member: 1, month: '2026-10-01', dueOn: '2026-10-20', amount: 8000, status: 'paid' },
      { shop: 1, member: 2, month: '2026-10-01', dueOn: '2026-10-27', amount: 8000, status },
    ]
    await club.happened('2026-11-21', { bills: bills('error') })
    expect(await moving()).toEqual(['collectionRate', 'unpaid'])
    // Also for the year to October, which is over.
    expect((await club.year(2025, 11)).stillMoving).toEqual(['collectionRate', 'unpaid'])
    await club.happened('2026-11-21', { bills: bills('paid') })
    expect(await moving()).toEqual([])
  })
})

describe('回収率 and 未収金', () => {
  const bill = (member: number, more: Partial<BillFact>): BillFact => ({
    ...{ shop: 1, member, month: '2026-10-01', dueOn: '2026-10-20', amount: 8000, status: 'paid' },
    ...more,
  })
  const november = { month: '2026-11-01', dueOn: '2026-11-20' }

  test('a later payment counts as unpaid on that day, so the comparison shows fewer debtors now', async () => {
    await club.happened('2026-11-21', {
      bills: [
        bill(1, { paidOn: '2026-10-20' }),
        bill(2, { paidOn: '2026-10-21' }),
        bill(3, { paidOn: '2026-10-22' }),
        bill(4, { paidOn: '2026-11-05' }),
        bill(1, { ...november, paidOn: '2026-11-20' }),
        bill(2, { ...november, paidOn: '2026-11-20' }),
        bill(3, { ...november, paidOn: '2026-11-21' }),
        bill(4, { ...november, status: 'error' }),
      ],
    })
    const { thisMonth, prevToSameDay, prevMonth } = await club.month(2026, 11)
    expect(thisMonth.sales).toMatchObject({ collectionRate: 0.75, unpaid: 8000 })
    expect(prevToSameDay?.sales).toMatchObject({ collectionRate: 0.5, unpaid: 16_000 })
    expect(prevMonth.sales).toMatchObject({ collectionRate: 1, unpaid: 0 })
  })

  test('the same holds for a year to the same day', async () => {
    await club.happened('2026-10-21', {
      bills: [
        bill(1, { month: '2025-09-01', dueOn: '2025-09-20', paidOn: '2025-10-30' }),
        bill(1, { month: '2025-10-01', dueOn: '2025-10-20', paidOn: '2025-10-20' }),
        bill(2, { month: '2025-10-01', dueOn: '2025-10-27', paidOn: '2025-10-27' }),
        bill(1, { paidOn: '2026-10-20' }),
      ],
    })
    const { prevToSameDay, prevYear } = await club.year(2026)
    expect(prevToSameDay?.sales).toMatchObject({ collectionRate: 0.5, unpaid: 8000 })
    expect(prevYear.sales).toMatchObject({ collectionRate: 1, unpaid: 0 })
  })
})
