import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { holdDataDir } from '../../api/db/data-dir.ts'
import { shop } from '../../api/db/schema/organisation.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { createLog } from '../../api/process/log.ts'
import { localStorage } from '../../api/storage/local.ts'
import { tidy } from '../../api/tidy.ts'
import { password } from '../support/accounts.ts'
import { startApi } from '../support/api.ts'
import {
  ended,
  endProcesses,
  freePort,
  newFolder,
  prepareFolder,
  production,
  startProcess as start,
  untilReady,
  withFaults,
} from '../support/api-process.ts'
import { openTestDatabase } from '../support/database.ts'
import { tell, times } from '../support/runs.ts'
import { endOfThread } from '../support/thread-faults.ts'

const kills = times(3, 20)
const moreTerms = times(0, 9)
const underLoad = { rounds: 0, answered: 0 }

/** In a PID namespace of its own, like a container. */
const ownNumbers = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  '--pid',
  '--fork',
  '--kill-child',
]

afterEach(endProcesses)

let prepared: Awaited<ReturnType<typeof prepareFolder>>
beforeAll(async () => {
  prepared = await prepareFolder(mkdtempSync(join(tmpdir(), 'karada-')))
})
afterAll(() => {
  tell(`${underLoad.rounds} SIGTERM under load, ${underLoad.answered} requests answered, 0 cut`)
  rmSync(prepared.dataDir, { recursive: true, force: true })
})

function preparedFolder() {
  const dataDir = newFolder()
  cpSync(prepared.dataDir, dataDir, { recursive: true })
  return { ...prepared, dataDir }
}

const save = (port: number, shopId: string, token: string, imgUrl: string) =>
  fetch(`http://127.0.0.1:${port}/api/admin/shop/${shopId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ imgUrl }),
  })

describe('the API as a process', () => {
  test('a second one on the same data folder exits with one line', async () => {
    const { dataDir } = preparedFolder()
    const port = await freePort()
    start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await untilReady(port)
    const second = start({ DATA_DIR: dataDir, API_PORT: String(await freePort()) })
    await ended(second.child)
    expect(second.child.exitCode).toBe(1)
    expect(second.output.err.trim().split('\n')).toEqual([expect.stringContaining(dataDir)])
    expect(second.output.out).toBe('')
  })

  test('one in another container, which cannot see the first one’s process, is refused too', async () => {
    const { dataDir } = preparedFolder()
    const port = await freePort()
    start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await untilReady(port)
    const second = start({ DATA_DIR: dataDir, API_PORT: String(await freePort()) }, ownNumbers)
    await ended(second.child)
    expect(second.child.exitCode).toBe(1)
    expect(second.output.err.trim().split('\n')).toEqual([expect.stringContaining(dataDir)])
  })

  test('the folder of a killed process is free immediately', async () => {
    const { dataDir } = preparedFolder()
    const port = await freePort()
    const first = start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await untilReady(port)
    first.child.kill('SIGKILL')
    await ended(first.child)
    holdDataDir(dataDir)()
  })

  test('a busy port ends it with one line, and the folder is released', async () => {
    const dataDir = newFolder()
    const port = await freePort()
    const occupant = createServer().listen(port, '127.0.0.1')
    const { child, output } = start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await ended(child)
    occupant.close()
    expect(child.exitCode).toBe(1)
    expect(output.err.trim().split('\n')).toEqual([expect.stringContaining(String(port))])
    holdDataDir(dataDir)()
  })

  test('production with the emulator’s address, or with a key of 1024 bits, exits with one line that names the setting', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    const FIREBASE_PRIVATE_KEY = String(weak.export({ type: 'pkcs8', format: 'pem' }))
    const settings = { ...production, DATABASE_URL: 'embedded', DATA_DIR: newFolder(), FIREBASE_PRIVATE_KEY }
    const named = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', FIREBASE_PRIVATE_KEY }
    for (const [name, value] of Object.entries(named)) {
      const { child, output } = start({ ...settings, [name]: value })
      await ended(child)
      expect(child.exitCode).toBe(1)
      expect(output.err.trim().split('\n')).toEqual([expect.stringContaining(name)])
    }
  })

  test('a missing database ends it with a reason, instead of never becoming ready', async () => {
    const { child, output } = start({
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`,
      API_PORT: String(await freePort()),
    })
    await ended(child)
    expect(child.exitCode).toBe(1)
    expect(output.err.trim().split('\n')).toEqual([
      expect.stringMatching(/^データベースに接続できません.*ECONNREFUSED/),
    ])
  })

  test('production signs people in with the service account’s signature and accepts no unsigned token', async () => {
    const { dataDir, email, token } = preparedFolder()
    const port = await freePort()
    const signer = await generateKeyPair('RS256', { extractable: true })
    const pem = await exportPKCS8(signer.privateKey)
    const { output } = start({
      ...production,
      DATABASE_URL: 'embedded',
      DATA_DIR: dataDir,
      API_PORT: String(port),
      FIREBASE_PRIVATE_KEY: pem.trim().replaceAll('\n', '\\n'),
    })
    await untilReady(port)
    const login = await fetch(`http://127.0.0.1:${port}/api/admin/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { firebaseToken } = (await login.json()) as { firebaseToken: string }
    const { payload } = await jwtVerify(firebaseToken, signer.publicKey)
    expect(payload).toMatchObject({ iss: production.FIREBASE_CLIENT_EMAIL, claims: { sid: expect.any(String) } })
    const unsigned = await fetch(`http://127.0.0.1:${port}/api/admin/user/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(unsigned.status).toBe(401)
    // It states the address that it will see.
    expect(output.out.split('\n').filter((line) => line.includes('PROXY_KEY'))).toHaveLength(1)
  })

  test('production with an invalid private key refuses to start and names it', async () => {
    const settings = { ...production, DATABASE_URL: 'embedded', DATA_DIR: newFolder() }
    const { child, output } = start({ ...settings, FIREBASE_PRIVATE_KEY: 'PEM' })
    await ended(child)
    expect(child.exitCode).toBe(1)
    expect(output.err.trim().split('\n')).toEqual([expect.stringContaining('FIREBASE_PRIVATE_KEY')])
  })

  test('SIGTERM answers requests in flight, then exits normally', { repeats: moreTerms }, async () => {
    const { dataDir } = preparedFolder()
    const port = await freePort()
    const { child, output } = start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await untilReady(port)
    const body = JSON.stringify({ email: 'nobody@example.jp', password: 'takes-a-while' })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const sent = request({ port, path: '/api/admin/auth/login', method: 'POST', headers })
    const status = new Promise((resolve, reject) => {
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    })
    // The server confirms after reading the headers: from then on the request is in flight.
    await new Promise((resolve) => sent.once('continue', resolve).flushHeaders())
    child.kill('SIGTERM')
    while (!output.out.includes('stopping')) await new Promise((resolve) => setTimeout(resolve, 20))
    sent.end(body)
    expect(await status).toBe(401)
    await ended(child)
    expect(child.exitCode).toBe(0)
    holdDataDir(dataDir)()
  })

  test('SIGTERM under 50 requests a second resets no accepted request', { repeats: moreTerms }, async () => {
    const { dataDir, token } = preparedFolder()
    const port = await freePort()
    const { child, output } = start({ DATA_DIR: dataDir, API_PORT: String(port), LOG_LEVEL: 'warn' })
    await untilReady(port)
    const paths = ['user/me', 'shop/list', 'report/yearly-stats?year=2026', 'member/list', 'user/me']
    const outcomes: Promise<string>[] = []
    const standing: Promise<unknown>[] = []
    const send = (path: string) =>
      new Promise<string>((resolve) => {
        const headers = { authorization: `Bearer ${token}` }
        const sent = request({ host: '127.0.0.1', port, path: `/api/admin/${path}`, headers, agent: false }, (answer) =>
          answer
            .resume()
            .once('end', () => resolve('answered'))
            .once('error', () => resolve('cut')),
        )
        sent.once('error', ({ message }) => resolve(message)).end()
        standing.push(new Promise((stands) => sent.once('socket', (socket) => socket.once('connect', stands))))
      })
    const sendNext = () => outcomes.push(send(paths[outcomes.length % paths.length] ?? ''))
    const sending = setInterval(sendNext, 20)
    while (outcomes.length < 30) await new Promise((resolve) => setTimeout(resolve, 20))
    // More at once than the event loop accepts per turn.
    for (let more = 0; more < 20; more += 1) sendNext()
    const before = standing.length
    await Promise.all(standing)
    child.kill('SIGTERM')
    await ended(child)
    clearInterval(sending)
    const results = await Promise.all(outcomes)
    const unanswered = (from: number, to?: number) =>
      results.slice(from, to).filter((outcome) => outcome !== 'answered')
    expect(unanswered(0, before)).toEqual([])
    // Later connections are refused; one that arrives while the listener closes may be reset.
    const lateOnes = unanswered(before).filter((outcome) => !/^connect ECONN(REFUSED|RESET) /.test(outcome))
    expect([[], [expect.stringMatching(/^(read|write) ECONNRESET$/)]]).toContainEqual(lateOnes)
    expect([child.exitCode, output.err]).toEqual([0, ''])
    underLoad.rounds += 1
    underLoad.answered += results.length - unanswered(0).length
  })

  test('SIGTERM does not wait for idle connections', { repeats: moreTerms }, async () => {
    const { dataDir } = preparedFolder()
    const port = await freePort()
    const { child, output } = start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await untilReady(port)
    // Browsers open such connections in advance.
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    await new Promise((resolve) => silent.once('connect', resolve))
    child.kill('SIGTERM')
    await ended(child)
    // After the grace period it would have exited with 1, with its database still open.
    expect([child.exitCode, output.out.includes('stopped')]).toEqual([0, true])
  })

  test('when the database’s thread ends, calls in flight get their sentence, and it exits with one line', async () => {
    const { dataDir, shopId, token } = preparedFolder()
    const port = await freePort()
    const { child, output } = start({ DATA_DIR: dataDir, API_PORT: String(port), ...withFaults(0) })
    await untilReady(port)
    const read = () =>
      fetch(`http://127.0.0.1:${port}/api/admin/shop/list`, { headers: { authorization: `Bearer ${token}` } })
    const ending = save(port, shopId, token, `https://example.jp/${endOfThread}.png`)
    const answers = await Promise.all([ending, ...Array.from({ length: 5 }, read)])
    const failed = answers.filter(({ status }) => status !== 200)
    for (const answer of failed) {
      expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'upstream', retryAfter: 5 }])
    }
    expect(failed).toContain(await ending)
    await ended(child)
    expect(child.exitCode).toBe(1)
    expect(output.err.trim().split('\n')).toEqual(['内蔵データベースのスレッドが終了したため、管理APIを終了します。'])
    // What was written before is there, and the folder can be opened again.
    const again = start({ DATA_DIR: dataDir, API_PORT: String(port) })
    await untilReady(port)
    expect((await read()).status).toBe(200)
    again.child.kill('SIGTERM')
  })

  test('killed while writing, it has every acknowledged write', {
    timeout: kills * 30_000,
  }, async () => {
    const { dataDir, shopId, token } = preparedFolder()
    let last = 0
    for (let round = 1; round <= kills; round += 1) {
      const port = await freePort()
      const { child } = start({ DATA_DIR: dataDir, API_PORT: String(port), LOG_LEVEL: 'silent' })
      await untilReady(port)
      const enough = last + 10
      for (;;) {
        const answer = await save(port, shopId, token, `https://example.jp/${last + 1}.png`).catch(() => null)
        if (answer?.status !== 200) break
        last += 1
        if (last === enough) setTimeout(() => child.kill('SIGKILL'), round * 3)
      }
      await ended(child)
    }
    expect(last).toBeGreaterThanOrEqual(kills * 10)
    const database = await openDatabase({ kind: 'pglite', dataDir: join(dataDir, 'db') })
    const [row] = await database.db.select().from(shop).where(eq(shop.id, shopId))
    const { rows } = await database.db.execute<{ writes: string; broken: number | null }>(
      `select count(*) as writes, audit_log_first_break() as broken from audit_log where action = 'shop.update'`,
    )
    await database.close()
    // A write whose answer was lost may exist; an acknowledged one must.
    const stored = Number(row?.imgUrl?.match(/(\d+)\.png$/)?.[1])
    expect(stored).toBeGreaterThanOrEqual(last)
    expect(stored).toBeLessThanOrEqual(last + 3)
    expect(Number(rows[0]?.writes)).toBe((row?.version ?? 0) - 1)
    expect(rows[0]?.broken).toBeNull()
    tell(`${kills} kills, ${last} writes acknowledged, 0 lost`)
  })
})

test('its log is truncated hourly, so that recovery after a crash is short', async () => {
  const database = await openTestDatabase()
  const begin = async () => {
    const answer = await database.db.execute('select redo_lsn from pg_control_checkpoint()')
    return answer.rows
  }
  const before = await begin()
  await database.exec('create table written ()')
  const parts = { database, storage: localStorage(newFolder()), log: createLog('silent'), sealing: demoSealing }
  await tidy(parts, new Date(), new AbortController().signal)
  expect(await begin()).not.toEqual(before)
  await database.close()
})

test('readiness reports whether the database answers, also while a newer version migrates it', async () => {
  const database = await openTestDatabase()
  const api = await startApi({ database })
  await database.exec(`update drizzle.applied_step set version = 'newer' where name = '050-membership'`)
  expect((await api.get('/readyz')).status).toBe(200)
  await database.close()
  expect((await api.get('/readyz')).status).toBe(503)
  expect((await api.get('/healthz')).status).toBe(200)
  await api.close()
})
