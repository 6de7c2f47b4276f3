import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JoinedDay } from '#contract/data-health.ts'
import { allPages } from '../../tests/support/drill-down-pages.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { rowsOf } from '../db/expressions.ts'
import { joinedDay } from '../db/schema/joined-day.ts'
import { metBy, type Trigger } from '../mail/triggers.ts'
import { memberRows } from './drill-down/members.ts'
import { countedPeriod } from './drill-down/period.ts'

// The memberships of a club that began on the day of its migration (docs/domain.md, "What is wrong with the data").

let club: Awaited<ReturnType<typeof openFacts>>
const migration = '2025-02-01'
beforeAll(async () => {
  club = await openFacts({ shops: 2, members: 7 })
  await club.happened('2026-01-31', {
    contracts: [
      // Left: two since the migration, one who joined after it, and one who came back on that day.
      { member: 1, shop: 1, from: migration, to: '2026-01-31' },
      { member: 2, shop: 1, from: migration, to: '2026-01-31' },
      { member: 3, shop: 1, from: '2025-03-01', to: '2026-01-31' },
      { member: 4, shop: 1, from: '2024-01-01', to: '2024-06-30' },
      { member: 4, shop: 1, from: migration, to: '2026-01-31' },
      { member: 5, shop: 1, from: migration },
      { member: 6, shop: 1, from: '2025-02-10' },
      { member: 7, shop: 1, from: '2024-01-01' },
    ],
  })
  await club.db.execute(sql`update contract set contracted_on = '2020-02-01' where member_id = 1`)
  await club.db.execute(
    sql`update member m set joined_on = (select min(start_on) from contract c where c.member_id = m.id)`,
  )
})
beforeEach(() => club.db.delete(joinedDay))
afterAll(() => club.close())

const answer = (answer: NonNullable<JoinedDay['answer']>) =>
  club.db.insert(joinedDay).values({ day: migration, answer, answeredAt: new Date() })

async function rowsBehind(figure: 'withdrawals' | 'retentionJoined', months?: number) {
  const found = await allPages(club.database, {
    period: { year: 2026, month: 1 },
    set: [1, 2],
    days: countedPeriod,
    limit: 3,
    read: (scoped, shops, days, page) => memberRows(scoped, shops, { figure, ...(months && { months }) }, days, page),
  })
  return found?.rows ?? []
}
const tenures = async () =>
  Object.fromEntries((await rowsBehind('withdrawals')).map(({ memberNo, tenureMonths }) => [memberNo, tenureMonths]))

test('在籍期間 begins with the day that holds, and is unknown where that is', async () => {
  const asCame = { M1: 12, M2: 12, M3: 11, M4: 12 }
  expect(await tenures()).toEqual(asCame)
  await answer('correct')
  expect(await tenures()).toEqual(asCame)
  await club.db.update(joinedDay).set({ answer: 'planDay' })
  // M1 signed five years before; of M2 there is no other day, and M4 is back for the second time.
  expect(await tenures()).toEqual({ M1: 72, M2: null, M3: 11, M4: null })
  await club.db.update(joinedDay).set({ answer: 'unknown' })
  expect(await tenures()).toEqual({ M1: null, M2: null, M3: 11, M4: null })
  await club.db.delete(joinedDay)
  expect(await tenures()).toEqual(asCame)
})

test('how long people really stayed leaves out whose first day is unknown', async () => {
  const stays = async () => {
    const { stayOfLeavers, stayOfMembers } = (await club.year(2025, 2)).lifetime
    return [stayOfLeavers, stayOfMembers]
  }
  expect(await stays()).toMatchObject([
    { members: 4, mean: 11.75 },
    { members: 3, mean: 16 },
  ])
  await answer('planDay')
  expect(await stays()).toMatchObject([
    { members: 2, mean: (72 + 11) / 2 },
    { members: 2, mean: 18 },
  ])
  await club.db.update(joinedDay).set({ answer: 'unknown' })
  expect(await stays()).toMatchObject([
    { members: 1, mean: 11 },
    { members: 2, mean: 18 },
  ])
})

test('継続率 and its rows leave out who did not join on that day', async () => {
  const joined = async (month: number) =>
    (await club.month(2025, month)).retention.find(({ months }) => months === 3)?.joined
  expect(await joined(5)).toBe(5)
  await answer('unknown')
  expect(await joined(5)).toBe(1)
  await club.db.update(joinedDay).set({ answer: 'planDay' })
  expect(await joined(5)).toBe(1)
})

test('入会 itself is still counted on that day, so that 期首 and 期末 agree', async () => {
  const february = async () => (await club.month(2025, 2)).thisMonth?.members
  const before = await february()
  await answer('unknown')
  expect(await february()).toEqual(before)
})

test('step mails do not take that day for the day of joining', async () => {
  const met = async (trigger: Trigger) =>
    (
      await rowsOf<{ id: number }>(
        club.db,
        sql`select distinct member_id as id from (${metBy(trigger, '2025-02-01', '2025-02-28')}) met order by 1`,
      )
    ).map(({ id }) => id)
  const admission = { type: 'admission', days: 0 } as const
  expect(await met(admission)).toEqual([1, 2, 4, 5, 6])
  await answer('planDay')
  expect(await met(admission)).toEqual([6])
})
