import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import type { Database } from '../../api/db/client.ts'
import { localStorage } from '../../api/storage/local.ts'
import { columnDraft } from '../areas/column.ts'
import { type Api, fingerprints, startApi } from '../support/api.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'
import { openTestDatabase } from '../support/database.ts'

// A disk that really fills up is tested in full-disk.assault.pglite.test.ts.

let api: Api
let database: Database
let databaseHasRoom: boolean
let disk: string
let token: string

beforeAll(async () => {
  database = await openTestDatabase(newFolder())
  api = await startApi({
    database: { ...database, hasRoom: async () => databaseHasRoom },
    // Each write to it fails as on a full disk.
    storage: { put: (_, bytes) => writeFile('/dev/full', bytes), hasRoom: () => localStorage(disk).hasRoom() },
  })
  token = await api.as({ role: 'all' })
})
beforeEach(() => {
  databaseHasRoom = true
  disk = tmpdir()
  api.logLines.length = 0
})
afterAll(async () => {
  await api.close()
  await endProcesses()
})

const refused = {
  status: 507,
  json: { code: 'storage_full', message: errorMessage.storage_full, ref: expect.any(String) },
}
const waiting = { status: 503, json: { status: 'waiting', reason: 'disk' } }
const failures = () => api.logLines.filter((line) => line.includes('"event":"failure"'))

const writeColumn = () =>
  api.post('/api/admin/content/column/new', { token, body: columnDraft('からだの話', 'pending') })
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

test('a picture without space on its disk is 507 with instructions, and the API reports the full disk', async () => {
  const body = { imgBase64: pixel, contentType: 'image/png' }
  expect(await api.post('/api/admin/image/new', { token, body })).toMatchObject(refused)
  expect(failures()).toEqual([expect.stringContaining('"code":"ENOSPC"')])
  expect((await api.get('/readyz')).status).toBe(200)
  // Free space is always zero there.
  disk = '/proc'
  expect(await api.get('/readyz')).toMatchObject(waiting)
  expect((await api.get('/healthz')).status).toBe(200)
})

test('with a full database disk no write and no sign-in starts, while reads continue', async () => {
  const person = await api.makeStaff({ role: 'all' })
  databaseHasRoom = false
  const before = await fingerprints(database)
  expect(await writeColumn()).toMatchObject(refused)
  const body = { email: person.email, password: 'some-password' }
  expect(await api.post('/api/admin/auth/login', { body })).toMatchObject(refused)
  expect(await fingerprints(database)).toEqual(before)
  expect((await api.get('/api/admin/content/column/list', { token })).status).toBe(200)
  expect(await api.get('/readyz')).toMatchObject(waiting)
})

test('a write during which the database disk fills up leaves nothing, and is 507 with instructions', async () => {
  await database.exec(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise disk_full using message = 'could not extend file himitsu'; end $$;
    create trigger no_room before insert on audit_log for each row execute function no_room();`)
  const before = await fingerprints(database)
  expect(await writeColumn()).toMatchObject(refused)
  expect(await fingerprints(database)).toEqual(before)
  expect((await api.get('/api/admin/content/column/list', { token })).status).toBe(200)
  expect(failures()).toEqual([expect.stringContaining('"code":"53100"')])
  expect(failures().join()).not.toContain('himitsu')
})
