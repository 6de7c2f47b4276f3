import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
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

/** Calls of the one person at the same time. */
const atOnce = 12
/** How long another person is watched under each load, in milliseconds, and how many answers they get at least. */
const watched = 1_000
const leastAnswers = 15
const longest = 8_000

/** What one person may send: the same call again and again. */
interface Load {
  name: string
  path: string
  method?: string
  accept?: string
  body?: () => object
}

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

/** Whatever may make a read expensive: many rows, far down, each order, a search of one letter, long periods. */
function variantsOf(endpoint: Endpoint, address: string, day: string): string[] {
  const shape = endpoint.input.shape as Record<string, unknown>
  const found = [address]
  const widest = 'limit' in shape ? restOf(address, { limit: '500', offset: '0' }) : address
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
  const worst: (Load & { ms: number })[] = []
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

async function writes(ask: Ask): Promise<Load[]> {
  const members = JSON.parse(await (await ask('user/member/list?limit=500')).text()) as { list: { id: string }[] }
  const ids = members.list.map(({ id }) => id)
  const everybody = { by: 'filter', filter: {} }
  const noise = randomBytes(1800 * 1800 * 3)
  const picture = await sharp(noise, { raw: { width: 1800, height: 1800, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const imgBase64 = picture.toString('base64')
  const rich = `<p>${'<strong>特別な</strong>お知らせ<br>'.repeat(7_000)}</p>`.slice(0, 190_000)
  const column = {
    title: '負荷',
    lead: null,
    body: rich,
    category: 'exercise',
    tags: [],
    imgUrl: null,
    authorName: null,
    supervisorName: null,
    targetMoods: [],
    publishTo: null,
    relatedIds: [],
    publishFrom: null,
    status: 'pending',
  }
  return [
    {
      name: 'mail.preview',
      path: 'mail/preview',
      method: 'POST',
      body: () => ({ category: 'marketing', to: everybody, limit: 500 }),
    },
    {
      name: 'mail.preview, sleeping',
      path: 'mail/preview',
      method: 'POST',
      body: () => ({ category: 'transactional', to: everybody, includesSleeping: true, limit: 500 }),
    },
    {
      name: 'member.bulk, dry',
      path: 'member/bulk',
      method: 'PUT',
      body: () => ({ ids, addTags: ['負荷'], dryRun: true }),
    },
    {
      name: 'member.bulk',
      path: 'member/bulk',
      method: 'PUT',
      body: () => ({
        ids,
        addTags: [`負荷${Math.floor(Math.random() * 9)}`],
        removeTags: [`負荷${Math.floor(Math.random() * 9)}`],
      }),
    },
    { name: 'column.create', path: 'content/column/new', method: 'POST', body: () => column },
    { name: 'image.create', path: 'image/new', method: 'POST', body: () => ({ imgBase64, contentType: 'image/jpeg' }) },
    {
      name: 'a body of 1 MB',
      path: 'content/column/new',
      method: 'POST',
      body: () => ({ ...column, body: 'あ'.repeat(330_000) }),
    },
    {
      name: 'staff.changePassword',
      path: 'user/staff/change-password',
      method: 'POST',
      body: () => ({
        userId: '1',
        password: 'x'.repeat(20),
        passwordConf: 'x'.repeat(20),
        currentPassword: 'y'.repeat(20),
      }),
    },
  ]
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

const p95 = (times: number[]) => percentile(times, 0.95)

/**
 * While one person asks for the most expensive that they may, twelve at once: how much longer another person waits for
 * `user/me` and the first page of members than alone in this run, and `/healthz` with it.
 */
export async function benchLoad(api: string, title: string, day: string, people: People, only?: string) {
  const looking = people.next()
  const ask: Ask = (path) => fetch(`${api}/api/admin/${path}`, { headers: { authorization: `Bearer ${looking}` } })
  const askFresh: Ask = (() => {
    let [token, left] = [people.next(), 500]
    return (path) => {
      if (left-- === 0) [token, left] = [people.next(), 500]
      return fetch(`${api}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
    }
  })()
  const knowing: Ask = (path) =>
    fetch(`${api}/api/admin/${path}`, { headers: { authorization: `Bearer ${people.admin}` } })
  const wants = (name: string) => !only || new RegExp(only).test(name)
  const reads = await worstOf(askFresh, day, { wants, knowing })
  const loads: (Load & { ms?: number })[] = [...reads, ...(await writes(ask))].filter(({ name }) => wants(name))
  const alone: Watched = { me: [], list: [], healthz: [] }
  const addTo = (all: Watched, more: Watched) => {
    for (const key of ['me', 'list', 'healthz'] as const) all[key].push(...more[key])
  }
  const warm = people.next()
  for (let at = 0; at < 300; at += 1) {
    await (await fetch(`${api}/api/admin/user/me`, { headers: { authorization: `Bearer ${warm}` } })).arrayBuffer()
  }
  await watch(api, people.other(), (answers) => answers >= 100)
  const found: { load: Load & { ms?: number }; times: Watched; answers: Map<number, number> }[] = []
  for (const load of loads) {
    addTo(alone, await watch(api, people.other(), (answers) => answers >= 8))
    const token = people.next()
    // Made once: the two processes share the machine.
    const sent = load.body && [1, 2, 3, 4].map(() => JSON.stringify(load.body?.()))
    const answers = new Map<number, number>()
    const [started, stop] = [performance.now(), new AbortController()]
    let turn = 0
    const greedy = Array.from({ length: atOnce }, async () => {
      while (!stop.signal.aborted) {
        turn += 1
        const { method = 'GET', path, accept = 'application/json' } = load
        const answer = await fetch(`${api}/api/admin/${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, accept, ...(sent && { 'content-type': 'application/json' }) },
          ...(sent && { body: sent[turn % sent.length] as string }),
          signal: stop.signal,
        }).catch(() => null)
        await answer?.arrayBuffer().catch(() => {})
        if (answer) answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        // Refused: nothing more to be had with this person's rates.
        if (answer?.status === 429) await wait(200)
      }
    })
    await wait(50)
    // Somebody whose own rates are fresh.
    const times = await watch(api, people.other(), (count) => {
      const passed = performance.now() - started
      const answered = [...answers.values()].reduce((sum, one) => sum + one, 0)
      return (passed > watched && count >= leastAnswers && answered >= atOnce) || passed > longest
    })
    stop.abort()
    await Promise.all(greedy)
    found.push({ load, times, answers })
    // What was begun must not be measured with the next.
    await wait(800)
    const ratio = p95(times.me) / p95(alone.me)
    process.stderr.write(`${load.name} ${load.path.slice(0, 90)} ${load.ms?.toFixed(0)} ms: me ${ratio.toFixed(1)}\n`)
  }
  const rows = found
    .map(({ load, times, answers }) => ({
      call: load.name,
      'alone ms': load.ms?.toFixed(0) ?? '',
      me: p95(times.me) / p95(alone.me),
      list: p95(times.list) / p95(alone.list),
      healthz: p95(times.healthz) / p95(alone.healthz),
      'healthz ms': p95(times.healthz),
      answers: [...answers].map(([status, count]) => `${count}×${status}`).join(' '),
    }))
    .sort((a, b) => Math.max(b.me, b.list) - Math.max(a.me, a.list))
  printTable(
    `${title}: p95 of another person ÷ alone (${p95(alone.me).toFixed(1)}, ${p95(alone.list).toFixed(1)}, ${p95(alone.healthz).toFixed(1)} ms)`,
    rows.map((row) => ({ ...row, me: row.me.toFixed(1), list: row.list.toFixed(1), healthz: row.healthz.toFixed(1) })),
  )
}

/** The people of a measurement in an open database: many copies of one account, and another person. */
export async function peopleIn(db: Db, greedy: string): Promise<People> {
  const tokens = await manyOf(db, greedy, 160)
  const [admin = ''] = await manyOf(db, 'admin@example.jp', 1)
  const others = await manyOf(db, 'manager@example.jp', 320)
  const from = (all: string[]) => () => {
    const token = all.pop()
    if (!token) throw new Error('Too few people')
    return token
  }
  return { other: from(others), next: from(tokens), admin }
}

/** The demo on the embedded database. */
export async function benchLoadOfDemo(supervisor: Supervisor, greedy: string, only?: string) {
  const emulatorPort = await startEmulator(supervisor)
  const folder = temporaryFolder()
  cpSync(join(await seededFolder(supervisor), 'db'), join(folder, 'db'), { recursive: true })
  const database = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  const people = await peopleIn(database.db, greedy)
  await database.close()
  const api = await startApi(supervisor, { seeded: folder, emulatorPort })
  await benchLoad(api.origin, `the demo on PGlite, ${greedy}`, yesterdayInTokyo(new Date()), people, only)
}
