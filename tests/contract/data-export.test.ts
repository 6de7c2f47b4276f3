import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '../../api/db/schema/identity.ts'
import { openSource } from '../../api/export/archive.ts'
import { exporter } from '../../api/export/exporter.ts'
import { forgetOldExports } from '../../api/export/parts.ts'
import { checkExport } from '../../api/export/read-export.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { createLog } from '../../api/process/log.ts'
import { localStorage } from '../../api/storage/local.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

// All data as a file, asked for on the screen. What is in the file is in export.test.ts.

let api: Api
let admin: Person
let token: string
let secret: string
const path = '/api/admin/data-export'

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  const shop = await api.makeShop()
  const { memberId } = await api.makeMember(shop, { lastName: '秘密' })
  await api.makeDailyLog('bodyTemp', { memberId, shopId: shop, log: { celsius: 36.5, part: 'armpit' } as never })
  admin = await api.makeStaff({ role: 'all', isAdmin: true })
  token = await api.signIn(admin)
  secret = (await api.giveApp(admin)).secret
})
afterAll(() => api.close())

const ask = (body: object = {}, by = token) => {
  // A code is good once.
  api.time.now = new Date(api.time.now.getTime() + 60_000)
  return api.post(`${path}/new`, {
    token: by,
    body: { code: api.codeOf(secret), withHealthDays: false, reason: null, ...body },
  })
}
const runJob = (id: string) =>
  exporter({
    ...{ database: api.database, storage: localStorage(api.uploads), sealing: demoSealing },
    ...{ clock: () => api.time.now, log: createLog('silent') },
  })({ exportId: id })
const state = async (by = token) => (await api.get(path, { token: by })).json
const ready = async (body: object = {}) => {
  const { id } = (await ask(body)).json
  await runJob(id)
  return (await state()).export
}

test('an admin confirms with a code, waits, and gets a file that is whole; the log has one row with the counts', async () => {
  const asked = await ask()
  expect([asked.status, asked.json.state]).toEqual([200, 'making'])
  expect((await ask()).status).toBe(409)
  await runJob(asked.json.id)
  const { export: made } = await state()
  expect(made).toMatchObject({ state: 'ready', parts: 1 })

  const part = await api.get(`${path}/${made.id}/part/0`, { token })
  const zip = Buffer.from(part.json.base64, 'base64')
  expect(zip.length).toBe(made.size)
  const folder = await mkdtemp(join(tmpdir(), 'karada-zip-'))
  await writeFile(join(folder, 'it.zip'), zip)
  const source = await openSource(join(folder, 'it.zip'))
  const { manifest } = await checkExport(source, null)
  await source.close()
  await rm(folder, { recursive: true })
  expect(manifest.healthKeys).toBe(null)
  expect(manifest.files.find(({ name }) => name === 'members.csv')?.rows).toBe(1)

  const [row] = await api.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'clubExported'))
    .orderBy(desc(auditLog.seq))
  expect(row).toMatchObject({ actorStaffId: admin.staffId, rowCount: made.rows })
  expect(row?.diff).toMatchObject({ members: { before: null, after: 1 } })
  const { rows } = await api.db.execute<{ sealed: string }>(
    sql`select encode(sealed, 'base64') as sealed from data_export_part`,
  )
  expect(Buffer.from(rows[0]?.sealed ?? '', 'base64').includes('members.csv')).toBe(false)
})

test('a wrong or a used code, and health days without a reason, begin nothing', async () => {
  const before = (await state()).export
  expect((await ask({ code: '000000' })).json.fields.code).toContain('認証コードが正しくない')
  const code = api.codeOf(secret)
  const used = await api.post(`${path}/new`, { token, body: { code, withHealthDays: false, reason: null } })
  const again = await api.post(`${path}/new`, { token, body: { code, withHealthDays: false, reason: null } })
  expect([used.status, again.status]).toEqual([200, 422])
  await runJob(used.json.id)
  expect((await ask({ withHealthDays: true })).json.fields.reason).toContain('理由')
  expect((await state()).export.id).not.toBe(before?.id)
})

test('health days are in the file with a reason, which the log keeps', async () => {
  await ready({ withHealthDays: true, reason: '別のサーバーに移すため' })
  const [row] = await api.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'clubExported'))
    .orderBy(desc(auditLog.seq))
  expect(row).toMatchObject({ reason: '別のサーバーに移すため' })
  expect(row?.diff).toMatchObject({ 'health-days': { before: null, after: 1 } })
})

test('an admin without a second factor is told to set one up', async () => {
  const other = await api.as({ role: 'all', isAdmin: true })
  expect(await state(other)).toEqual({ export: null, hasSecondFactor: false })
  expect((await ask({}, other)).json.message).toContain('先に2段階認証を設定')
})

test('who is no admin any more has no file, also after becoming one again, and none that was being made', async () => {
  const made = await ready()
  const setAdmin = (isAdmin: boolean) =>
    api.db.execute(sql`update staff set is_admin = ${isAdmin} where id = ${Number(admin.staffId)}`)
  await setAdmin(false)
  token = await api.signIn(admin)
  expect((await api.get(`${path}/${made.id}/part/0`, { token })).status).toBe(403)
  await setAdmin(true)
  token = await api.signIn(admin)
  expect((await state()).export).toBe(null)
  expect((await api.get(`${path}/${made.id}/part/0`, { token })).status).toBe(404)

  const { id } = (await ask()).json
  // Their rights end between the question and the job.
  await api.db.execute(sql`update staff set status = 'suspended' where id = ${Number(admin.staffId)}`)
  await runJob(id)
  const { rows } = await api.db.execute(sql`select 1 from data_export_part`)
  expect(rows).toEqual([])
  await api.db.execute(sql`update staff set status = 'active' where id = ${Number(admin.staffId)}`)
  token = await api.signIn(admin)
})

test('after a day the file is gone', async () => {
  const made = await ready()
  const day = new Date(api.time.now.getTime() + 24 * 3_600_000 + 1)
  await forgetOldExports(api.db, new Date(day.getTime() - 2_000))
  expect((await api.get(`${path}/${made.id}/part/0`, { token })).status).toBe(200)
  await forgetOldExports(api.db, day)
  expect((await api.get(`${path}/${made.id}/part/0`, { token })).status).toBe(404)
})
