import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rehearsalHeader } from '#contract/errors.ts'
import { userAccount } from '../../api/db/schema/identity.ts'
import { password } from '../support/accounts.ts'
import { type Answer, type Api, type Person, type StaffOptions, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
let head: string
let admin: string
let adminPerson: Person
let manager: string

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  adminPerson = await api.makeStaff({ role: 'all', isAdmin: true })
  admin = await api.signIn(adminPerson)
  head = await api.signIn(await api.makeStaff({ role: 'all' }))
  manager = await api.signIn(await api.makeStaff({ role: 'level3', shops: [own] }))
})
afterAll(() => api.close())

const trainer = (more: StaffOptions = {}) => api.makeStaff({ role: 'level2', shops: [own], ...more })
const read = async ({ staffId }: Person, token = head) => (await api.get(`/api/admin/staff/${staffId}`, { token })).json
const change = (person: Person, body: object, token = head) =>
  api.put(`/api/admin/staff/${person.staffId}`, { token, body })
const setShops = (person: Person, shopIds: string[], more: object = {}, token = head) =>
  api.put(`/api/admin/staff/${person.staffId}/shops`, { token, body: { shopIds, mainShopId: null, ...more } })

const registration = {
  lastName: '長谷川',
  firstName: '葵',
  lastNameKana: 'はせがわ',
  firstNameKana: 'ｱｵｲ',
  gender: 'female',
  tel: '０９０－1234-5678',
  birthday: '1998-05-01',
  imgUrl: null,
  displayName: null,
  role: 'level2',
  jobTitle: '主任',
  employmentType: 'employee',
  joinedOn: '2026-04-01',
  invites: false,
}
const register = (more: object, token = manager) =>
  api.post('/api/admin/staff/register', {
    token,
    body: { ...registration, email: 'aoi@example.jp', shopIds: [own], ...more },
  })

describe('an address that somebody in another shop has', () => {
  const profile = {
    ...{ lastName: '長谷川', firstName: '葵', lastNameKana: 'ハセガワ', firstNameKana: 'アオイ', gender: 'female' },
    ...{ tel: null, birthday: null, imgUrl: null },
  }

  test('is refused with one sentence by every form, also where it is only tried, and counts as one of ten a day', async () => {
    const other10 = await Promise.all(
      Array.from({ length: 10 }, (_, at) => api.makeStaff({ shops: [other], email: `theirs${at}@example.jp` })),
    )
    const [person, waiting] = [
      await api.makeStaff({ role: 'level4', shops: [own] }),
      await trainer({ status: 'waiting' }),
    ]
    const token = await api.signIn(person)
    const ways: ((email: string) => Promise<Answer>)[] = [
      (email) => register({ email }, token),
      (email) => api.post('/api/admin/user/new', { token, body: { ...profile, type: 'staff', email } }),
      (email) =>
        api.post('/api/admin/user/new', {
          ...{ token, body: { ...profile, type: 'staff', email }, headers: { [rehearsalHeader]: '1' } },
        }),
      (email) => api.put(`/api/admin/user/${waiting.userId}`, { token, body: { email } }),
      (email) => api.post('/api/admin/user/change-email', { token, body: { email, currentPassword: password } }),
    ]
    const refused = []
    for (const [at, { email }] of other10.entries()) refused.push((await ways[at % ways.length]?.(email))?.json.fields)
    expect(refused).toEqual(Array(10).fill({ email: 'このメールアドレスは登録できません。' }))
    // Of an eleventh nothing is told, taken or free; other fields are changed as before.
    await api.makeStaff({ shops: [other], email: 'theirs10@example.jp' })
    for (const way of ways) {
      for (const email of ['theirs10@example.jp', 'nobody-has-this@example.jp']) {
        expect((await way(email)).json.fields).toEqual({ email: expect.stringContaining('明日まで登録できません') })
      }
    }
    const named = { token, body: { firstName: '蒼' } }
    expect((await api.put(`/api/admin/user/${waiting.userId}`, named)).status).toBe(200)
    // Nobody else pays for it, and whoever sees every shop is told.
    expect((await register({ email: 'theirs10@example.jp' })).json.fields).toEqual(refused[0])
    expect((await register({ email: 'theirs10@example.jp' }, head)).json.fields).toEqual({
      email: 'このメールアドレスはすでに使われています。',
    })
  })
})

describe('registering', () => {
  test('creates user, staff and shops together, with kana and number normalised', async () => {
    const { json } = await register({})
    expect(json).toMatchObject({
      displayName: '長谷川 葵',
      role: 'level2',
      status: 'waiting',
      user: { lastNameKana: 'ハセガワ', firstNameKana: 'アオイ', tel: '09012345678', email: 'aoi@example.jp' },
      shopStaffList: [{ shop: { id: own, name: '新宿店' }, isMain: false }],
    })
    const user = await api.get(`/api/admin/user/${json.userId}?type=staff`, { token: manager })
    expect(user.json).toMatchObject({ lastName: '長谷川', staffId: json.id })
  })

  test('with a used address creates nothing and reports it at the field', async () => {
    const count = () => api.db.select({ n: sql<number>`count(*)` }).from(userAccount)
    const before = await count()
    const { status, json } = await register({})
    expect([status, json.fields]).toEqual([422, { email: 'このメールアドレスは登録できません。' }])
    expect(await count()).toEqual(before)
  })

  test('twice concurrently with one address creates one person', async () => {
    const answers = await Promise.all([1, 2].map(() => register({ email: 'twice@example.jp' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('in three calls, as in the specification, creates the same person', async () => {
    const {
      displayName: _,
      role: __,
      jobTitle: ___,
      employmentType: ____,
      joinedOn: _____,
      invites: ______,
      ...profile
    } = registration
    const post = (path: string, body: object) => api.post(`/api/admin/${path}`, { token: manager, body })
    const user = (await post('user/new', { ...profile, email: 'three@example.jp', type: 'staff' })).json
    expect(user.staffId).toBeNull()
    const made = (await post('staff/new', { userId: user.id, role: 'level2', status: 'waiting' })).json
    const link = (await post('shop/staff/new', { staffId: made.id, shopId: own })).json
    expect(link.shop.name).toBe('新宿店')
    expect((await read({ staffId: made.id } as Person, manager)).shopStaffList).toHaveLength(1)
  })
})

describe('a user whose registration broke off', () => {
  const begun = async (token = manager) => {
    const { displayName: _, role: __, jobTitle: ___, employmentType: ____, joinedOn: _____, ...rest } = registration
    const { invites: ______, ...profile } = rest
    const body = { ...profile, email: `begun${Math.random()}@example.jp`, type: 'staff' }
    return (await api.post('/api/admin/user/new', { token, body })).json as { id: string; version: number }
  }
  const unfinished = async (token: string) =>
    (await api.get('/api/admin/user/staff/list?unfinished=true&limit=500', { token })).json.list as {
      id: string
      userId: string
    }[]

  test('is listed apart, to whoever began it and to head office', async () => {
    const { id } = await begun()
    const colleague = await api.signIn(await api.makeStaff({ role: 'level4', shops: [own] }))
    const seen = await Promise.all([manager, head, colleague].map(unfinished))
    expect(seen.map((list) => list.some(({ userId }) => userId === id))).toEqual([true, true, false])
    const staff = (await api.get('/api/admin/user/staff/list?limit=500', { token: head })).json.list
    expect(staff.some(({ userId }: { userId: string }) => userId === id)).toBe(false)
    const trainersToken = await api.signIn(await trainer())
    const refused = await api.get('/api/admin/user/staff/list?unfinished=true', { token: trainersToken })
    expect(refused.json.fields).toHaveProperty('unfinished')
  })

  test('is out of reach of everything that acts on staff, by whatever number', async () => {
    const { id, version } = await begun()
    const staffId = (await unfinished(head)).find(({ userId }) => userId === id)?.id as string
    const path = `/api/admin/staff/${staffId}`
    const answers = await Promise.all([
      api.get(path, { token: admin }),
      api.put(path, { token: admin, body: { version, status: 'active' } }),
      api.put(`${path}/shops`, { token: admin, body: { version, shopIds: [own], mainShopId: null } }),
      api.post('/api/admin/staff/invite', { token: admin, body: { staffId } }),
      api.post('/api/admin/shop/staff/new', { token: admin, body: { staffId, shopId: own } }),
      api.delete(path, { token: admin, body: { version } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })

  test('is made staff once, and not removed by somebody who has not seen that', async () => {
    const { id, version } = await begun()
    const make = () =>
      api.post('/api/admin/staff/new', { token: manager, body: { userId: id, role: 'level2', status: 'waiting' } })
    expect((await make()).json).toMatchObject({ role: 'level2', status: 'waiting' })
    expect([(await make()).status, (await unfinished(head)).some(({ userId }) => userId === id)]).toEqual([409, false])
    const remove = (version: number) => api.delete(`/api/admin/user/${id}?version=${version}`, { token: head })
    expect((await remove(version)).json.code).toBe('stale')
  })

  test('is removed by head office, and not by a manager, who may not remove staff', async () => {
    const { id, version } = await begun()
    const remove = (token: string) => api.delete(`/api/admin/user/${id}?version=${version}`, { token })
    expect((await remove(manager)).status).toBe(403)
    expect((await remove(head)).status).toBe(200)
    expect((await unfinished(head)).some(({ userId }) => userId === id)).toBe(false)
  })
})

describe('a status', () => {
  test.each([
    ['waiting', 'cancel', 200],
    ['waiting', 'suspended', 422],
    ['active', 'suspended', 200],
    ['active', 'waiting', 422],
    ['suspended', 'active', 200],
    ['suspended', 'cancel', 200],
    ['cancel', 'active', 422],
  ] as const)('%s becomes %s: %i', async (from, to, expected) => {
    const person = await trainer({ status: from })
    const leftOn = to === 'cancel' ? '2026-11-30' : null
    expect((await change(person, { status: to, leftOn })).status).toBe(expected)
  })

  test.each([
    ['waiting', 'active'],
    ['cancel', 'waiting'],
  ] as const)('%s becomes %s by an admin only', async (from, to) => {
    const person = await trainer({ status: from })
    const refused = await change(person, { status: to })
    expect([refused.status, refused.json.fields]).toEqual([422, { status: 'この変更は管理者だけができます。' }])
    expect((await change(person, { status: to }, admin)).json.status).toBe(to)
  })

  test('of former staff requires a leaving date, not before they joined; a returning person has none', async () => {
    const person = await trainer()
    const fields = async (body: object) => (await change(person, { status: 'cancel', ...body })).json.fields
    expect(await fields({})).toEqual({ leftOn: '退職日を入力してください。' })
    expect(await fields({ joinedOn: '2026-04-01', leftOn: '2026-03-31' })).toEqual({
      leftOn: '退職日には入社日以降の日付を入力してください。',
    })
    expect((await change(person, { status: 'cancel', leftOn: '2026-11-30' })).json.leftOn).toBe('2026-11-30')
    expect((await change(person, { status: 'waiting' }, admin)).json.leftOn).toBeNull()
  })

  test('of former staff ends every session immediately', async () => {
    const person = await trainer()
    const tokens = [await api.signIn(person), await api.signIn(person)]
    await change(person, { status: 'cancel', leftOn: '2026-11-30' })
    for (const token of tokens) expect((await api.get('/api/admin/user/me', { token })).status).toBe(401)
  })
})

describe('the admin flag', () => {
  const flag = (person: Person, isAdmin: boolean, token: string) => change(person, { isAdmin }, token)

  test('is changed only by admins', async () => {
    const second = await api.makeStaff({ role: 'all' })
    expect((await flag(second, true, admin)).json.isAdmin).toBe(true)
    const token = await api.signIn(second)
    expect((await flag(adminPerson, false, token)).json.isAdmin).toBe(false)
    expect((await flag(adminPerson, true, token)).json.isAdmin).toBe(true)
    admin = await api.signIn(adminPerson)
    expect((await flag(second, false, admin)).json.isAdmin).toBe(false)
  })

  test('removed by two admins from each other concurrently stays with one', async () => {
    const [a, b] = [
      await api.makeStaff({ role: 'all', isAdmin: true }),
      await api.makeStaff({ role: 'all', isAdmin: true }),
    ]
    const [tokenA, tokenB] = [await api.signIn(a), await api.signIn(b)]
    const answers = await Promise.all([flag(b, false, tokenA), flag(a, false, tokenB)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([401, 403]).toContain(answers.find(({ status }) => status !== 200)?.status)
  })
})

describe('a person’s shops', () => {
  test('are replaced as a whole, and the answer lists the difference', async () => {
    const person = await trainer()
    const { json } = await setShops(person, [other], { mainShopId: other })
    expect([json.added, json.removed]).toEqual([[{ id: other, name: '渋谷店' }], [{ id: own, name: '新宿店' }]])
    expect(json.staff.shopStaffList).toMatchObject([{ shop: { id: other }, isMain: true }])
  })

  test('are not overwritten after a concurrent change', async () => {
    const person = await trainer()
    const { version } = await read(person)
    const both = await Promise.all([[other], []].map((shopIds) => setShops(person, shopIds, { version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('changed one by one are not taken back by a form of all of them that was opened before', async () => {
    const person = await trainer()
    const { version } = await read(person)
    const body = { staffId: person.staffId, shopId: other }
    const { json: link } = await api.post('/api/admin/shop/staff/new', { token: head, body })
    expect((await setShops(person, [own], { version })).json.code).toBe('stale')
    const added = await read(person)
    await api.put(`/api/admin/shop/staff/${link.id}`, { token: head, body: { isMain: true } })
    const main = await read(person)
    expect((await setShops(person, [own, other], { version: added.version })).json.code).toBe('stale')
    await api.delete(`/api/admin/shop/staff/${link.id}`, { token: head })
    expect((await setShops(person, [own, other], { version: main.version })).json.code).toBe('stale')
    expect((await read(person)).shopStaffList).toHaveLength(1)
  })

  test('include at most one main shop', async () => {
    const person = await trainer({ shops: [own, other] })
    for (const id of person.links) await api.put(`/api/admin/shop/staff/${id}`, { token: head, body: { isMain: true } })
    const { shopStaffList } = await read(person)
    expect(shopStaffList.filter(({ isMain }: { isMain: boolean }) => isMain)).toMatchObject([{ shop: { id: other } }])
  })

  test('are shown to a manager as far as in scope, with the fact that there are others', async () => {
    const person = await trainer({ shops: [own, other] })
    const record = await read(person, manager)
    expect(record.shopStaffList).toHaveLength(1)
    expect([record.hasOtherShops, record.may.update]).toEqual([true, false])
  })
})

describe('concurrent changes of one person', () => {
  test('return to the second caller the first one’s result', async () => {
    const person = await trainer()
    const { version } = await read(person)
    await change(person, { version, jobTitle: '主任' })
    const late = await change(person, { version, jobTitle: '副店長' })
    expect([late.status, late.json.current.jobTitle]).toEqual([409, '主任'])
  })
})

describe('one’s own profile', () => {
  test('can be changed, except for the sign-in address', async () => {
    const person = await trainer()
    const token = await api.signIn(person)
    const put = (body: object) => api.put(`/api/admin/user/${person.userId}`, { token, body })
    expect((await put({ lastName: '高瀬', firstName: '翼', tel: '09000000000' })).json.tel).toBe('09000000000')
    const refused = await put({ lastName: '高瀬', firstName: '翼', email: 'mine@example.jp' })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([422, ['email']])
  })

  test('is shown to a trainer’s colleagues by name only', async () => {
    const [reader, person] = [await trainer(), await trainer()]
    const { json } = await api.get(`/api/admin/user/${person.userId}`, { token: await api.signIn(reader) })
    expect(Object.keys(json).sort()).toEqual(
      ['firstName', 'firstNameKana', 'id', 'lastName', 'lastNameKana', 'staffId', 'type', 'version'].sort(),
    )
  })
})
