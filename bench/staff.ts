import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '../api/figures/periods.ts'
import { yesterdayInTokyo } from '../api/seed/calendar.ts'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import { seededFolder, startApi, startEmulator } from '../tests/support/stack.ts'
import { median, percentile, printTable } from './figures.ts'
import type { Tokens } from './main.ts'
import { busyAddress, shops, withMoreStaff } from './more-staff.ts'

const people = 50
/** Think time between two calls of one user, in milliseconds; a second on average. */
const pause = () => 500 + Math.random() * 1000
/** Interval for renewing a user's one-hour token, as the SDK does, in milliseconds. */
const tokenLife = 45 * 60_000
/** How often the API's memory is looked at, in milliseconds. */
const look = 15_000

const lists = {
  会員: '/user/member/list?limit=50',
  '会員, a search': `/user/member/list?limit=50&keyword=${encodeURIComponent('すず')}`,
  '会員, far down': '/user/member/list?limit=50&offset=500&sortKey=visits30d&sortDir=desc',
  予約: '/shop/reservation/list?limit=50',
  日報: '/shop/daily-report/list?limit=50',
  改善アクション: '/shop/report-action/list?limit=50',
  お知らせ: '/announcement/list?limit=50',
  コラム: '/content/column/list?limit=50',
  スタッフ: '/user/staff/list?limit=50',
  店舗: '/shop/list?limit=50',
}

/** One in this many calls writes: a member's note, or the draft of a daily report. */
const readsPerWrite = 4

interface Person {
  token: string
  refreshToken: string
  shopId: string
  members: string[]
}

/**
 * Staff at work at the same time, each a person of their own, reading and writing; beside them `/healthz`, which touches
 * no data. The API's memory is reported by quarters of the run, and as growth per hour in the second half.
 */
export async function benchStaff(
  supervisor: Supervisor,
  signIn: (api: string, emulatorPort: number, email: string) => Promise<Tokens>,
  minutes: number,
) {
  const emulatorPort = await startEmulator(supervisor)
  const api = await startApi(supervisor, {
    seeded: await withMoreStaff(await seededFolder(supervisor), people),
    emulatorPort,
  })
  const samples = new Map<string, number[]>()
  let failed = 0
  const call = async (name: string, path: string, { token, body, method = 'GET' }: Sent = {}) => {
    const started = performance.now()
    const answer = await fetch(`${api.origin}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    const text = await answer?.text()
    if (answer?.ok) samples.set(name, [...(samples.get(name) ?? []), performance.now() - started])
    else {
      failed += 1
      console.log(`${name}: ${answer?.status ?? 'no answer'} ${text?.slice(0, 200) ?? ''}`)
    }
    return answer?.ok ? JSON.parse(text ?? '{}') : undefined
  }

  const staff: Person[] = []
  for (let at = 1; at <= people; at += 1) {
    const { idToken: token, refreshToken } = await signIn(api.origin, emulatorPort, busyAddress(at))
    const { list } = await call('sign-in', '/api/admin/user/member/list?limit=50&offset=20', { token })
    // Users of one shop write to different members: concurrent writes would be rejected as stale.
    const own = (list as { id: string }[]).filter(
      (_, row) => row % Math.ceil(people / shops) === Math.floor(at / shops),
    )
    staff.push({ token, refreshToken, shopId: String(1 + (at % shops)), members: own.map(({ id }) => id) })
  }
  samples.clear()

  const memory: { minute: number; mb: number }[] = []
  const begun = performance.now()
  const until = begun + minutes * 60_000
  const minute = () => (performance.now() - begun) / 60_000
  const names = Object.entries(lists)
  const write = async ({ token, shopId, members }: Person, at: number) => {
    if (at % 2 === 0) {
      const id = members[at % members.length]
      const member = await call('会員を開く', `/api/admin/user/${id}`, { token })
      const body = { version: member?.version, staffNote: `${at}回目の来館時に声をかけました。` }
      if (member) await call('メモを書く', `/api/admin/member/${id}`, { token, method: 'PUT', body })
    } else {
      const date = addDays(yesterdayInTokyo(new Date()), -200 - Number(staff.findIndex((one) => one.token === token)))
      const day = await call('日報を開く', `/api/admin/shop/daily-report/day?shopId=${shopId}&date=${date}`, { token })
      const row = { shopId, date, version: day?.report?.version, goodPoints: `${at}回目の下書きです。` }
      if (day)
        await call('日報を書く', '/api/admin/shop/daily-report/list', { token, method: 'POST', body: { data: [row] } })
    }
  }
  await Promise.all([
    ...staff.map(async (person, who) => {
      await wait(Math.random() * 1000)
      let renewAt = performance.now() + tokenLife
      for (let at = who; performance.now() < until; at += 1) {
        if (performance.now() > renewAt) {
          person.token = await renewed(emulatorPort, person.refreshToken)
          renewAt += tokenLife
        }
        const [name, path] = names[at % names.length] as (typeof names)[number]
        if (at % (readsPerWrite + 1) === 0) await write(person, at / (readsPerWrite + 1))
        else await call(name, `/api/admin${path}`, person)
        await wait(pause())
      }
    }),
    (async () => {
      for (; performance.now() < until; await wait(200)) await call('healthz', '/healthz')
    })(),
    (async () => {
      for (; performance.now() < until; await wait(look)) memory.push({ minute: minute(), mb: rss(api.pid()) })
    })(),
  ])

  const limit = percentile(samples.get('healthz') ?? [], 0.99)
  printTable(
    `${people} staff for ${minutes} min, ${failed} failed`,
    [...samples].map(([name, times]) => ({
      call: name,
      calls: times.length,
      'p50 ms': percentile(times, 0.5),
      'p95 ms': percentile(times, 0.95),
      'p99 ms': percentile(times, 0.99),
      'p99 ÷ healthz': (percentile(times, 0.99) / limit).toFixed(1),
    })),
  )
  const quarters = [0, 1, 2, 3].map((at) => memory.filter((one) => Math.floor((one.minute * 4) / minutes) === at))
  console.log(
    `memory of the API by quarters, MB: ${quarters.map((one) => median(one.map(({ mb }) => mb)).toFixed(0)).join(', ')}`,
  )
  console.log(`in the second half ${slope(memory.filter((one) => one.minute > minutes / 2)).toFixed(1)} MB an hour`)
}

interface Sent {
  token?: string
  method?: string
  body?: object
}

/** A new ID token of the same session. */
async function renewed(emulatorPort: number, refreshToken: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${emulatorPort}/securetoken.googleapis.com/v1/token?key=demo-key`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  if (!answer.ok) throw new Error(`A token was not renewed: ${answer.status}`)
  return ((await answer.json()) as { id_token: string }).id_token
}

/** Resident memory of a process, in MB. */
const rss = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The straight line through the samples (least squares), in MB an hour. */
function slope(samples: readonly { minute: number; mb: number }[]): number {
  const mean = (of: (one: (typeof samples)[number]) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ mb }) => mb)]
  const across = samples.reduce((sum, { minute, mb }) => sum + (minute - x) * (mb - y), 0)
  return (60 * across) / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
