import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { toJSON } from 'seroval'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { audit } from '../../contract/audit.ts'
import { importPartBytes } from '../../contract/words/import.ts'
import { columnDraft } from '../../tests/areas/column.ts'
import { emulatorIssuer, startApi } from '../../tests/support/api.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { functionsOf } from '../../tests/support/server-functions.ts'
import { distOf, ensureBuilt } from '../lib/build.mjs'
import { freePort, waitUntilReady } from '../lib/ports.mjs'
import type { Supervisor } from '../lib/processes.mjs'
import { bin, node24, root, toolEnv } from '../lib/project.mjs'
import { appOnEdge } from '../lib/stack.mjs'
import { type Drill, needProgram } from './drill.ts'
import { startApiOf } from './processes.ts'

const key = 'the-key-that-both-app-servers-share-with-the-api'
/** As Cloudflare writes it. */
const clientAddress = '203.0.113.66'
/** What Cloudflare takes of a worker: compressed, on the free plan; milliseconds of CPU until it has started. */
const limits = { gzipKiB: 3 * 1024, startupMs: 1000 }
const ours = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin', 'cf-connecting-ip': clientAddress }
const japanese = /[ぁ-んァ-ヶ一-龠]/

export const drill: Drill = {
  title: 'The app on workerd: two servers, TLS to the API, PROXY_KEY as a secret, limits and times',
  limit: 180,
  run: async ({ supervisor, step, figure, must }) => {
    const openssl = needProgram('/usr/bin/openssl', 'openssl')
    const folder = mkdtempSync(join(tmpdir(), 'karada-edge-'))
    try {
      step('the build for the edge, as wrangler would deploy it')
      await ensureBuilt(supervisor, 'edge')
      const { gzipKiB, startupMs, bindings } = await measureBundle(supervisor, folder)
      figure('worker, compressed', `${gzipKiB} KiB of ${limits.gzipKiB} KiB`)
      figure('CPU until it has started', `${startupMs} ms of ${limits.startupMs} ms`)
      must(gzipKiB > 0 && gzipKiB < limits.gzipKiB, 'it is smaller than the free plan allows')
      must(startupMs > 0 && startupMs < limits.startupMs, 'it starts within the time that a worker has')
      must(!bindings.includes('PROXY_KEY'), 'the build holds no key')

      step('an API behind TLS, with a certificate of an authority of its own')
      const { token, apiPort } = await startOwnApi(supervisor, folder)
      const upstream = await startTls(makeCertificates(openssl, folder), apiPort)
      const start = (at: number, host: string, authority?: string) =>
        startWorker(supervisor, { stateDir: join(folder, `${at}`), api: `https://${host}:${upstream.port}`, authority })
      const ownAuthority = join(folder, 'ca.pem')

      step('two app servers on workerd')
      const [one, two] = await Promise.all([1, 2].map((at) => start(at, 'localhost', ownAuthority)))
      if (!one || !two) return
      const both = [one, two]
      const began = performance.now()
      await (await fetch(`${one.url}/healthz`)).text()
      figure('first answer of an app server, ms', Math.round(performance.now() - began))
      for (const { url } of both) await waitUntilReady(`${url}/readyz`, { timeoutMs: 20_000 })
      must(true, 'both reach the API by TLS: /readyz is 200')
      const commandLines = readdirSync('/proc').flatMap((pid) =>
        /^\d+$/.test(pid) ? [read(`/proc/${pid}/cmdline`)] : [],
      )
      must(!commandLines.some((line) => line.includes(key)), 'no command line of this machine has the key')

      step('documents and files')
      const timed: number[] = []
      let [document, cookie] = ['', '']
      for (let at = 0; at < 21; at += 1) {
        const began = performance.now()
        const answer = await fetch(`${both[at % 2]?.url}/login`)
        const html = await answer.text()
        timed.push(performance.now() - began)
        cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
        document ||= html
        if (at) continue
        const policy = answer.headers.get('content-security-policy') ?? ''
        must(
          policy.includes("script-src 'nonce-") && !policy.includes(key),
          'a document has its own nonce in its policy',
        )
        must(answer.headers.get('cache-control') === 'no-store', 'a document is not stored')
        must(!html.includes(key), 'a document does not hold the key')
      }
      figure('first document of a server, ms', Math.round(timed[0] ?? 0))
      figure('document, median of 20, ms', median(timed.slice(1)))
      const files = [...new Set(document.match(/\/assets\/[\w./-]+\.(?:js|css)/g))]
      const kept = await Promise.all(
        files.flatMap((file) => both.map(async ({ url }) => (await fetch(url + file, { method: 'HEAD' })).headers)),
      )
      const isImmutable = (headers: Headers) => headers.get('cache-control') === 'public, max-age=31536000, immutable'
      must(
        files.length > 0 && kept.every(isImmutable),
        `${files.length} files of the document are kept for a year, at both`,
      )
      const icon = (await fetch(`${one.url}/favicon.svg`)).headers.get('cache-control')
      must(icon === 'public, max-age=3600', `a file without a hash in its name is kept for an hour: ${icon}`)
      const gone = await fetch(`${two.url}/assets/gone-00000000.js`)
      const { headers } = gone
      must(
        gone.status === 404 && (await gone.text()) === '' && headers.get('cache-control') === 'no-store',
        `a file of another release is 404, not stored, and no document: ${gone.status}`,
      )
      must(!headers.has('content-type') && !headers.has('set-cookie'), 'and has no type and no cookie')

      step('one session, its calls at one server and the other in turn')
      const call = caller({ token, cookie })
      const texts = new Set<string>()
      const times: number[] = []
      let failed = 0
      const before = both.map(({ pid }) => cpuMs(pid))
      for (let at = 0; at < 60; at += 1) {
        const began = performance.now()
        const answer = await call(both[at % 2]?.url ?? '', 'getMe')
        texts.add(answer.text.replace(/"lastUsedAt":"[^"]*"/g, ''))
        times.push(performance.now() - began)
        if (answer.status !== 200) failed += 1
      }
      const spent = both.reduce((sum, { pid }, at) => sum + cpuMs(pid) - (before[at] ?? 0), 0)
      must(failed === 0 && texts.size === 1, `60 reads, ${failed} of them failed, ${texts.size} different answers`)
      figure('a read through app server, TLS and API, median, ms', median(times))
      figure('CPU of workerd a read, with wrangler’s own workers, ms', (spent / 60).toFixed(1))
      for (const [at, { url }] of both.entries()) {
        const made = await call(url, 'createColumn', columnDraft(`drill ${at}`, 'pending'))
        must(made.status === 200, `a write at server ${at + 1}, with the cookie of server 1: ${made.status}`)
      }
      const rows = await fetch(`http://127.0.0.1:${apiPort}${audit.list.path}`, { headers: { authorization: token } })
      const { list } = (await rows.json()) as { list: { action: string; ip?: string }[] }
      const addresses = list.filter(({ action }) => action.startsWith('column.')).map(({ ip }) => ip)
      must(
        addresses.length === 2 && addresses.every((ip) => ip === clientAddress),
        `操作履歴 has the client’s address: ${addresses.join(', ')}`,
      )

      step('limits of a body')
      upstream.fault = 'swallow'
      const part = (bytes: number) =>
        fetch(`${one.url}/import/1/part/0`, {
          method: 'PUT',
          headers: { ...ours, authorization: token, cookie, 'x-xsrf-token': cookie.split('=')[1] ?? '' },
          body: new Uint8Array(bytes),
        })
      await (await part(importPartBytes)).text()
      must(upstream.swallowed === importPartBytes, `a part of a file arrives whole: ${upstream.swallowed} bytes`)
      upstream.swallowed = 0
      // It is answered before it has ended: workerd may close the connection before a client has read why.
      const more = await part(importPartBytes + 1).then(
        ({ status }) => `${status}`,
        () => 'connection closed',
      )
      must(more !== '404' && upstream.swallowed === 0, `one byte more is refused, and the API gets nothing: ${more}`)
      upstream.fault = 'none'
      const long = await call(one.url, 'createColumn', { ...columnDraft('long'), body: 'x'.repeat(1_000_001) })
      must(long.status === 413 && japanese.test(long.text), 'a form of more than 1 MB is refused with a sentence')

      step('a file is passed on while it is made; who leaves ends it')
      upstream.fault = 'trickle'
      const csv = await fetch(one.url + addressOf('exportMembers', {}), { headers: { ...ours, authorization: token } })
      const reader = csv.body?.getReader()
      const requested = performance.now()
      await reader?.read()
      const first = performance.now() - requested
      must(
        first < 2000 && upstream.open === 1,
        `its first bytes arrive while the API still sends: ${Math.round(first)} ms`,
      )
      await reader?.cancel()
      must(await within(5000, () => upstream.open === 0), 'the API’s answer ends when the reader goes')

      // They start while others wait.
      const untrusted = [
        ['an authority that nobody named', start(3, 'localhost')],
        ['another host’s name', start(4, '127.0.0.1', ownAuthority)],
      ] as const

      step('an API that accepts calls and does not answer')
      upstream.fault = 'hang'
      const [reading, writing, download, probe, left] = await Promise.all([
        elapsed(call(one.url, 'getMe')),
        elapsed(call(two.url, 'createColumn', columnDraft('hung', 'pending'))),
        elapsed(call(two.url, 'exportMembers')),
        elapsed(fetch(`${one.url}/readyz`)),
        call(one.url, 'getMe', {}, AbortSignal.timeout(1000)).catch(() => null),
      ])
      must(probe.value.status === 503 && probe.seconds < 5, `/readyz is 503 after ${probe.seconds.toFixed(1)} s`)
      for (const [what, { value, seconds }, most] of [
        ['a read', reading, 17],
        ['a write', writing, 32],
        ['a CSV file', download, 17],
      ] as const) {
        must(
          value.status === 504 && seconds < most && japanese.test(value.text),
          `${what} ends after ${seconds.toFixed(1)} s with a sentence: ${value.status}`,
        )
      }
      must(left === null && upstream.open === 0, 'no call to the API is open any more, nor one whose caller left')
      upstream.fault = 'none'

      step('one server is killed')
      process.kill(-one.pid, 'SIGKILL')
      const rest = await Promise.all(Array.from({ length: 10 }, () => call(two.url, 'getMe')))
      must(
        rest.every(({ status }) => status === 200),
        'the session goes on at the other one',
      )
      process.kill(-two.pid, 'SIGTERM')

      step('certificates that are not to be trusted')
      upstream.calls = 0
      for (const [what, starting] of untrusted) {
        const worker = await starting
        const { status, text } = await call(worker.url, 'getMe')
        must(status === 502 && japanese.test(text), `${what}: ${status}, with a sentence`)
        must((await fetch(`${worker.url}/readyz`)).status === 503, 'and /readyz is 503')
        process.kill(-worker.pid, 'SIGTERM')
      }
      must(upstream.calls === 0, 'no call, and so no token, was sent to it')
      upstream.close()
    } finally {
      await supervisor.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const wrangler = (args: string[]) => ({
  ...{ name: 'wrangler', command: node24, args: [bin('wrangler', 'bin', 'wrangler.js'), ...args] },
  ...{ cwd: root, output: 'quiet' as const },
  env: { ...toolEnv, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_SEND_ERROR_REPORTS: 'false' },
})

/** What wrangler says of the bundle, without sending it anywhere. */
async function measureBundle(supervisor: Supervisor, folder: string) {
  const config = ['--config', join(distOf('edge'), 'server', 'wrangler.json')]
  const bundle = join(folder, 'bundle')
  const dry = await supervisor.complete(wrangler(['deploy', '--dry-run', ...config, '--outfile', bundle]))
  const profile = ['--worker', bundle, '--outfile', join(folder, 'startup.cpuprofile')]
  const check = await supervisor.complete(wrangler(['check', 'startup', ...config, ...profile]))
  const said = dry.tail.join('\n')
  return {
    gzipKiB: Math.round(Number(/gzip: ([\d.]+) KiB/.exec(said)?.[1])),
    startupMs: Number(/Active: ([\d.]+) ms/.exec(check.tail.join('\n'))?.[1]),
    bindings: said.slice(said.indexOf('bindings')),
  }
}

/** An authority, and a certificate of it for `localhost` alone. */
function makeCertificates(openssl: string, folder: string) {
  const at = (name: string) => join(folder, name)
  const run = (...args: string[]) => execFileSync(openssl, args, { stdio: 'ignore' })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  run('req', '-x509', ...ec, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=Drill')
  run('req', ...ec, '-keyout', at('api.key'), '-out', at('api.csr'), '-subj', '/CN=localhost')
  writeFileSync(at('san'), 'subjectAltName=DNS:localhost')
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '1', '-extfile', at('san')]
  run('x509', '-req', '-in', at('api.csr'), '-out', at('api.pem'), ...signing)
  return { key: readFileSync(at('api.key')), cert: readFileSync(at('api.pem')) }
}

/** An API on the embedded database, with one admin who is signed in. */
async function startOwnApi(supervisor: Supervisor, folder: string) {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  // Whatever engine the tests use: this one needs nothing that a machine may lack.
  delete process.env.TEST_DATABASE_URL
  const api = await startApi({ database: await openTestDatabase(join(dataDir, 'db')) })
  api.time.now = new Date()
  const shopId = await api.makeShop()
  for (let at = 0; at < 20; at += 1) await api.makeMember(shopId)
  const person = await api.makeStaff({ role: 'all', isAdmin: true })
  const sid = await openSession(api.db, person.staffId, api.time.now)
  const token = `Bearer ${await emulatorIssuer().idToken({ sub: uidOf(person.userId), sid }, new Date())}`
  await api.close()
  const apiPort = await freePort()
  await startApiOf(supervisor, root, { DATA_DIR: dataDir, DATABASE_URL: '', PROXY_KEY: key, API_PORT: `${apiPort}` })
  return { token, apiPort }
}

type Fault = 'none' | 'hang' | 'trickle' | 'swallow'

/** The API by TLS, or an API that is out of order in one way. */
async function startTls(certificates: { key: Buffer; cert: Buffer }, apiPort: number) {
  const state = { fault: 'none' as Fault, swallowed: 0, open: 0, calls: 0, port: 0, close: () => {} }
  const server = createServer(certificates, (incoming, outgoing) => {
    state.calls += 1
    if (state.fault === 'hang' || state.fault === 'trickle') {
      state.open += 1
      outgoing.once('close', () => {
        state.open -= 1
      })
      if (state.fault === 'hang') return
      outgoing.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
      const sending = setInterval(() => outgoing.write('1001,山田\r\n'), 300)
      outgoing.once('close', () => clearInterval(sending))
      return
    }
    if (state.fault === 'swallow' && incoming.method === 'PUT') {
      incoming.on('data', (chunk: Buffer) => {
        state.swallowed += chunk.length
      })
      incoming.once('end', () => outgoing.writeHead(404).end())
      return
    }
    const headers: IncomingHttpHeaders = { ...incoming.headers, connection: 'close' }
    const { method, url: path } = incoming
    const passing = request({ host: '127.0.0.1', port: apiPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passing.on('error', () => outgoing.destroy())
    incoming.pipe(passing)
  })
  // Handshakes that the other side breaks off.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.address() as AddressInfo).port
  state.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return state
}

/** Waits until wrangler listens, and calls nothing: the first call is a cold start. */
async function startWorker(
  supervisor: Supervisor,
  { stateDir, api, authority }: { stateDir: string; api: string; authority?: string },
) {
  const port = await freePort()
  const options = appOnEdge({ port, apiOrigin: api, emulatorPort: 9099, stateDir, env: { PROXY_KEY: key } })
  const env = { ...options.env, NODE_EXTRA_CA_CERTS: authority }
  const { child, tail, finished } = supervisor.start({ ...options, env })
  const ended = finished.then(() => {
    throw new Error(tail.join('\n'))
  })
  ended.catch(() => {})
  await Promise.race([within(60_000, () => tail.some((line) => line.includes('Ready on'))), ended])
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

const functions = new Map<string, string>()

function addressOf(name: string, data: object, withData = true): string {
  if (!functions.size) for (const one of functionsOf(distOf('edge'))) functions.set(one.name, one.url)
  const payload = JSON.stringify(toJSON({ data }))
  return `${functions.get(name)}${withData ? `?${new URLSearchParams({ payload })}` : ''}`
}

/** Calls a server function as the browser does. */
const caller =
  ({ token, cookie }: { token: string; cookie: string }) =>
  async (url: string, name: string, data: object = {}, signal?: AbortSignal) => {
    const headers = { ...ours, authorization: token }
    const isWrite = name.startsWith('create')
    const answer = isWrite
      ? await fetch(url + addressOf(name, data, false), {
          method: 'POST',
          headers: {
            ...headers,
            ...{ cookie, 'x-xsrf-token': cookie.split('=')[1] ?? '', 'content-type': 'application/json' },
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify(toJSON({ data })),
          signal,
        })
      : await fetch(url + addressOf(name, data), { headers, signal })
    return { status: answer.status, text: await answer.text() }
  }

const median = (times: number[]) => Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)

async function elapsed<T>(work: Promise<T>) {
  const began = performance.now()
  const value = await work
  return { value, seconds: (performance.now() - began) / 1000 }
}

async function within(milliseconds: number, isSo: () => boolean): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await delay(20)) if (isSo()) return true
  return isSo()
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

/** Milliseconds of CPU that the workerd of this process group has taken. */
function cpuMs(group: number): number {
  const stats = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [read(`/proc/${pid}/stat`)] : []))
  const ticks = stats.flatMap((stat) => {
    const [name, fields] = [/\((.*)\)/.exec(stat)?.[1], stat.replace(/^.*\) /s, '').split(' ')]
    return name === 'workerd' && Number(fields[2]) === group ? [Number(fields[11]) + Number(fields[12])] : []
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}
