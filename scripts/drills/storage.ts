import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { storagePlaceOf } from '../../api/process/config.ts'
import { localStorage } from '../../api/storage/local.ts'
import { openStorage } from '../../api/storage/open.ts'
import { patienceOfCalls } from '../../api/storage/s3.ts'
import { type Storage, type StorageError, storageFaults } from '../../api/storage/storage.ts'
import { columnDraft } from '../../tests/areas/column.ts'
import { startApi } from '../../tests/support/api.ts'
import { newName, storageGuarantees } from '../../tests/support/storage-guarantees.ts'
import { startSwift, swiftKey } from '../lib/swift.ts'
import type { Drill } from './drill.ts'

const pictures = 60
/** Swift's times are whole seconds, rounded up. */
const tick = 2_100
/** A call to a broken store ends by then. */
const longestMs = patienceOfCalls.upload + 2_000
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

export const drill: Drill = {
  title: 'Pictures in OpenStack Swift (s3api), copied there and back, and the store taken away',
  limit: 180,
  run: async ({ supervisor, step, figure, must }) => {
    const folder = mkdtempSync(join(tmpdir(), 'karada-swift-'))
    try {
      step('Swift starts: account, container, object and proxy server, in a folder of its own')
      const swift = await startSwift(supervisor, folder)
      const openAt = (bucket: string, key = swiftKey) => {
        const settings = { STORAGE_KEY_ID: key.keyId, STORAGE_SECRET: key.secret, DATA_DIR: folder }
        const url = `s3://${bucket}?endpoint=${swift.url}`
        return openStorage(storagePlaceOf({ STORAGE_URL: url, ...settings }), patienceOfCalls)
      }
      const store = openAt('pictures/desk')

      step('Refusals')
      const codeOf = (work: Promise<unknown>) => work.then(() => null).catch((error: StorageError) => error)
      const nowhere = await codeOf(store.put(newName(), randomBytes(10)))
      must(nowhere?.code === 'no-default-bucket', `a bucket that is missing: ${nowhere?.code} ${nowhere?.message}`)
      const owner = new AwsClient({ accessKeyId: swiftKey.keyId, secretAccessKey: swiftKey.secret, service: 's3' })
      for (const bucket of ['pictures', 'copies']) await owner.fetch(`${swift.url}/${bucket}`, { method: 'PUT' })
      const name = newName()
      await store.put(name, Buffer.from('a private picture'))
      const wrong = await codeOf(openAt('pictures/desk', { ...swiftKey, secret: 'wrong' }).get(name))
      must(wrong?.code === 'unauthorized', `a wrong key: ${wrong?.code} ${wrong?.message}`)
      const other = await codeOf(openAt('pictures/desk', { keyId: 'other:desk', secret: 'another-key' }).get(name))
      must(other !== null, `the valid key of another account: ${other?.code}`)
      for (const [what, path] of [
        ['read', `/pictures/desk/${name}`],
        ['listing', '/pictures'],
        ['read by its address in Swift', `/v1/AUTH_karada/pictures/desk/${name}`],
        ['listing by its address in Swift', '/v1/AUTH_karada/pictures'],
      ]) {
        const answer = await fetch(swift.url + path)
        const text = await answer.text()
        const isClosed = answer.status >= 400 && !text.includes('a private picture') && !text.includes(name)
        must(isClosed, `an unsigned ${what} is refused: ${answer.status}`)
      }

      const others = { 'x-amz-content-sha256': createHash('sha256').update('others').digest('hex') }
      const put = { method: 'PUT', body: 'bytes', headers: others }
      const changed = await owner.fetch(`${swift.url}/pictures/desk/${newName()}`, put)
      must(changed.status === 400, `bytes that are not those of their SHA-256 are refused: ${changed.status}`)

      step("The driver's guarantees")
      for (const [sentence, check] of storageGuarantees) {
        const failed = await check(store, tick)
          .then(() => null)
          .catch((error: Error) => error)
        must(failed === null, failed ? `${sentence}: ${failed.message}` : sentence)
      }

      step(`${pictures} pictures from a folder to Swift, ended in the middle, gone on with, and back`)
      const [from, back] = [join(folder, 'from'), join(folder, 'back')]
      let bytes = 0
      for (let at = 0; at < pictures; at += 1) {
        const file = randomBytes(20_000 + at * 8_000)
        bytes += file.length
        await localStorage(from).put(newName(at % 2 ? 'jpg' : 'webp'), file)
      }
      const bucket = `s3://copies/all?endpoint=${swift.url}`
      await copy([`file://${from}`, bucket], async () => {
        while ((await openAt('copies/all').namesOlderThan(new Date(Date.now() + 60_000))).length < 5) await sleep(20)
      })
      const rest = await copy([`file://${from}`, bucket])
      const all = await openAt('copies/all').namesOlderThan(new Date(Date.now() + 60_000))
      must(new Set(all).size === pictures, `a listing of several pages is read to its end: ${all.length}`)
      const copied = Number(/(\d+)件をコピーしました/.exec(rest.out)?.[1])
      must(rest.code === 0 && copied > 0 && copied < pictures, `the second run copies the other ${copied}, exit code 0`)
      const returned = await copy([bucket, `file://${back}`])
      must(returned.code === 0, `and back: ${returned.out.trim().split('\n').at(-1)}`)
      must(sumsOf(from) === sumsOf(back), 'SHA-256 of every picture is equal after both ways')
      figure('pictures copied each way', `${pictures}, ${bytes.toLocaleString('en')} bytes`)
      figure('back from Swift, with comparing', `${returned.seconds.toFixed(1)} s`)

      step('Times of one call after the other, 200 kB')
      for (const [where, one] of [
        ['Swift', store],
        ['folder', localStorage(join(folder, 'timed'))],
      ] as const) {
        const { put, get } = await times(one)
        figure(`${where}: put, median and slowest of 40`, put)
        figure(`${where}: get, median and slowest of 40`, get)
      }

      step('The API with its pictures in Swift')
      const api = await startApi({ storage: store })
      const tokens: string[] = []
      for (let person = 0; person < 4; person += 1) tokens.push(await api.as({ role: 'all' }))
      const token = tokens[0] as string
      const upload = (by: string) =>
        api.post('/api/admin/image/new', { token: by, body: { imgBase64: pixel, contentType: 'image/png' } })
      const before = (await upload(token)).json.imgUrl as string
      must((await api.get(before)).status === 200, 'a picture is stored, and served by the API')

      for (const { what, server, signal } of [
        { what: 'the proxy server does not answer (SIGSTOP)', server: 'proxy', signal: 'SIGSTOP' },
        { what: 'the proxy server is killed', server: 'proxy', signal: 'SIGKILL' },
        { what: 'the object server behind it is killed', server: 'object', signal: 'SIGKILL' },
      ] as const) {
        step(what)
        // Nobody else's uploads count: a person has 30 a minute.
        const waiting = await api.as({ role: 'all' })
        swift.signal(server, signal)
        await sleep(200)
        const started = Date.now()
        let slowestRead = 0
        let isOver = false
        let others = true
        const reading = (async () => {
          while (!isOver) {
            const at = performance.now()
            const answers = await Promise.all([
              api.get('/api/admin/content/column/list', { token }),
              api.get('/readyz'),
            ])
            slowestRead = Math.max(slowestRead, performance.now() - at)
            others &&= answers.every(({ status }) => status === 200)
            await sleep(100)
          }
        })()
        const refused = await Promise.all(tokens.map(upload))
        const seconds = (Date.now() - started) / 1000
        const body = { ...columnDraft(`保存先の停止 ${server} ${signal}`, 'pending'), imgUrl: before }
        const saved = await api.post('/api/admin/content/column/new', { token, body })
        isOver = true
        await reading
        const sentence = storageFaults['retry-limit-exceeded']
        const isSaid = refused.every(({ status, json }) => status === 502 && json.message === sentence)
        must(isSaid && seconds * 1000 < longestMs, `4 uploads are refused after ${seconds.toFixed(1)} s: ${sentence}`)
        must(others, 'lists and /readyz answer 200 all the while')
        must(saved.status === 200, 'a column that names a stored picture is saved')
        figure(`${server} ${signal}: slowest of the other calls`, `${slowestRead.toFixed(0)} ms`)
        const since = Date.now()
        if (signal === 'SIGSTOP') swift.signal(server, 'SIGCONT')
        else await swift.again(server)
        const isBack = await untilTrue(async () => (await upload(waiting)).status === 200)
        must(
          isBack && (await api.get(before)).status === 200,
          'the store is back: pictures are stored and served again',
        )
        figure(`${server} ${signal}: until pictures are stored again`, `${((Date.now() - since) / 1000).toFixed(1)} s`)
      }
      await api.close()
    } finally {
      await supervisor.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** `npm run storage -- --copy`; killed when `until` is true. */
async function copy([from, to]: [string, string], until?: () => Promise<void>) {
  const started = performance.now()
  const env = { ...process.env, STORAGE_KEY_ID: swiftKey.keyId, STORAGE_SECRET: swiftKey.secret }
  const args = ['api/commands/storage.ts', '--copy', '--from', from, '--to', to]
  return new Promise<{ code: unknown; out: string; seconds: number }>((resolve) => {
    const child = execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, out: stdout + stderr, seconds: (performance.now() - started) / 1000 }),
    )
    void until?.().then(() => child.kill('SIGKILL'))
  })
}

const sumsOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    )
    .join()

async function times(store: Storage) {
  const [put, get]: [number[], number[]] = [[], []]
  for (let at = 0; at < 40; at += 1) {
    const name = newName()
    const started = performance.now()
    await store.put(name, randomBytes(200_000))
    const stored = performance.now()
    await store.get(name)
    put.push(stored - started)
    get.push(performance.now() - stored)
  }
  const said = (all: number[]) => {
    const sorted = all.toSorted((a, b) => a - b)
    return `${sorted[20]?.toFixed(1)} ms, ${sorted.at(-1)?.toFixed(1)} ms`
  }
  return { put: said(put), get: said(get) }
}

async function untilTrue(isTrue: () => Promise<boolean>) {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(700)) if (await isTrue()) return true
  return false
}
