import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '../api/db/client.ts'
import { openDatabase } from '../api/db/client.ts'
import { uidOf } from '../api/identity/identity.ts'
import { openSession } from '../api/identity/session.ts'
import { yesterdayInTokyo } from '../api/seed/calendar.ts'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import { seededFolder, startApi, startEmulator, temporaryFolder } from '../tests/support/stack.ts'
import type { Ask } from './asking.ts'
import { addressesOf, idsOf } from './endpoints.ts'
import { percentile, printTable } from './figures.ts'
import type { Answers, Greed } from './greedy.ts'
import { type Load, type Send, writtenLoads } from './load-rows.ts'

/** Calls of the one person at the same time. */
const atOnce = 12
/** How long another person is watched under each load, in milliseconds, and how many answers they get at least. */
const watched = 1_000
const leastAnswers = 100
const longest = 60_000
/** Of one other person: their rates allow a few more. */
const mostAnswers = 250

const bodyOf = (body: object | undefined) =>
  body === undefined || body instanceof Uint8Array
    ? (body as Uint8Array<ArrayBuffer> | undefined)
    : JSON.stringify(body)
const headersOf = (token: string, body: object | undefined) => ({
  authorization: `Bearer ${token}`,
  ...(body && { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }),
})

/** Each load has people of its own, whose rates are fresh. */
interface People {
  /** Other people. */
  other: () => string
  /** A person who has not asked yet. */
  next: () => string
  /** Somebody of head office, who may read every id. */
  admin: string
}

/** Copies of a demo account, each with a live session: the tokens of the emulator, which are not signed. */
export async function manyOf(db: Db, email: string, count: number, projectId = 'demo-karada-desk'): Promise<string[]> {
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const tokens: string[] = []
  const mark = randomBytes(4).toString('hex')
  for (let at = 0; at < count; at += 1) {
    const { rows } = await db.execute<{ id: number; user_id: number }>(`
      with account as (insert into user_account (type) values ('staff') returning id),
      person as (
        insert into staff (user_id, email, password_hash, display_name, role, is_admin, status)
        select account.id, 'load-${mark}-${at}@example.jp', password_hash, '職員 ${at}', role, is_admin, 'active'
        from staff, account where email = '${email}' returning id, user_id),
      shops as (
        insert into shop_staff (staff_id, shop_id) select person.id, shop_id
        from person, shop_staff join staff on staff.id = staff_id where email = '${email}')
      select id, user_id from person`)
    const [person] = rows
    if (!person) throw new Error(`${email} is not in these data`)
    const sid = await openSession(db, String(person.id), now)
    const claims = {
      aud: projectId,
      iss: `https://securetoken.google.com/${projectId}`,
      iat: seconds - 10,
      auth_time: seconds - 10,
      exp: seconds + 3600 * 10,
      sub: uidOf(String(person.user_id)),
      sid,
    }
    tokens.push(`${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`)
  }
  return tokens
}

const restOf = (address: string, more: Record<string, string>) => {
  const [path, query] = address.split('?')
  const search = new URLSearchParams(query)
  for (const [key, value] of Object.entries(more)) search.set(key, value)
  return `${path}?${search}`
}

/** The choices of an input that is an enumeration. */
function choicesOf(schema: unknown): string[] {
  const { options, unwrap } = schema as { options?: string[]; unwrap?: () => unknown }
  if (Array.isArray(options)) return options.filter((option) => typeof option === 'string')
  return unwrap ? choicesOf(unwrap.call(schema)) : []
}

/** Inputs that make an answer cost the same, whichever is chosen. */
const harmless = ['sortDir', 'kind']

/**
 * Whatever may make a read expensive: many rows, far down, each order, a search of one letter, long periods, each choice
 * over the longest.
 */
function variantsOf(endpoint: Endpoint, address: string, day: string): string[] {
  const shape = endpoint.input.shape as Record<string, unknown>
  const found = [address]
  let widest = 'limit' in shape ? restOf(address, { limit: '500', offset: '0' }) : address
  found.push(widest)
  if ('from' in shape && 'to' in shape) {
    for (const days of [31, 92, 366]) {
      const from = new Date(Date.parse(day) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      found.push(restOf(widest, { from, to: day }))
    }
  }
  if ('keyword' in shape) for (const keyword of ['す', 'さとう', '2', 'ぬ']) found.push(restOf(widest, { keyword }))
  if ('sortKey' in shape) {
    const keys = (shape.sortKey as { unwrap(): { options: string[] } }).unwrap().options
    for (const sortKey of keys) found.push(restOf(widest, { sortKey, sortDir: 'desc' }))
    for (const sortKey of keys) found.push(restOf(widest, { sortKey, sortDir: 'desc', keyword: 'す' }))
  }
  if ('offset' in shape) found.push(restOf(widest, { offset: '5000' }))
  if ('from' in shape) widest = found[4] ?? widest
  for (const [key, schema] of Object.entries(shape)) {
    if (key === 'sortKey' || harmless.includes(key)) continue
    for (const choice of choicesOf(schema)) found.push(restOf(widest, { [key]: choice }))
  }
  return [...new Set(found)]
}

/** The slowest variant of each endpoint that reads, and the milliseconds of its fastest answer; ids as `knowing` sees them. */
export async function worstOf(
  ask: Ask,
  day: string,
  {
    wants = () => true,
    variants = 100,
    knowing = ask,
  }: { wants?: (name: string) => boolean; variants?: number; knowing?: Ask } = {},
) {
  const { paths } = addressesOf(await idsOf(knowing), day)
  const worst: (Load & { path: string; ms: number })[] = []
  for (const [name, endpoint] of endpoints) {
    const address = paths[name]?.(0)
    if (!address || endpoint.permission === 'public' || !wants(name)) continue
    let [slowest, ms] = ['', -1]
    for (const path of variantsOf(endpoint, address, day).slice(0, variants)) {
      const times: number[] = []
      for (let at = 0; at < 2; at += 1) {
        const started = performance.now()
        const answer = await ask(path)
        await answer.arrayBuffer()
        if (!answer.ok) break
        times.push(performance.now() - started)
        if ((times[0] as number) < ms) break
      }
      const best = Math.min(...times)
      if (times.length === 2 && best > ms) [slowest, ms] = [path, best]
    }
    if (slowest) worst.push({ name, path: slowest, ms })
    if (slowest && endpoint.csv) worst.push({ name: `${name}, CSV`, path: slowest, accept: 'text/csv', ms })
  }
  return worst
}

interface Watched {
  me: number[]
  list: number[]
  healthz: number[]
}

/** What another person waits for, until it is `over`. */
async function watch(api: string, token: string, isOver: (answers: number) => boolean): Promise<Watched> {
  const times: Watched = { me: [], list: [], healthz: [] }
  const timed = async (path: string, into: number[]) => {
    const started = performance.now()
    const answer = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} to the other person`)
    into.push(performance.now() - started)
  }
  while (!isOver(times.me.length)) {
    await timed('/api/admin/user/me', times.me)
    await timed('/api/admin/user/member/list?limit=50', times.list)
    await timed('/healthz', times.healthz)
    await wait(5)
  }
  return times
}

/** One person's calls, in a process of its own: what they cost the caller must not keep the watcher waiting. */
function beGreedy(greed: Greed) {
  const child = fork(join(import.meta.dirname, 'greedy.ts'), { serialization: 'advanced' })
  let answers: Answers = {}
  const begun = new Promise<void>((resolve) => {
    child.on('message', (now: Answers) => {
      answers = now
      resolve()
    })
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.send(greed)
  const end = () => {
    child.kill()
    return ended
  }
  return { begun, answers: () => answers, end }
}

const p95 = (times: number[]) => percentile(times, 0.95)

/** Which rows: whose names match, or these alone. */
interface Chosen {
  only: string | undefined
  rows: string[] | undefined
}

/**
 * While one person asks for the most expensive that they may, twelve at once: how much longer another person waits for
 * `user/me` and the first page of members than alone in this run, and `/healthz` with it.
 */
export async function benchLoad(api: string, title: string, day: string, people: People, { only, rows }: Chosen) {
  const sendAs =
    (token: string): Send =>
    async (method, path, body) => {
      const answer = await fetch(`${api}/api/admin/${path}`, {
        method,
        headers: headersOf(token, body),
        ...(body && { body: bodyOf(body) as BodyInit }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
      return JSON.parse(text)
    }
  const askFresh: Ask = (() => {
    let [token, left] = [people.next(), 500]
    return (path) => {
      if (left-- === 0) [token, left] = [people.next(), 500]
      return fetch(`${api}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
    }
  })()
  const knowing: Ask = (path) =>
    fetch(`${api}/api/admin/${path}`, { headers: { authorization: `Bearer ${people.admin}` } })
  // A row is an endpoint, or one of its variants: `member.list`, `member.list, CSV`.
  const isOf = (name: string) => rows?.some((row) => name === row || row.startsWith(`${name},`)) ?? true
  const isRow = (name: string) => rows?.some((row) => name === row || name.startsWith(`${row},`)) ?? true
  const matches = (name: string) => !only || new RegExp(only).test(name)
  const reads = await worstOf(askFresh, day, { wants: (name) => matches(name) && isOf(name), knowing })
  const loads: (Load & { ms?: number })[] = [...reads, ...(await writtenLoads(sendAs(people.next())))].filter(
    ({ name }) => matches(name) && isRow(name),
  )
  const addTo = (all: Watched, more: Watched) => {
    for (const key of ['me', 'list', 'healthz'] as const) all[key].push(...more[key])
  }
  const warm = people.next()
  for (let at = 0; at < 300; at += 1) {
    await (await fetch(`${api}/api/admin/user/me`, { headers: { authorization: `Bearer ${warm}` } })).arrayBuffer()
  }
  await watch(api, people.other(), (answers) => answers >= 100)
  const found: { load: Load & { ms?: number }; alone: Watched; times: Watched; answers: Answers }[] = []
  for (const load of loads) {
    const token = people.next()
    const before = await load.before?.(sendAs(token)).catch((error) => error as Error)
    if (before instanceof Error) {
      process.stderr.write(`${load.name} is left out: ${before.message}\n`)
      continue
    }
    // Beside the load, on both sides of it: the machine is not the same all the time.
    const alone: Watched = { me: [], list: [], healthz: [] }
    const lookAlone = async () =>
      addTo(alone, await watch(api, people.other(), (answers) => answers >= leastAnswers / 2))
    await lookAlone()
    const paths = [before ?? load.path].flat()
    // Made once: the two processes share the machine.
    const bodies = load.body && [1, 2, 3, 4].map(() => load.body?.() as object)
    const sent = bodies?.map(bodyOf)
    const { method = 'GET', accept = 'application/json' } = load
    const started = performance.now()
    const greedy = beGreedy({
      method,
      headers: { ...headersOf(token, bodies?.[0]), accept },
      addresses: paths.map((path) => `${api}/api/admin/${path}`),
      bodies: (sent ?? []) as (string | Uint8Array)[],
      atOnce,
    })
    await greedy.begun
    // Somebody whose own rates are fresh.
    const times = await watch(api, people.other(), (count) => {
      const passed = performance.now() - started
      const answered = Object.values(greedy.answers()).reduce((sum, one) => sum + one, 0)
      const isEnough = passed > watched && count >= leastAnswers && answered >= atOnce
      return isEnough || count >= mostAnswers || passed > longest
    })
    const answers = greedy.answers()
    await greedy.end()
    // What was begun must not be measured with the next.
    await wait(800)
    await lookAlone()
    found.push({ load, alone, times, answers })
    const [me, list, healthz] = (['me', 'list', 'healthz'] as const).map((key) =>
      (p95(times[key]) / p95(alone[key])).toFixed(1),
    )
    const ms = load.ms?.toFixed(0) ?? '?'
    process.stderr.write(
      `${load.name} ${paths[0]?.slice(0, 90)} ${ms} ms: ${times.me.length} answers, me ${me} list ${list} healthz ${healthz}\n`,
    )
  }
  const table = found
    .map(({ load, alone, times, answers }) => ({
      call: load.name,
      'alone ms': load.ms?.toFixed(0) ?? '',
      me: p95(times.me) / p95(alone.me),
      list: p95(times.list) / p95(alone.list),
      healthz: p95(times.healthz) / p95(alone.healthz),
      'me ms': p95(times.me),
      watched: times.me.length,
      answers: Object.entries(answers)
        .map(([status, count]) => `${count}×${status}`)
        .join(' '),
    }))
    .sort((a, b) => Math.max(b.me, b.list, b.healthz) - Math.max(a.me, a.list, a.healthz))
  const aloneOf = (key: keyof Watched) => p95(found.flatMap(({ alone }) => alone[key])).toFixed(1)
  printTable(
    `${title}: p95 of another person ÷ alone (${aloneOf('me')}, ${aloneOf('list')}, ${aloneOf('healthz')} ms)`,
    table.map((row) => ({ ...row, me: row.me.toFixed(1), list: row.list.toFixed(1), healthz: row.healthz.toFixed(1) })),
  )
}

/** The people of a measurement in an open database: many copies of one account, and another person. */
export async function peopleIn(db: Db, greedy: string): Promise<People> {
  const tokens = await manyOf(db, greedy, 200)
  const [admin = ''] = await manyOf(db, 'admin@example.jp', 1)
  const others = await manyOf(db, 'manager@example.jp', 600)
  // Files of figures are taken where a club system is known.
  await db.execute(`insert into club_connection (id, public_id, brand_code, connected_at)
    select 1, 'p', 'karada', now() where not exists (select from club_connection)`)
  const from = (all: string[]) => () => {
    const token = all.pop()
    if (!token) throw new Error('Too few people')
    return token
  }
  return { other: from(others), next: from(tokens), admin }
}

/** The demo on the embedded database. */
export async function benchLoadOfDemo(supervisor: Supervisor, greedy: string, chosen: Chosen) {
  const emulatorPort = await startEmulator(supervisor)
  const folder = temporaryFolder()
  cpSync(join(await seededFolder(supervisor), 'db'), join(folder, 'db'), { recursive: true })
  const database = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  const people = await peopleIn(database.db, greedy)
  await database.close()
  const api = await startApi(supervisor, { seeded: folder, emulatorPort })
  await benchLoad(api.origin, `the demo on PGlite, ${greedy}`, yesterdayInTokyo(new Date()), people, chosen)
}
