import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('tags are kept sorted and once each, notes as they were written', async () => {
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

test('a flag can be set against the contracts only while it is held by hand', async () => {
  const { userId } = await api.makeMember(shopId)
  const refused = await change(userId, { hasActivePlan: true })
  expect([refused.status, refused.json.fields]).toEqual([
    422,
    { hasActivePlan: 'この項目は「手動で固定」にすると変更できます。' },
  ])
  const held = await change(userId, { hasActivePlan: true, lockedHasActivePlan: true })
  expect(held.json).toMatchObject({ hasActivePlan: true, lockedHasActivePlan: true, status: 'active' })
})

test('a flag that is given back is at once what the contracts say', async () => {
  const { userId } = await api.makeMember(shopId)
  await change(userId, { withLeanBodyContent: true, lockedWithLeanBodyContent: true })
  const { status, json } = await change(userId, { withLeanBodyContent: true, lockedWithLeanBodyContent: false })
  expect([status, json.withLeanBodyContent, json.lockedWithLeanBodyContent]).toEqual([200, false, false])
})

test('only who works in the member’s shop can be the trainer', async () => {
  const { userId } = await api.makeMember(shopId)
  const stranger = await api.makeStaff({ role: 'level2', shops: [otherShop] })
  const left = await api.makeStaff({ role: 'level2', shops: [shopId], status: 'cancel' })
  for (const { staffId } of [stranger, left]) {
    const { status, json } = await change(userId, { trainerStaffId: staffId })
    expect([status, Object.keys(json.fields)]).toEqual([422, ['trainerStaffId']])
  }
  expect((await change(userId, { trainerStaffId: trainer.staffId })).json.trainer.id).toBe(trainer.staffId)
})

test('of two who change a member at once the second learns what the first has made of it', async () => {
  const { userId } = await api.makeMember(shopId)
  const { version } = await read(userId)
  const both = await Promise.all(['膝に不安', '朝型'].map((tag) => change(userId, { tags: [tag], version })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const stale = both.find(({ status }) => status === 409)
  expect(stale?.json.current.tags).toEqual(both.find(({ status }) => status === 200)?.json.tags)
})

test('the history says who changed what, from what to what; a trainer by name', async () => {
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

test('a trainer sees the contact of who is assigned to them, and of nobody else', async () => {
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

test('of forty members who get a trainer and LEAN BODY, three whose flag is held otherwise are told and left as they are', async () => {
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

test('a member of another shop is not found among those to be changed, and stays as they are', async () => {
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
])('the list narrows by %s as soon as it is set, and counts them', async (_, filter, kept) => {
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
