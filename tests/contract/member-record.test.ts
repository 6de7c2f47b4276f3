import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservation } from '../../api/db/schema/facts.ts'
import { type Api, startApi } from '../support/api.ts'

const path = '/api/admin/member'
let api: Api
let shopId: string
let otherShop: string
let manager: string
let trainer: Awaited<ReturnType<Api['makeStaff']>>

beforeAll(async () => {
  api = await startApi()
  shopId = await api.makeShop()
  otherShop = await api.makeShop()
  manager = await api.as({ role: 'level3', shops: [shopId] })
  trainer = await api.makeStaff({ role: 'level2', shops: [shopId] })
})
afterAll(() => api.close())

const change = (id: string, body: object, token = manager) => api.put(`${path}/${id}`, { token, body })
const read = async (id: string, token = manager) => (await api.get(`/api/admin/user/${id}`, { token })).json

test('tags are stored sorted and without duplicates, notes as written', async () => {
  const { userId } = await api.makeMember(shopId)
  const kept = { tags: ['朝型', 'ダイエット', '朝型'], staffNote: '春のマラソンに出る。', alertNote: '腰に注意' }
  const { status, json } = await change(userId, kept)
  expect([status, json.tags, json.staffNote, json.alertNote, json.hasAlert]).toEqual([
    200,
    ['ダイエット', '朝型'],
    '春のマラソンに出る。',
    '腰に注意',
    true,
  ])
})

test('a blank note is none', async () => {
  const { userId } = await api.makeMember(shopId, { alertNote: '腰に注意', staffNote: '古いメモ' })
  const { json } = await change(userId, { alertNote: ' 　', staffNote: '' })
  expect([json.alertNote, json.staffNote, json.hasAlert]).toEqual([null, null, false])
})

test('a flag can differ from the contracts only while it is locked', async () => {
  const { userId } = await api.makeMember(shopId)
  const refused = await change(userId, { hasActivePlan: true })
  expect([refused.status, refused.json.fields]).toEqual([
    422,
    { hasActivePlan: 'この項目は「手動で固定」にすると変更できます。' },
  ])
  const held = await change(userId, { hasActivePlan: true, lockedHasActivePlan: true })
  expect(held.json).toMatchObject({ hasActivePlan: true, lockedHasActivePlan: true, status: 'active' })
})

test('an unlocked flag immediately follows the contracts', async () => {
  const { userId } = await api.makeMember(shopId)
  await change(userId, { withLeanBodyContent: true, lockedWithLeanBodyContent: true })
  const { status, json } = await change(userId, { withLeanBodyContent: true, lockedWithLeanBodyContent: false })
  expect([status, json.withLeanBodyContent, json.lockedWithLeanBodyContent]).toEqual([200, false, false])
})

test('only staff who work in the member’s shop can be the trainer', async () => {
  const { userId } = await api.makeMember(shopId)
  const stranger = await api.makeStaff({ role: 'level2', shops: [otherShop] })
  const left = await api.makeStaff({ role: 'level2', shops: [shopId], status: 'cancel' })
  for (const { staffId } of [stranger, left]) {
    const { status, json } = await change(userId, { trainerStaffId: staffId })
    expect([status, Object.keys(json.fields)]).toEqual([422, ['trainerStaffId']])
  }
  expect((await change(userId, { trainerStaffId: trainer.staffId })).json.trainer.id).toBe(trainer.staffId)
})

test('of two concurrent changes the second gets the first one’s result', async () => {
  const { userId } = await api.makeMember(shopId)
  const { version } = await read(userId)
  const both = await Promise.all(['膝に不安', '朝型'].map((tag) => change(userId, { tags: [tag], version })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const stale = both.find(({ status }) => status === 409)
  expect(stale?.json.current.tags).toEqual(both.find(({ status }) => status === 200)?.json.tags)
})

test('the history shows who changed what, from what to what; a trainer by name', async () => {
  const { userId } = await api.makeMember(shopId)
  await change(userId, { trainerStaffId: trainer.staffId, alertNote: '忘れ物あり' })
  const { list } = (await api.get(`${path}/${userId}/history`, { token: manager })).json
  expect(list).toHaveLength(1)
  expect(list[0].actor.displayName).toBeTruthy()
  expect(list[0].fields).toEqual(
    expect.arrayContaining([
      { field: 'alertNote', before: null, after: '忘れ物あり' },
      { field: 'trainerStaffId', before: null, after: expect.any(String) },
    ]),
  )
})

test('a trainer sees the contact of their own members only', async () => {
  const contact = { tel: '09012345678', email: 'who@example.jp' }
  const assigned = await api.makeMember(shopId, { ...contact, trainerStaffId: trainer.staffId })
  const stranger = await api.makeMember(shopId, { ...contact, email: 'other@example.jp' })
  const token = await api.signIn(trainer)
  expect(await read(assigned.userId, token)).toMatchObject(contact)
  expect(await read(stranger.userId, token)).toMatchObject({ tel: '***-****-5678', email: 'o***@example.jp' })
  const { list } = (await api.get('/api/admin/user/member/list?limit=500', { token })).json
  const telOf = (id: string) => list.find((row: { id: string }) => row.id === id)?.tel
  expect([telOf(assigned.userId), telOf(stranger.userId)]).toEqual(['09012345678', '***-****-5678'])
})

test.each([
  ['four weeks ago', -28, 'completed', true],
  ['in three weeks', 21, 'booked', true],
  ['longer ago', -31, 'completed', false],
  ['and cancelled', 1, 'cancelled', false],
] as const)(
  'a trainer sees the contact of who was booked with them %s: %s days, %s, %s',
  async (_, days, status, sees) => {
    const { userId, memberId } = await api.makeMember(shopId, { tel: '09012345678' })
    const startAt = new Date(api.time.now.getTime() + days * 86_400_000)
    const endAt = new Date(startAt.getTime() + 3_600_000)
    const booking = { kind: 'free', programName: 'パーソナル', bookedAt: startAt, bookedVia: 'app' } as const
    await api.db.insert(reservation).values({
      ...booking,
      externalId: Number(memberId),
      shopId,
      memberId,
      staffId: trainer.staffId,
      startAt,
      endAt,
      status,
    })
    const token = await api.signIn(trainer)
    expect((await read(userId, token)).tel).toBe(sees ? '09012345678' : '***-****-5678')
  },
)

test('a change is undone by sending the old values with the new version', async () => {
  const { userId } = await api.makeMember(shopId, { tags: ['法人'], staffNote: '前のメモ' })
  const { tags, staffNote, hasActivePlan, lockedHasActivePlan } = await read(userId)
  const before = { tags, staffNote, hasActivePlan, lockedHasActivePlan }
  const changed = await change(userId, { tags: [], staffNote: null, hasActivePlan: true, lockedHasActivePlan: true })
  const undone = await change(userId, { ...before, version: changed.json.version })
  expect([undone.status, undone.json.status]).toEqual([200, 'waiting'])
  expect(undone.json).toMatchObject(before)
})

test('of forty members who get a trainer and LEAN BODY, three with a locked flag are reported and unchanged', async () => {
  const made = []
  for (let at = 0; at < 40; at++) {
    made.push(await api.makeMember(shopId, at < 3 ? { lockedWithLeanBodyContent: true } : {}))
  }
  const ids = made.map(({ userId }) => userId)
  const body = { ids, trainerStaffId: trainer.staffId, withLeanBodyContent: true }
  const dry = await api.put(`${path}/bulk`, { token: manager, body: { ...body, dryRun: true } })
  expect(dry.json).toMatchObject({ changed: 37, locked: 3, unchanged: 0, notFound: 0 })
  expect((await read(ids[5] as string)).trainer).toBeNull()

  const done = await api.put(`${path}/bulk`, { token: manager, body })
  expect(done.json).toMatchObject({ changed: 37, locked: 3 })
  expect((await read(ids[0] as string)).trainer).toBeNull()
  expect((await read(ids[5] as string)).trainer.id).toBe(trainer.staffId)
  expect((await api.get(`${path}/${ids[5]}/history`, { token: manager })).json.list).toHaveLength(1)

  const again = await api.put(`${path}/bulk`, { token: manager, body })
  expect(again.json).toMatchObject({ changed: 0, unchanged: 37, locked: 3 })
})

const bulk = async (body: object) => (await api.put(`${path}/bulk`, { token: manager, body })).json
const resultsOf = ({ rows }: { rows: { result: string }[] }) => rows.map(({ result }) => result)

test('a bulk change overrides a locked flag only together with its lock', async () => {
  const held = await api.makeMember(shopId, { lockedWithLeanBodyContent: true })
  const ids = [held.userId]
  expect(resultsOf(await bulk({ ids, withLeanBodyContent: true }))).toEqual(['locked'])
  const forced = { ids, withLeanBodyContent: true, lockedWithLeanBodyContent: true }
  expect(resultsOf(await bulk(forced))).toEqual(['changed'])
  expect(await read(held.userId)).toMatchObject({ withLeanBodyContent: true, lockedWithLeanBodyContent: true })
})

test('flags can be locked in bulk at their current values, and unlocked', async () => {
  const one = await api.makeMember(shopId, { contractStatus: 'active' })
  const ids = [one.userId]
  expect(resultsOf(await bulk({ ids, lockedHasActivePlan: true }))).toEqual(['changed'])
  expect(await read(one.userId)).toMatchObject({ hasActivePlan: false, lockedHasActivePlan: true, status: 'waiting' })
  expect(resultsOf(await bulk({ ids, lockedHasActivePlan: false }))).toEqual(['changed'])
  expect(await read(one.userId)).toMatchObject({ hasActivePlan: true, lockedHasActivePlan: false, status: 'active' })
})

test('a flag cannot be locked and unlocked in one change', async () => {
  const { userId } = await api.makeMember(shopId)
  const { fields } = await bulk({ ids: [userId], hasActivePlan: true, lockedHasActivePlan: false })
  expect(Object.keys(fields)).toEqual(['hasActivePlan'])
})

test('tags are added and removed in bulk; if somebody would have more than twenty, they are named and nobody is changed', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `タグ${at}`)
  const full = await api.makeMember(shopId, { lastName: '満杯', firstName: '多', tags: many })
  const free = await api.makeMember(shopId, { tags: ['夜型', '法人'] })
  const ids = [full.userId, free.userId]
  const { fields } = await bulk({ ids, addTags: ['朝型'] })
  expect(fields.addTags).toContain('満杯　多')
  expect((await read(free.userId)).tags).toEqual(['夜型', '法人'])

  const done = await bulk({ ids, addTags: ['朝型'], removeTags: ['夜型', 'タグ0'] })
  expect(done).toMatchObject({ changed: 2 })
  expect((await read(free.userId)).tags).toEqual(['朝型', '法人'])
  expect((await read(full.userId)).tags).toHaveLength(20)
})

test('a dry run of a bulk change changes nobody, and no version', async () => {
  const { userId } = await api.makeMember(shopId)
  const before = await read(userId)
  expect(await bulk({ ids: [userId], addTags: ['朝型'], dryRun: true })).toMatchObject({ changed: 1 })
  expect(await read(userId)).toEqual(before)
  expect((await api.get(`${path}/${userId}/history`, { token: manager })).json.list).toEqual([])
})

test('a duplicate member is changed once, and reported once', async () => {
  const { userId } = await api.makeMember(shopId)
  const { rows, changed } = await bulk({ ids: [userId, userId], addTags: ['朝型'] })
  expect([rows.length, changed, (await read(userId)).version]).toEqual([1, 1, 2])
})

test('at most five hundred members at a time', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => String(900_000 + at))
  expect((await api.put(`${path}/bulk`, { token: manager, body: { ids } })).status).toBe(422)
  expect(await bulk({ ids: ids.slice(1) })).toMatchObject({ notFound: 500 })
})

test('the trainer in a bulk change must work in the shops of all members', async () => {
  const region = await api.as({ role: 'level4', shops: [shopId, otherShop] })
  const ids = [(await api.makeMember(shopId)).userId, (await api.makeMember(otherShop)).userId]
  const body = { ids, trainerStaffId: trainer.staffId }
  const { status, json } = await api.put(`${path}/bulk`, { token: region, body })
  expect([status, Object.keys(json.fields)]).toEqual([422, ['trainerStaffId']])
})

test('two concurrent changes of the same hundreds both finish', async () => {
  const ids = []
  for (let at = 0; at < 12; at++) ids.push((await api.makeMember(shopId)).userId)
  const answers = await Promise.all([
    bulk({ ids, addTags: ['一'] }),
    bulk({ ids: [...ids].reverse(), addTags: ['二'] }),
    bulk({ ids, removeTags: ['三'], addTags: ['四'] }),
  ])
  expect(answers.map(({ changed }) => changed)).toEqual([12, 12, 12])
  for (const id of ids) expect((await read(id)).tags).toEqual(['一', '二', '四'])
})

test('concurrent bulk changes in the same shops do not block each other, and keep the totals right', async () => {
  const shops = [await api.makeShop(), await api.makeShop()] as const
  const token = await api.as({ role: 'level4', shops: [...shops] })
  const groups: string[][] = []
  for (let group = 0; group < 4; group++) {
    const ids = []
    // Each starts with the other shop.
    for (let at = 0; at < 10; at++) ids.push((await api.makeMember(shops[(group + at) % 2] as string)).userId)
    groups.push(ids)
  }
  const answers = await Promise.all(
    groups.map((ids, at) =>
      api.put(`${path}/bulk`, { token, body: { ids, addTags: [`組${at}`], hasActivePlan: true } }),
    ),
  )
  expect(answers.map(({ status, json }) => [status, json.changed])).toEqual(groups.map(() => [200, 10]))
  for (const [query, total] of [
    ['status=active', 40],
    ['status=waiting', 0],
    [`shopId=${shops[0]}&status=active`, 20],
    [`tag=${encodeURIComponent('組1')}`, 10],
  ] as const) {
    expect((await api.get(`/api/admin/user/member/list?${query}`, { token })).json.paging.total).toBe(total)
  }
})

test('a member of another shop is not found in a bulk change, and is unchanged', async () => {
  const [own, other] = [await api.makeMember(shopId), await api.makeMember(otherShop)]
  const body = { ids: [own.userId, other.userId], addTags: ['法人'] }
  const { json } = await api.put(`${path}/bulk`, { token: manager, body })
  expect(json.rows.map(({ result }: { result: string }) => result)).toEqual(['changed', 'notFound'])
  expect((await read(other.userId, await api.as({ role: 'all' }))).tags).toEqual([])
})

test.each([
  ['tag', { tag: '水泳' }, { tags: ['水泳', '朝型'] }],
  ['trainer', { trainerStaffId: 'the trainer' }, { trainerStaffId: 'the trainer' }],
  ['alert', { alert: 'true' }, { alertNote: '車いすで来館' }],
  ['LEAN BODY', { leanBody: 'true' }, { withLeanBodyContent: true, lockedWithLeanBodyContent: true }],
  ['lock', { locked: 'true' }, { hasActivePlan: true, lockedHasActivePlan: true }],
])('the list filters by %s as soon as it is set, with its total', async (_, filter, kept) => {
  const shop = await api.makeShop()
  const token = await api.as({ role: 'level3', shops: [shop] })
  const own = await api.makeStaff({ role: 'level2', shops: [shop] })
  const named = <T extends object>(values: T) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value === 'the trainer' ? own.staffId : value]),
    )
  const [chosen] = [await api.makeMember(shop), await api.makeMember(shop)]
  expect((await change(chosen.userId, named(kept), token)).status).toBe(200)
  const { json } = await api.get(`/api/admin/user/member/list?${new URLSearchParams(named(filter))}`, { token })
  expect([json.list.map(({ id }: { id: string }) => id), json.paging.total]).toEqual([[chosen.userId], 1])
})
