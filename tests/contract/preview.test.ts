import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop()
  other = await api.makeShop()
})
afterAll(() => api.close())

const start = (token: string, role: string, shopIds: string[] = [own]) =>
  api.post('/api/admin/auth/preview', { token, body: { role, shopIds } })
const me = async (token: string) => (await api.get('/api/admin/user/me', { token })).json

test('an admin who previews a trainer sees exactly what that trainer sees', async () => {
  const token = await api.as({ role: 'all', isAdmin: true })
  expect((await start(token, 'level2')).status).toBe(200)
  const seen = await me(token)
  expect([seen.isPreview, seen.isAdmin, seen.staff.role]).toEqual([true, false, 'level2'])
  expect(seen.shops.map(({ id }: { id: string }) => id)).toEqual([own])
  expect((await api.get(`/api/admin/shop/${other}`, { token })).status).toBe(404)
  expect((await api.get('/api/admin/report/sales', { token })).status).not.toBe(200)
})

test('nothing can be changed meanwhile, and one call restores one’s own rights', async () => {
  const token = await api.as({ role: 'all', isAdmin: true })
  await start(token, 'level4')
  const refused = await api.put(`/api/admin/shop/${own}`, { token, body: { imgUrl: null } })
  expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('プレビュー中は変更できません')])
  expect((await start(token, 'all')).status).toBe(403)
  expect((await api.post('/api/admin/auth/end-preview', { token, body: {} })).status).toBe(200)
  expect((await me(token)).isAdmin).toBe(true)
  expect((await api.put(`/api/admin/shop/${own}`, { token, body: { imgUrl: null } })).status).toBe(200)
})

test('it applies to one session, and ends with it', async () => {
  const person = await api.makeStaff({ role: 'all', isAdmin: true })
  const [here, there] = [await api.signIn(person), await api.signIn(person)]
  await start(here, 'level1')
  expect((await me(there)).isPreview).toBe(false)
})

test('only admins can preview other rights', async () => {
  const token = await api.as({ role: 'all' })
  expect((await start(token, 'level1')).status).toBe(403)
  expect((await me(token)).isPreview).toBe(false)
})
