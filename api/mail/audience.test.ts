import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import { member } from '../db/schema/facts.ts'
import { inScope } from '../db/scope.ts'
import { type Audience, countAudience, lookAtAudience } from './audience.ts'

let facts: Awaited<ReturnType<typeof openFacts>>

const [cameLately, cameInTime, cameTooLongAgo, neverCame, isNew, isOnLeave, hasLeft] = [1, 2, 3, 4, 5, 6, 7]

beforeAll(async () => {
  facts = await openFacts({ shops: 1 })
  await facts.happened('2026-11-20', {
    contracts: [
      ...[cameLately, cameInTime, cameTooLongAgo, neverCame].map((one) => ({
        member: one,
        shop: 1,
        from: '2026-01-10',
      })),
      // Within the 56 days up to the data date: too new to count as sleeping.
      { member: isNew, shop: 1, from: '2026-09-26' },
      { member: isOnLeave, shop: 1, from: '2026-01-10', to: '2026-08-31' },
      { member: isOnLeave, shop: 1, from: '2026-09-01', kind: 'suspension' },
      { member: hasLeft, shop: 1, from: '2026-01-10', to: '2026-06-30' },
    ],
    visits: [
      { member: cameLately, shop: 1, home: 1, at: '2026-11-19T10:00' },
      // The first day of the window W′, and the day before it.
      { member: cameInTime, shop: 1, home: 1, at: '2026-09-26T10:00' },
      { member: cameTooLongAgo, shop: 1, home: 1, at: '2026-09-25T23:00' },
    ],
  })
  // The consents in the club system.
  await facts.db.update(member).set({
    mailOptIn: true,
    email: sql`'kaiin' || id || '@example.jp'`,
    joinedOn: sql`(select min(start_on) from contract c where c.member_id = member.id)`,
    contractStatus: sql`case when id = ${isOnLeave} then 'suspended' when id = ${hasLeft} then 'cancel'
      when id < 7 then 'active' else 'waiting' end`,
  })
})
afterAll(() => facts.close())

const of = (more: Partial<Audience> = {}): Audience => ({
  chosen: sql`select id as member_id from member where id <= 7`,
  category: 'marketing',
  includesSleeping: false,
  withoutUserIds: [],
  ...more,
})
const membersFor = (audience: Audience, reason: 'sleeping' | 'suspended' | null) =>
  inScope(facts.database, { shops: 'all' }, 'read', async (scoped) =>
    (await lookAtAudience(scoped, audience, reason, { offset: 0, limit: 50 })).people.map(({ memberId }) => memberId),
  )

test('members without a visit for 56 days are excluded, new and former members are not', async () => {
  expect(await membersFor(of(), 'sleeping')).toEqual([cameTooLongAgo, neverCame])
  expect(await membersFor(of(), null)).toEqual([cameLately, cameInTime, isNew, hasLeft])
})

test('whose 入会日 is unknown since a migration was a member on that day at the latest', async () => {
  await facts.db.execute(sql`insert into joined_day (day, answer, answered_at)
    select distinct joined_on, 'unknown', now() from member where joined_on is not null`)
  expect(await membersFor(of(), 'sleeping')).toEqual([cameTooLongAgo, neverCame])
  await facts.db.execute(sql`delete from joined_day`)
})

test('members on leave get no 広告宣伝', async () => {
  expect(await membersFor(of(), 'suspended')).toEqual([isOnLeave])
})

test('sleeping members get a mail where that is chosen, and everybody gets 業務連絡', async () => {
  expect(await membersFor(of({ includesSleeping: true }), 'sleeping')).toEqual([])
  expect(await membersFor(of({ category: 'transactional' }), null)).toHaveLength(7)
})

test('nobody is chosen twice, and members of other shops are not included', async () => {
  const twice = of({ chosen: sql`select id as member_id from member union all select id from member` })
  const seen = await inScope(facts.database, { shops: ['1'] }, 'read', (scoped) => countAudience(scoped, twice))
  expect(seen.total + seen.excluded.reduce((sum, { count }) => sum + count, 0)).toBe(8)
  const elsewhere = await inScope(facts.database, { shops: ['2'] }, 'read', (scoped) => countAudience(scoped, twice))
  expect(elsewhere).toEqual({ chosen: 0, total: 0, excluded: [], byShop: [] })
})

test('who has a dummy address is written to at their family’s representative’s, with a consent and a 配信停止 of their own', async () => {
  const [mother, son, daughter, alone] = [cameLately, cameInTime, isNew, hasLeft]
  const set = (id: number, columns: Partial<typeof member.$inferInsert>) =>
    facts.db.update(member).set(columns).where(sql`id = ${id}`)
  const outcomes = () =>
    inScope(facts.database, { shops: 'all' }, 'read', async (scoped) => {
      const audience = of({
        chosen: sql`select id as member_id from member where id in (${son}, ${daughter}, ${alone})`,
      })
      const found = []
      for (const reason of [null, 'dummyAddress', 'noConsent', 'duplicate'] as const)
        for (const one of (await lookAtAudience(scoped, audience, reason, { offset: 0, limit: 9 })).people)
          found.push([one.memberId, one.email, one.reason])
      return found.sort()
    })
  await set(mother, { email: 'mother@example.jp' })
  for (const child of [son, daughter])
    await set(child, { email: 'dummy01@example.com', representativeEmail: 'mother@example.jp' })
  await set(alone, { email: 'noemail@club.jp' })
  expect(await outcomes()).toEqual([
    [son, 'mother@example.jp', null],
    [daughter, 'mother@example.jp', 'duplicate'],
    [alone, null, 'dummyAddress'],
  ])
  // The son's 配信停止 is no 配信停止 of his sister's, who has the same two addresses.
  await facts.db.execute(sql`insert into mail_opt_out (member_id, at) values (${son}, now())`)
  expect(await outcomes()).toContainEqual([daughter, 'mother@example.jp', null])
  expect(await outcomes()).toContainEqual([son, 'mother@example.jp', 'noConsent'])
  await set(daughter, { mailOptIn: false })
  expect(await outcomes()).toContainEqual([daughter, 'mother@example.jp', 'noConsent'])
})
