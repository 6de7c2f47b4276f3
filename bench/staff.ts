import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '../api/figures/periods.ts'
import { yesterdayInTokyo } from '../api/seed/calendar.ts'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import type { Tokens } from '../tests/support/emulator-tokens.ts'
import { seededFolder, startApi, startEmulator } from '../tests/support/stack.ts'
import { type Call, type Person, peopleAtWork, staffAtWork } from '../tests/support/staff-at-work.ts'
import { median, percentile, printTable } from './figures.ts'
import { withMoreStaff } from './more-staff.ts'

const people = 50
/** Interval for renewing a user's one-hour token, as the SDK does, in milliseconds. */
const tokenLife = 45 * 60_000
/** How often the API's memory is looked at, in milliseconds. */
const look = 15_000

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
  const call: Call = async (name, path, { token, body, method = 'GET' } = {}) => {
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

  const signedIn = new Map<string, { refreshToken: string; renewAt: number }>()
  const staff = await peopleAtWork(call, people, {
    tokenOf: async (email) => {
      const { idToken, refreshToken } = await signIn(api.origin, emulatorPort, email)
      signedIn.set(idToken, { refreshToken, renewAt: performance.now() + tokenLife })
      return idToken
    },
    dayOf: (at) => addDays(yesterdayInTokyo(new Date()), -200 - at),
  })
  samples.clear()

  const memory: { minute: number; mb: number }[] = []
  const begun = performance.now()
  const until = begun + minutes * 60_000
  const minute = () => (performance.now() - begun) / 60_000
  const renew = async (person: Person) => {
    const known = signedIn.get(person.token)
    if (!known || performance.now() < known.renewAt) return
    person.token = await renewed(emulatorPort, known.refreshToken)
    signedIn.set(person.token, { ...known, renewAt: performance.now() + tokenLife })
  }
  await Promise.all([
    staffAtWork({ call, people: staff, isOver: () => performance.now() >= until, before: renew }),
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
