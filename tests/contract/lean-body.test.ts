import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '../../api/db/schema/identity.ts'
import { leanBodyActivity } from '../../api/db/schema/lean-body.ts'
import { rebuildEverything } from '../../api/figures/rollup.ts'
import { type Api, startApi } from '../support/api.ts'

const path = '/api/admin/content/lean-body'
const tokyo = (at: string) => new Date(`${at}:00+09:00`)

let api: Api
let own: string
let other: string
let head: string
let manager: string
let trainer: string
const people: Record<string, { memberId: string; userId: string }> = {}
let yoga: string
let dance: string

interface Watched {
  who: string
  what: string
  at: string
  complete?: boolean
  rating?: number
}

/** All rows of the table, for a plain recount. */
const watched: Watched[] = [
  { who: 'trained', what: 'yoga', at: '2026-11-20T06:30', complete: true, rating: 5 },
  { who: 'trained', what: 'yoga', at: '2026-11-21T06:59' },
  { who: 'sato', what: 'yoga', at: '2026-11-20T21:00', complete: true, rating: 4 },
  { who: 'sato', what: 'dance', at: '2026-11-10T21:30' },
  { who: 'far', what: 'dance', at: '2026-11-20T00:00', complete: true },
  // The last minute before the thirty days that end today, and the first of them.
  { who: 'sato', what: 'dance', at: '2026-10-22T23:59' },
  { who: 'sato', what: 'dance', at: '2026-10-23T00:00', complete: true, rating: 1 },
]

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  const coach = await api.makeStaff({ role: 'level2', shops: [own] })
  head = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [own] })
  trainer = await api.signIn(coach)
  people.trained = await api.makeMember(own, { trainerStaffId: coach.staffId, lastName: '森' })
  people.sato = await api.makeMember(own, { lastName: '佐藤', lastNameKana: 'サトウ' })
  people.far = await api.makeMember(other, { lastName: '遠山' })
  yoga = await api.makeContent({ title: '朝のヨガ', category: 'yoga', intensity: 1, program: '朝のヨガ7日' })
  dance = await api.makeContent({ title: 'ダンスフィット', category: 'dance', targetParts: ['whole', 'legs'] })
  for (const { who, what, at, complete, rating } of watched) {
    await api.makeActivity({
      memberId: people[who]?.memberId as string,
      shopId: who === 'far' ? other : own,
      contentId: what === 'yoga' ? yoga : dance,
      startedAt: tokyo(at),
      ...(complete && { completedAt: tokyo(at), watchedSec: 880, progressRate: 0.978 }),
      ...(rating && { rating }),
    })
  }
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

const contents = async (query: string) =>
  (await api.get(`${path}/list?${query}`, { token: head })).json.list.map(({ title }: { title: string }) => title)
const activities = (query: string, token = head) => api.get(`${path}/activity/list?${query}`, { token })
const names = async (query: string, token = head) =>
  (await activities(query, token)).json.list.map(({ member }: { member: { lastName: string } }) => member.lastName)
const summary = async (query: string, token = head) =>
  (await api.get(`${path}/activity/summary?${query}`, { token })).json
const contentOf = async (id: string) => (await api.get(`${path}/${id}`, { token: head })).json

describe('contents', () => {
  test.each([
    ['by category', 'category=yoga'],
    ['by program', `program=${encodeURIComponent('朝のヨガ7日')}`],
    ['by intensity', 'intensity=1'],
    ['by a part of the title, however it is written', `keyword=${encodeURIComponent('ﾖｶﾞ')}`],
  ])('are found %s', async (_, query) => {
    expect(await contents(query)).toEqual(['朝のヨガ'])
  })

  test('can be filtered by body part, and sorted by views', async () => {
    expect(await contents('part=legs')).toEqual(['ダンスフィット'])
    expect(await contents('sortKey=completionRate&sortDir=desc&category=yoga')).toEqual(['朝のヨガ'])
    expect(await contents('sortKey=viewCount&sortDir=desc')).toEqual(['ダンスフィット', '朝のヨガ'])
  })

  test('count the views of all members, also after an activity is corrected or deleted', async () => {
    const before = await contentOf(yoga)
    expect(before).toMatchObject({ viewCount: 3, completionRate: 2 / 3, avgRating: 4.5, ratingCount: 2 })
    const again = await api.makeContent()
    const memberId = people.sato?.memberId as string
    await api.makeActivity({ memberId, shopId: own, contentId: again, rating: 2, startedAt: tokyo('2026-01-01T10:00') })
    expect(await contentOf(again)).toMatchObject({ viewCount: 1, completionRate: 0, avgRating: 2 })
    const ofIt = eq(leanBodyActivity.contentId, again)
    await api.db
      .update(leanBodyActivity)
      .set({ completedAt: tokyo('2026-01-01T10:15'), rating: 4 })
      .where(ofIt)
    expect(await contentOf(again)).toMatchObject({ viewCount: 1, completionRate: 1, avgRating: 4 })
    await api.db.delete(leanBodyActivity).where(ofIt)
    expect(await contentOf(again)).toMatchObject({ viewCount: 0, completionRate: null, avgRating: null })
  })

  test('keep the service’s own fields: a change to one is refused', async () => {
    const answer = await api.put(`${path}/${yoga}`, { token: head, body: { videoUrl: 'https://example.jp/' } })
    expect(answer.status).toBe(422)
  })

  test('can be searched by what staff have written since', async () => {
    const id = await api.makeContent()
    const body = { description: '骨盤まわりをゆるめます。', tags: ['産後'] }
    expect((await api.put(`${path}/${id}`, { token: head, body })).status).toBe(200)
    for (const word of ['骨盤', '産後']) expect(await contents(`keyword=${encodeURIComponent(word)}`)).toHaveLength(1)
  })
})

describe('many contents at once', () => {
  const bulk = (body: object) => api.put(`${path}/bulk`, { token: head, body })

  test('change together, with an audit row each; unchanged ones are counted separately', async () => {
    const ids = [await api.makeContent(), await api.makeContent(), await api.makeContent({ status: 'disabled' })]
    const both = await bulk({ ids, status: 'disabled' })
    expect(both.json).toEqual({ changed: 2, unchanged: 1 })
    const again = await bulk({ ids, shopIds: [other, own] })
    expect(again.json).toEqual({ changed: 3, unchanged: 0 })
    for (const id of ids) expect(await contentOf(id)).toMatchObject({ status: 'disabled', shopIds: [own, other] })
    const rows = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.resourceId, ids[0] as string))
    const ofContent = rows.filter(({ action }) => action === 'leanBody.update')
    expect(ofContent.map(({ diff }) => diff)).toEqual([
      { status: { before: 'active', after: 'disabled' } },
      { shopIds: { before: null, after: [own, other] } },
    ])
    expect((await bulk({ ids, shopIds: null })).json.changed).toBe(3)
    expect(await contentOf(ids[0] as string)).toMatchObject({ shopIds: null })
  })

  test('change all or none', async () => {
    const draft = await api.makeContent({ status: 'pending' })
    const unknown = await bulk({ ids: [draft, '999999'], status: 'active' })
    const noShop = await bulk({ ids: [draft], status: 'active', shopIds: ['999999'] })
    const noDraft = await bulk({ ids: [draft, yoga], status: 'pending', shopIds: [own] })
    expect([unknown.status, noShop.status, noDraft.status]).toEqual([404, 404, 422])
    expect(noDraft.json.fields.status).toContain('朝のヨガ')
    expect(await contentOf(draft)).toMatchObject({ status: 'pending', shopIds: null, version: 1 })
  })

  test('require a change', async () => {
    expect((await bulk({ ids: [yoga] })).status).toBe(422)
  })
})

describe('activities', () => {
  test('are those of the last thirty days in Tokyo by default', async () => {
    const { json } = await activities('')
    expect(json).toMatchObject({ from: '2026-10-23', to: '2026-11-21', paging: { total: 6, isAtLeast: false } })
    expect(json.list.at(-1).startedAt).toBe('2026-10-23T00:00:00.000+09:00')
  })

  test('cover at most 92 days', async () => {
    expect((await activities('from=2026-08-22&to=2026-11-21')).status).toBe(200)
    const longer = await activities('from=2026-08-21&to=2026-11-21')
    expect([longer.status, Object.keys(longer.json.fields)]).toEqual([422, ['to']])
    expect((await activities('from=2026-11-21&to=2026-11-20')).status).toBe(422)
  })

  test('are found by member, content, shop, day, completion and keyword', async () => {
    expect(await names(`userId=${people.sato?.userId}`)).toEqual(['佐藤', '佐藤', '佐藤'])
    expect(await names(`contentId=${yoga}&sortDir=asc`)).toEqual(['森', '佐藤', '森'])
    expect(await names(`shopId=${other}`)).toEqual(['遠山'])
    expect(await names('from=2026-11-20&to=2026-11-20&sortDir=asc')).toEqual(['遠山', '森', '佐藤'])
    expect(await names('completed=false')).toEqual(['森', '佐藤'])
    expect(await names(`keyword=${encodeURIComponent('さとう')}`)).toHaveLength(3)
    expect(await names(`keyword=${encodeURIComponent('だれでもない')}`)).toEqual([])
    await api.db.execute(sql`update member set tel = '09012345678' where user_id = ${Number(people.sato?.userId)}`)
    expect(await names('keyword=090-1234-5678')).toHaveLength(3)
    expect(await names('keyword=090-1234-5678', trainer)).toEqual([])
    expect(await names(`keyword=${encodeURIComponent('ダンス')}&completed=true`)).toEqual(['遠山', '佐藤'])
  })

  test('of a trainer are those of the members assigned to them', async () => {
    expect(await names('', trainer)).toEqual(['森', '森'])
    expect((await activities('', manager)).json.paging.total).toBe(5)
    expect((await activities(`userId=${people.sato?.userId}`, trainer)).status).toBe(404)
    expect(await summary('', trainer)).toMatchObject({ activeMembers: 1, viewCount: 2 })
  })
})

describe('the summary', () => {
  const plain = (rows: Watched[]) => {
    const done = rows.filter(({ complete }) => complete)
    const rated = rows.flatMap(({ rating }) => rating ?? [])
    const hours = Array.from({ length: 24 }, (_, hour) => rows.filter(({ at }) => Number(at.slice(11, 13)) === hour))
    return {
      activeMembers: new Set(rows.map(({ who }) => who)).size,
      viewCount: rows.length,
      watchedSec: rows.reduce((sum, { complete }) => sum + (complete ? 880 : 300), 0),
      completionRate: done.length / rows.length,
      avgRating: rated.length === 0 ? null : rated.reduce((sum, rating) => sum + rating, 0) / rated.length,
      hours: hours.map((of) => of.length),
    }
  }
  const inDays = (from: string, to: string) =>
    watched.filter(({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)

  test.each([
    ['of all shops', '', () => inDays('2026-10-23', '2026-11-21')],
    ['of a day', 'from=2026-11-20&to=2026-11-20', () => inDays('2026-11-20', '2026-11-20')],
    ['of a month', 'from=2026-10-01&to=2026-10-31', () => inDays('2026-10-01', '2026-10-31')],
  ])('equals a plain count: %s', async (_, query, rows) => {
    const { contents: ranking, ...found } = await summary(query)
    expect(found).toMatchObject(plain(rows()))
    expect(ranking.reduce((sum: number, { viewCount }: { viewCount: number }) => sum + viewCount, 0)).toBe(
      rows().length,
    )
  })

  test('of a shop, a member and a content covers only theirs, most watched first', async () => {
    const recent = inDays('2026-10-23', '2026-11-21')
    expect(await summary(`shopId=${own}`)).toMatchObject(plain(recent.filter(({ who }) => who !== 'far')))
    const ofSato = await summary(`userId=${people.sato?.userId}`)
    expect(ofSato).toMatchObject(plain(recent.filter(({ who }) => who === 'sato')))
    expect(ofSato.contents.map(({ title }: { title: string }) => title)).toEqual(['ダンスフィット', '朝のヨガ'])
    expect(await summary(`contentId=${yoga}`)).toMatchObject(plain(recent.filter(({ what }) => what === 'yoga')))
  })

  test('of all shops stays correct when an activity moves to another day or member, is corrected, or deleted', async () => {
    const period = 'from=2025-06-01&to=2025-06-30'
    const at = (shopId: string, memberId = '') => ({
      shopId,
      memberId,
      contentId: dance,
      startedAt: tokyo('2025-06-03T07:00'),
    })
    const watch = (who: string) => api.makeActivity(at(who === 'far' ? other : own, people[who]?.memberId))
    await watch('sato')
    await watch('sato')
    await watch('far')
    const ofJune = async () => {
      const { activeMembers, viewCount, watchedSec, completionRate, hours, contents: ranking } = await summary(period)
      return [activeMembers, viewCount, watchedSec, completionRate, hours[7], hours[8], ranking[0]?.viewCount]
    }
    expect(await ofJune()).toEqual([2, 3, 900, 0, 3, 0, 3])

    const inJune = (memberId = '') =>
      and(
        gte(leanBodyActivity.startedAt, tokyo('2025-06-01T00:00')),
        lt(leanBodyActivity.startedAt, tokyo('2025-07-01T00:00')),
        eq(leanBodyActivity.memberId, memberId),
      )
    const move = (who: string, change: Partial<typeof leanBodyActivity.$inferInsert>) =>
      api.db.update(leanBodyActivity).set(change).where(inJune(people[who]?.memberId))
    await move('sato', {
      startedAt: tokyo('2025-06-04T08:59'),
      completedAt: tokyo('2025-06-04T09:10'),
      watchedSec: 600,
    })
    expect(await ofJune()).toEqual([2, 3, 1500, 2 / 3, 1, 2, 3])
    expect(await summary('from=2025-06-03&to=2025-06-03')).toMatchObject({ activeMembers: 1, viewCount: 1 })
    await move('sato', { memberId: people.far?.memberId as string })
    expect(await ofJune()).toEqual([1, 3, 1500, 2 / 3, 1, 2, 3])
    await api.db.delete(leanBodyActivity).where(inJune(people.far?.memberId))
    expect(await ofJune()).toEqual([0, 0, 0, null, 0, 0, undefined])
  })
})
