import { writeFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import { type Api, fingerprints, startApi } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'

let api: Api
afterEach(() => api.close())

const refused = {
  status: 507,
  json: { code: 'storage_full', message: errorMessage.storage_full, ref: expect.any(String) },
}
const failures = () => api.logLines.filter((line) => line.includes('"event":"failure"'))
const column = {
  title: 'からだの話',
  lead: null,
  body: '<p>本文</p>',
  category: 'exercise',
  tags: [],
  publishFrom: null,
  status: 'pending',
}
const writeColumn = (token: string) => api.post('/api/admin/content/column/new', { token, body: column })
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

test('a write in the middle of which the database’s disk is full leaves nothing, and is 507 with what to do', async () => {
  api = await startApi()
  const token = await api.as({ role: 'all' })
  await api.database.exec(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise disk_full using message = 'could not extend file himitsu'; end $$;
    create trigger no_room before insert on audit_log for each row execute function no_room();`)
  const before = await fingerprints(api.database)
  expect(await writeColumn(token)).toMatchObject(refused)
  expect(await fingerprints(api.database)).toEqual(before)
  expect((await api.get('/api/admin/content/column/list', { token })).status).toBe(200)
  expect(failures()).toEqual([expect.stringContaining('"code":"53100"')])
  expect(failures().join()).not.toContain('himitsu')
})

test('a picture that finds no room on its disk is 507 with what to do', async () => {
  // Each write to it fails as on a full disk.
  api = await startApi({ storage: { put: (_, bytes) => writeFile('/dev/full', bytes) } })
  const token = await api.as({ role: 'all' })
  const answer = await api.post('/api/admin/image/new', { token, body: { imgBase64: pixel, contentType: 'image/png' } })
  expect(answer).toMatchObject(refused)
  expect(failures()).toEqual([expect.stringContaining('"code":"ENOSPC"')])
})

test('where the database’s disk is full no write and no sign-in is begun, while reading goes on', async () => {
  const database = await openTestDatabase()
  api = await startApi({ database: { ...database, hasRoom: async () => false } })
  const person = await api.makeStaff({ role: 'all' })
  const token = await api.signIn(person)
  const before = await fingerprints(database)
  expect(await writeColumn(token)).toMatchObject(refused)
  const body = { email: person.email, password: 'some-password' }
  expect(await api.post('/api/admin/auth/login', { body })).toMatchObject(refused)
  expect(await fingerprints(database)).toEqual(before)
  expect((await api.get('/api/admin/content/column/list', { token })).status).toBe(200)
  expect(await api.get('/readyz')).toMatchObject({ status: 503, json: { status: 'waiting', reason: 'disk' } })
  expect((await api.get('/healthz')).status).toBe(200)
})
