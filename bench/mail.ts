import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import * as stack from '../tests/support/stack.ts'
import { median, percentile, printTable } from './figures.ts'

type SignIn = (api: string, emulatorPort: number, email: string) => Promise<string>

/** Pause between two calls of the simulated user, below the rate limit. */
const pause = 160
/** Duration of the baseline before the mail (ms). */
const before = 30_000

/**
 * A mail to every member of the demo: mails per second, memory, latency for a user at work, and the time between the mail
 * server's acceptance and its record in the database (the window of decision 0046).
 */
export async function benchMail(supervisor: Supervisor, signIn: SignIn, databaseUrl?: string) {
  const sink = await startSink()
  const emulatorPort = await stack.startEmulator(supervisor)
  const seeded = databaseUrl ? 'none' : await stack.seededFolder(supervisor)
  const env = databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {}
  const api = await stack.startApi(supervisor, { seeded, emulatorPort, smtpPort: sink.port, ...env })
  const call = async (token: string, path: string, body?: object) => {
    const answer = await fetch(`${api.origin}/api/admin/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const [head, admin] = [
    await signIn(api.origin, emulatorPort, 'head@example.jp'),
    await signIn(api.origin, emulatorPort, 'admin@example.jp'),
  ]
  const atWork = async (until: () => boolean) => {
    const [times, memory]: [number[], number[]] = [[], []]
    while (!until()) {
      const started = performance.now()
      await call(admin, 'user/member/list?limit=50')
      times.push(performance.now() - started)
      memory.push(residentMegabytes(api.pid()))
      await delay(pause)
    }
    return { times, memory }
  }

  const idleUntil = performance.now() + before
  const idle = await atWork(() => performance.now() > idleUntil)
  const sendOne = async () => {
    sink.forget()
    const started = performance.now()
    const { id, total } = (await call(head, 'mail/new', {
      category: 'transactional',
      subject: '{{会員氏名}}様へ 年末年始の営業時間',
      body: '<p>{{店舗名}}の年末年始の営業時間をお知らせします。</p>'.repeat(20),
      fromName: 'からだクラブ',
      replyTo: null,
      footer: null,
      templateId: null,
      to: { by: 'filter', filter: {} },
      sleepingReason: null,
      sendAt: null,
    })) as { id: string; total: number }
    const accepted = performance.now() - started
    while (sink.taken.size === 0) await delay(100)
    const busy = await atWork(() => sink.taken.size >= total)
    await delay(2_000)
    return { id, total, accepted, busy }
  }
  const { id, total, accepted, busy } = await sendOne()
  const seconds = (sink.lastAt() - sink.firstAt()) / 1000

  const windows: number[] = []
  for (let offset = 0; offset < total; offset += 500) {
    const page = (await call(head, `mail/log/${id}/recipient/list?limit=500&offset=${offset}&status=delivered`)) as {
      list: { email: string; at: string }[]
    }
    for (const { email, at } of page.list) windows.push(Date.parse(at) - (sink.taken.get(email) ?? Number.NaN))
  }
  printTable(`a mail to ${total} members (${databaseUrl ? 'PostgreSQL' : 'PGlite'})`, [
    { figure: 'accepted after, ms', value: accepted.toFixed(0) },
    { figure: 'letters a second', value: (total / seconds).toFixed(1) },
    { figure: 'sent twice', value: sink.count() - sink.taken.size },
    { figure: 'taken and not yet written down, p50 ms', value: median(windows).toFixed(1) },
    { figure: 'the same, longest, ms', value: Math.max(...windows).toFixed(1) },
  ])
  // After a first mail, so that one-time allocations do not count as growth.
  const { busy: again } = await sendOne()
  printTable(
    'members list, one person at work',
    Object.entries({ idle, sending: busy, 'sending once more': again }).map(([when, { times, memory }]) => ({
      when,
      calls: times.length,
      'p50 ms': median(times).toFixed(1),
      'p95 ms': percentile(times, 0.95).toFixed(1),
      'memory, first tenth MB': median(memory.slice(0, Math.ceil(memory.length / 10))).toFixed(0),
      'last tenth MB': median(memory.slice(-Math.ceil(memory.length / 10))).toFixed(0),
    })),
  )
  await sink.close()
}

const residentMegabytes = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024

/** A mail server that takes everything, and remembers when. */
async function startSink() {
  const taken = new Map<string, number>()
  let [count, first, last] = [0, 0, 0]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      stream.resume()
      stream.on('end', () => {
        count += 1
        last = Date.now()
        if (count === 1) first = last
        for (const { address } of envelope.rcptTo) taken.set(address, last)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as { port: number }).port,
    taken,
    forget: () => {
      taken.clear()
      count = 0
    },
    count: () => count,
    firstAt: () => first,
    lastAt: () => last,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
