import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeText } from '#contract/words/audit.ts'
import { shownMissingState, shownMissingStates } from '#contract/words/missing-member.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

// What a shop's manager and the head office say of members whom the club system no longer has.

let api: Api
let shops: { own: string; other: string }
let people: Record<'manager' | 'head', Person>
const tokens = new Map<Person, string>()
const path = '/api/admin/club-system/missing-member'
let serial = 0

beforeAll(async () => {
  api = await startApi()
  shops = { own: await api.makeShop(), other: await api.makeShop() }
  people = {
    manager: await api.makeStaff({ role: 'level3', shops: [shops.own] }),
    head: await api.makeStaff({ role: 'all' }),
  }
  for (const person of Object.values(people)) tokens.set(person, await api.signIn(person))
})
afterAll(() => api.close())

async function missing(shopId: string, state = 'waiting') {
  serial += 1
  const { memberId, userId } = await api.makeMember(shopId)
  const { rows } = await api.db.execute<{ id: number }>(sql`
    insert into missing_member (brand_code, their_id, member_id, run_id, state, reason, last_seen_on, missing_since)
    values ('karada', ${String(serial)}, ${Number(memberId)}, 1, ${state}, 'many', '2026-11-19', '2026-11-20 02:00+09')
    returning id`)
  return { id: String(rows[0]?.id), memberId, userId }
}
const call = (who: Person, verb: 'answer' | 'decide', body: object, key?: string) => {
  const token = tokens.get(who)
  return api.post(`${path}/${verb}`, { token, body, ...(key && { headers: { 'idempotency-key': key } }) })
}
const rowOf = async (who: Person, id: string) => {
  const { json } = await api.get(`${path}/list?limit=500`, { token: tokens.get(who) })
  return (json.list as { id: string; state: string }[]).find((row) => row.id === id)
}

test('a manager says 「在籍しています」 for members of their own shop, and takes it back; another shop is out of sight', async () => {
  const [own, other] = [await missing(shops.own), await missing(shops.other)]
  expect((await call(people.manager, 'answer', { ids: [own.id, other.id], isEnrolled: true })).status).toBe(404)
  expect(await rowOf(people.manager, own.id)).toMatchObject({ answeredAt: null, member: { id: own.userId } })
  expect(await rowOf(people.manager, other.id)).toBeUndefined()
  expect((await call(people.manager, 'answer', { ids: [own.id], isEnrolled: true })).json).toEqual({ changed: 1 })
  expect(await rowOf(people.head, own.id)).toMatchObject({ answeredBy: { id: people.manager.staffId } })
  // Who says it again does not take the first one's name.
  expect((await call(people.head, 'answer', { ids: [own.id], isEnrolled: true })).json).toEqual({ changed: 0 })
  expect(await rowOf(people.head, own.id)).toMatchObject({ answeredBy: { id: people.manager.staffId } })
  await call(people.manager, 'answer', { ids: [own.id], isEnrolled: false })
  expect(await rowOf(people.manager, own.id)).toMatchObject({ answeredBy: null, answeredAt: null, state: 'waiting' })
})

test('the head office decides for several at once; where somebody was first nothing changes', async () => {
  const [one, two] = [await missing(shops.own), await missing(shops.other)]
  const ids = [one.id, two.id]
  const decision = { ids, from: 'waiting', decision: 'close' }
  const [first, again] = [
    await call(people.head, 'decide', decision, 'k1'),
    await call(people.head, 'decide', decision, 'k1'),
  ]
  expect([first.json, again.json]).toEqual([{ changed: 2 }, { changed: 2 }])
  expect(await rowOf(people.head, one.id)).toMatchObject({ state: 'closing', decidedBy: { id: people.head.staffId } })
  const three = await missing(shops.own)
  const late = await call(people.head, 'decide', { ids: [three.id, one.id], from: 'waiting', decision: 'keep' })
  expect([late.status, late.json.message]).toEqual([409, expect.stringContaining('1名は、ほかの人が先に判断したか')])
  expect(await rowOf(people.head, three.id)).toMatchObject({ state: 'waiting' })
  expect((await call(people.manager, 'answer', { ids: [one.id], isEnrolled: true })).status).toBe(409)
})

test('what was closed is taken back, what was kept is closed, and nothing else follows from a state', async () => {
  const [closed, kept, returned] = [
    await missing(shops.own, 'closed'),
    await missing(shops.own, 'kept'),
    await missing(shops.own, 'returned'),
  ]
  await call(people.head, 'decide', { ids: [closed.id], from: 'closed', decision: 'keep' })
  await call(people.head, 'decide', { ids: [kept.id], from: 'kept', decision: 'close' })
  const { rows } = await api.db.execute(sql`select member_id::text as member, diff from audit_log
    where action = 'missingMember.decide' and resource_id = ${kept.id}`)
  expect(rows).toEqual([{ member: kept.memberId, diff: { state: { before: 'kept', after: 'closing' } } }])
  expect([await rowOf(people.head, closed.id), await rowOf(people.head, kept.id)]).toMatchObject([
    { state: 'reopening' },
    { state: 'closing' },
  ])
  const wrong = await call(people.head, 'decide', { ids: [returned.id], from: 'returned', decision: 'close' })
  expect(wrong.status).toBe(422)
})

test('list, member and log have the same words for who has moved away, with the day and by whom', async () => {
  const one = await missing(shops.own, 'closed')
  await api.db.execute(
    sql`update missing_member set kind = 'moved', decided_at = ${api.time.now.toISOString()} where id = ${Number(one.id)}`,
  )
  const token = tokens.get(people.head)
  const read = async (filter: string) => {
    const { json } = await api.get(`${path}/list?limit=500&${filter}`, { token })
    return (json.list as { id: string }[]).find(({ id }) => id === one.id)
  }
  const { json: member } = await api.get(`/api/admin/user/${one.userId}`, { token })
  expect(member.missing).toEqual({
    ...{ kind: 'moved', state: 'closed', lastSeenOn: '2026-11-19', isByRun: true, rejoinedOn: null },
  })
  expect(await read('byRun=week')).toMatchObject({
    ...{ kind: 'moved', state: 'closed', lastSeenOn: '2026-11-19', contractStatus: member.contractStatus },
  })
  await call(people.head, 'decide', { ids: [one.id], from: 'closed', decision: 'keep' })
  const { json: log } = await api.get(`/api/admin/audit/list?resourceType=missingMember&limit=1`, { token })
  const [{ member: named, fields }] = log.list
  expect(named.name).toBe(`${member.lastName}\u3000${member.firstName}`)
  const wordsOf = ({ field, before, after }: Record<'field' | 'before' | 'after', string>) =>
    [before, after].map((value) => changeText('missingMember', field, value))
  expect(fields.map(wordsOf)).toEqual([[shownMissingStates[shownMissingState(member.missing)], '転出の取り消し中']])
  expect(await read('byRun=week')).toBeUndefined()
})

test('ten thousand of them are paged, counted and searched', async () => {
  await api.db.execute(sql`insert into missing_member (brand_code, their_id, member_id, run_id, state, reason, last_seen_on, missing_since)
    select 'other', n::text, (select id from member where shop_id = ${Number(shops.own)} order by id limit 1), 2, 'waiting', 'many',
      '2026-11-19', '2026-11-20 02:00+09' from generate_series(1, 10000) n`)
  const token = tokens.get(people.manager)
  const began = performance.now()
  const { json } = await api.get(`${path}/list?state=waiting&answer=none&limit=500&offset=9000`, { token })
  expect(json.paging).toMatchObject({ count: 500 })
  expect(json.paging.total).toBeGreaterThanOrEqual(10_000)
  expect(performance.now() - began).toBeLessThan(3_000)
  await api.db.execute(sql`delete from missing_member where brand_code = 'other'`)
})
