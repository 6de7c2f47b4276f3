import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopStaff, staff } from '../../api/db/schema/organisation.ts'
import { password } from '../support/accounts.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
let shop: string
beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop()
})
afterAll(() => api.close())

const signedIn = async (role: 'level3' | 'level4' | 'all' = 'level3') => {
  const person = await api.makeStaff({ role, shops: [shop] })
  return { ...person, token: await api.signIn(person) }
}
const me = (token: string) => api.get('/api/admin/user/me', { token })
const edit = (token: string) => api.put(`/api/admin/shop/${shop}`, { token, body: { imgUrl: null } })

const status = (staffId: string, value: 'active' | 'suspended') =>
  api.db.update(staff).set({ status: value }).where(eq(staff.id, staffId))

test('a suspension applies to the next request, and a reinstated person signs in again', async () => {
  const person = await signedIn()
  expect((await me(person.token)).status).toBe(200)
  await status(person.staffId, 'suspended')
  expect((await me(person.token)).status).toBe(401)
  await status(person.staffId, 'active')
  expect((await me(person.token)).status).toBe(401)
  expect((await me(await api.signIn(person))).status).toBe(200)
})

test('a new role ends the sessions, and the next one has its rights', async () => {
  const person = await signedIn()
  expect((await edit(person.token)).status).toBe(200)
  await api.db.update(staff).set({ role: 'level2' }).where(eq(staff.id, person.staffId))
  expect((await edit(person.token)).status).toBe(401)
  expect((await edit(await api.signIn(person))).status).toBe(403)
})

test('a change of the admin flag ends the sessions, a change of name does not', async () => {
  const { token, staffId } = await signedIn()
  await api.db.update(staff).set({ displayName: '山田 花子' }).where(eq(staff.id, staffId))
  expect((await me(token)).status).toBe(200)
  await api.db.update(staff).set({ isAdmin: true }).where(eq(staff.id, staffId))
  expect((await me(token)).status).toBe(401)
})

test('adding or removing a shop applies to the next request, and the session continues', async () => {
  const person = await signedIn()
  const { token } = person
  expect((await api.get(`/api/admin/shop/${shop}`, { token })).status).toBe(200)
  await api.db.delete(shopStaff).where(eq(shopStaff.staffId, person.staffId))
  expect((await api.get(`/api/admin/shop/${shop}`, { token })).status).toBe(404)
  expect((await api.get('/api/admin/shop/list', { token })).json.list).toEqual([])
  await api.db.insert(shopStaff).values({ staffId: person.staffId, shopId: shop })
  expect((await api.get(`/api/admin/shop/${shop}`, { token })).status).toBe(200)
})

test('a deleted account is refused at the next request', async () => {
  const { token, staffId } = await signedIn()
  await api.db.delete(staff).where(eq(staff.id, staffId))
  expect((await me(token)).status).toBe(401)
})

const fresh = { password: 'mikan-to-ringo-no-kisetsu', passwordConf: 'mikan-to-ringo-no-kisetsu' }
const change = (token: string, body: object) => api.post('/api/admin/user/staff/change-password', { token, body })

test('changing one’s own password ends the other sessions and keeps this one', async () => {
  const person = await api.makeStaff({ shops: [shop] })
  const [here, there] = [await api.signIn(person), await api.signIn(person)]
  expect((await change(here, { userId: person.userId, ...fresh })).json).toEqual({})
  expect((await me(here)).status).toBe(200)
  expect((await me(there)).status).toBe(401)
  const login = (secret: string) =>
    api.post('/api/admin/auth/login', { body: { email: person.email, password: secret } })
  expect((await login(password)).status).toBe(401)
  expect((await login(fresh.password)).status).toBe(200)
})

test('a password reset by somebody else ends every session of that person', async () => {
  const target = await signedIn('level3')
  const owner = await signedIn('level4')
  expect((await change(owner.token, { userId: target.userId, ...fresh })).status).toBe(200)
  expect((await me(target.token)).status).toBe(401)
  expect((await me(owner.token)).status).toBe(200)
})

test('five minutes after sign-in, changing one’s own password requires the current one', async () => {
  const person = await signedIn()
  api.time.now = new Date(api.time.now.getTime() + 5 * 60_000 + 1_000)
  const without = await change(person.token, { userId: person.userId, ...fresh })
  expect([without.status, without.json.fields]).toEqual([
    422,
    { currentPassword: '現在のパスワードを入力してください。' },
  ])
  const wrong = await change(person.token, { userId: person.userId, ...fresh, currentPassword: 'wrong-one-here' })
  expect([wrong.status, wrong.json.fields]).toEqual([422, { currentPassword: '現在のパスワードが正しくありません。' }])
  const right = await change(person.token, { userId: person.userId, ...fresh, currentPassword: password })
  expect(right.status).toBe(200)
})

test.each([
  [{ password: 'short-one', passwordConf: 'short-one' }, { password: 'パスワードは12文字以上で入力してください。' }],
  [
    { password: 'mikan-to-ringo-no', passwordConf: 'mikan-to-ringo-na' },
    { passwordConf: '確認用のパスワードが一致しません。' },
  ],
  [
    { password: 'password1234', passwordConf: 'password1234' },
    { password: '推測されやすいパスワードは使用できません。' },
  ],
])('a weak or mistyped password is refused on its field: %o', async (draft, fields) => {
  const person = await signedIn()
  const answer = await change(person.token, { userId: person.userId, ...draft })
  expect([answer.status, answer.json.fields]).toEqual([422, fields])
})
