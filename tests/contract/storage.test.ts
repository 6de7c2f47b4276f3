import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { localStorage } from '../../api/storage/local.ts'
import { patienceOfCommands, s3Storage } from '../../api/storage/s3.ts'
import { type Storage, storageFaults } from '../../api/storage/storage.ts'
import { columnDraft } from '../areas/column.ts'
import { type Api, startApi } from '../support/api.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'
import { fakeS3 } from '../support/s3.ts'
import { newName, storageGuarantees } from '../support/storage-guarantees.ts'

const impatient = { operation: 400, upload: 400 }
const picture = Buffer.from('a picture')

let s3: Awaited<ReturnType<typeof fakeS3>>
let api: Api
let store: Storage
let token: string

beforeAll(async () => {
  s3 = await fakeS3()
  store = s3Storage(s3.place, impatient)
  api = await startApi({ storage: store })
  token = await api.as({ role: 'all' })
})
afterEach(() => {
  s3.state.mode = 'works'
})
afterAll(async () => {
  await api.close()
  await s3.close()
  await endProcesses()
})

describe.each<[string, number, () => Storage]>([
  ['a folder', 20, () => localStorage(newFolder())],
  // Times of HTTP have no fractions of a second.
  ['a bucket', 1_100, () => s3Storage(s3.place, impatient)],
])('%s', (_, tick, open) => {
  test.each(storageGuarantees)('%s', async (_sentence, check) => check(open(), tick))
})

describe('a bucket', () => {
  test('the store says that it is busy: the call is repeated until it answers', async () => {
    s3.state.mode = 'fails'
    setTimeout(() => {
      s3.state.mode = 'works'
    }, 150)
    const name = newName()
    await s3Storage(s3.place, { ...impatient, upload: 10_000 }).put(name, picture)
    expect(s3.objects.has(`desk/${name}`)).toBe(true)
  })

  test('a copy that fails inside of a 200 is no renewal', async () => {
    const name = newName()
    await store.put(name, picture)
    s3.state.mode = 'failsInsideCopy'
    await expect(s3Storage(s3.place, impatient).renew(name)).rejects.toMatchObject({ code: 'retry-limit-exceeded' })
  })

  test('without an answer calls end at the limit, then fail at once without a request', async () => {
    const hanging = s3Storage(s3.place, impatient)
    s3.state.mode = 'hangs'
    const started = Date.now()
    await expect(hanging.get(newName())).rejects.toMatchObject({ code: 'retry-limit-exceeded' })
    expect(Date.now() - started).toBeLessThan(3_000)
    const { requests } = s3.state
    await expect(hanging.put(newName(), picture)).rejects.toMatchObject({ code: 'retry-limit-exceeded' })
    expect(s3.state.requests).toBe(requests)
  })

  test.each([
    ['another key', { secret: 'wrong' }, 'unauthorized'],
    ['a bucket that is not there', { bucket: 'nothing' }, 'no-default-bucket'],
  ] as const)('%s is refused by its code, and not repeated', async (_, wrong, code) => {
    const refused = s3Storage({ ...s3.place, ...wrong }, patienceOfCommands)
    const { requests } = s3.state
    await expect(refused.put(newName(), picture)).rejects.toMatchObject({ code, message: storageFaults[code] })
    await expect(refused.get(newName())).rejects.toMatchObject({ code })
    await expect(refused.renew(newName())).rejects.toMatchObject({ code })
    await expect(refused.namesOlderThan(new Date())).rejects.toMatchObject({ code })
    expect(s3.state.requests).toBe(requests + 4)
  })
})

describe('a store without an answer', () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='
  const upload = () => api.post('/api/admin/image/new', { token, body: { imgBase64: pixel, contentType: 'image/png' } })

  test('stops writing of pictures only, with a sentence, and what names one is saved', async () => {
    const before = await upload()
    expect(before.status).toBe(200)
    s3.state.mode = 'hangs'
    expect(await upload()).toMatchObject({
      status: 502,
      json: { code: 'upstream', message: storageFaults['retry-limit-exceeded'], retryAfter: 5 },
    })
    expect(await upload()).toMatchObject({ status: 502 })
    expect((await api.get(before.json.imgUrl)).status).toBe(502)
    expect((await api.get('/readyz')).status).toBe(200)
    expect((await api.get('/api/admin/content/column/list', { token })).status).toBe(200)
    const body = { ...columnDraft('からだの話', 'pending'), imgUrl: before.json.imgUrl }
    expect((await api.post('/api/admin/content/column/new', { token, body })).status).toBe(200)
    expect(api.logLines.join()).toContain('"code":"retry-limit-exceeded"')
  })
})

describe('npm run storage', () => {
  const run = (args: string[]) =>
    new Promise<{ code: unknown; out: string }>((resolve) => {
      const env = { ...process.env, STORAGE_KEY_ID: s3.place.keyId, STORAGE_SECRET: s3.place.secret }
      execFile(process.execPath, ['api/commands/storage.ts', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, out: stdout + stderr }),
      )
    })

  test('copies what is missing, says what differs, overwrites nothing', async () => {
    const folder = newFolder()
    const [first, second, third] = [newName(), newName(), newName('jpg')]
    for (const name of [first, second, third]) await localStorage(folder).put(name, Buffer.from(name))
    writeFileSync(join(folder, `${newName()}.0123abcd`), 'the rest of an interrupted write')
    const bucket = { ...s3.place, prefix: 'copied' }
    const to = `s3://${bucket.bucket}/${bucket.prefix}?endpoint=${bucket.endpoint}`
    const places = ['--from', `file://${folder}`, '--to', to]
    const compared = await run(places)
    expect(compared.code).toBe(1)
    expect(compared.out).toContain(`${first}: コピー先にありません`)
    const copied = await run([...places, '--copy'])
    expect([copied.code, copied.out]).toEqual([
      0,
      expect.stringMatching(/3件をコピーしました。\n3件.*が同じです。\nすべて/s),
    ])
    const again = await run([...places, '--copy'])
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('0件をコピーしました。')])
    await localStorage(folder).put(second, Buffer.from('changed'))
    rmSync(join(folder, third))
    const differing = await run([...places, '--copy'])
    expect(differing.code).toBe(1)
    expect(differing.out).toContain(`${second}: 内容が違います（コピー元 7バイト`)
    expect(differing.out).toContain(`${third}: コピー先だけにあります`)
    expect(Buffer.from((await s3Storage(bucket, impatient).get(second)) ?? []).toString()).toBe(second)
  })
})
