import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../api/db/client.ts'
import { migrate } from '../api/db/migrate.ts'
import { progressBar } from '../api/process/progress.ts'
import { isEmpty } from '../api/seed/seed.ts'
import { freePort } from '../scripts/lib/ports.mjs'
import { postgresPrograms, startPostgres } from '../scripts/lib/postgres.mjs'
import type { Supervisor } from '../scripts/lib/processes.mjs'
import { node24, root } from '../scripts/lib/project.mjs'
import { adminApi, answersReady, origin } from '../scripts/lib/stack.mjs'
import { temporaryFolder } from '../tests/support/stack.ts'
import { type Ask, answered, printTimes, timesOf } from './asking.ts'
import { dailyLogQuestions } from './daily-logs.ts'
import { benchEndpoints } from './endpoints.ts'
import { percentile, printTable } from './figures.ts'
import { benchLoad, peopleIn } from './load.ts'
import { benchStatistics } from './statistics.ts'

export interface ScaleOptions {
  /** Such as 180k. */
  scale: string
  /** A database that is seeded already, instead of our own. */
  databaseUrl?: string
  /** The folder in which our own stays for the next run. */
  keep: string
  /**
   * `list`, `reports`, `statistics`, `endpoints` or `export`; omitted: all of them. `load` runs only on request, and
   * `daily-logs`, which creates millions of rows first.
   */
  only?: string
  emulatorPort: number
  signIn: (apiOrigin: string, email: string) => Promise<string>
  rounds: number
  /** Of `load`: whose calls. */
  greedy: string
  /** Of `load`, `statistics` and `endpoints`: those whose name matches. */
  endpoint?: string | undefined
  /** Of `load`. */
  rows?: string[] | undefined
}

const shops = 200
/** A fixed day, so that a kept database stays valid. */
const until = '2026-10-31'
/** Rounds per endpoint: some take seconds on a large chain, and rate limits apply. */
const endpointRounds = 8
/** Number of shops of a region's owner. */
const regionShops = 60
const sortKeys = ['kana', 'memberNo', 'joinedOn', 'lastVisitOn', 'visits30d', 'unpaidAmount']

/** All kinds of requests to a large chain's members list at the API, and its full export. */
export async function benchScale(supervisor: Supervisor, options: ScaleOptions) {
  const members = Number(options.scale.replace(/k$/, '000'))
  const database = options.databaseUrl ?? (await seededDatabase(supervisor, options, members))
  const questions = options.only === 'daily-logs' ? await dailyLogQuestions(database) : null
  const port = await freePort()
  const env = { DATABASE_URL: database, LOG_LEVEL: 'warn' }
  const api = supervisor.start(adminApi({ port, emulatorPort: options.emulatorPort, dataDir: temporaryFolder(), env }))
  await answersReady(port)
  /** Two people in turn: rate limits are per person. */
  const askAs = async (...people: string[]): Promise<Ask> => {
    const tokens = await Promise.all(people.map((name) => options.signIn(origin(port), `${name}@example.jp`)))
    let turn = 0
    return (path, accept = 'application/json') => {
      turn += 1
      return fetch(`${origin(port)}/api/admin/${path}`, {
        headers: {
          authorization: `Bearer ${tokens[turn % tokens.length]}`,
          accept,
        },
      })
    }
  }
  const ofHeadOffice = await askAs('head', 'admin')
  const wants = (part: string) => options.only === undefined || options.only === part
  const ofRegion = options.databaseUrl ? null : await askAs('owner', 'manager')
  if (wants('list')) {
    await benchQuestions(ofHeadOffice, 'all shops', options.rounds)
    if (ofRegion) await benchQuestions(ofRegion, `${regionShops} shops`, options.rounds)
  }
  if (wants('reports')) {
    await benchReports(ofHeadOffice, 'head office', options.rounds)
    if (ofRegion) await benchReports(ofRegion, 'a region', options.rounds)
  }
  if (wants('statistics')) {
    const only = new RegExp(options.endpoint ?? '.')
    await benchStatistics(ofHeadOffice, 'head office', until, options.rounds, only)
    if (ofRegion) await benchStatistics(ofRegion, 'a region', until, options.rounds, only)
  }
  if (wants('endpoints'))
    await benchEndpoints(
      await askAs('admin'),
      `${options.scale} members, an admin`,
      until,
      endpointRounds,
      new RegExp(options.endpoint ?? '.'),
    )
  if (questions) {
    const rows = questions.rows.toLocaleString('en')
    for (const [name, as, paths] of [
      ['head office', ['head', 'admin'], questions.headOffice],
      ['a manager', ['manager'], questions.manager],
      ['a trainer', ['trainer'], questions.trainer],
    ] as const) {
      const times = await timesOf(await askAs(...as), options.rounds, paths)
      printTimes(`daily logs (${rows} days) as ${name} (PostgreSQL, ${options.rounds} calls each, all vary)`, times)
    }
  }
  if (options.only === 'load') {
    const opened = await openDatabase({ kind: 'postgres', url: database })
    const people = await peopleIn(opened.db, options.greedy)
    await opened.close()
    const title = `${options.scale} members on PostgreSQL, ${options.greedy}`
    await benchLoad(origin(port), title, until, people, { only: options.endpoint, rows: options.rows })
  }
  if (wants('export')) await benchExport(ofHeadOffice, api.child.pid as number)
}

/**
 * The reports of a large chain over three years: one shop, and all that the person sees. Shop and month differ from call
 * to call, so that caches do not help.
 */
async function benchReports(ask: Ask, who: string, rounds: number) {
  const calls = rounds * 4
  const seen = JSON.parse((await answered(ask, 'shop/list?limit=500')).body) as { list: { id: string }[] }
  const ids = seen.list.map(({ id }) => id)
  const shopOf = (call: number) => `&shopId=${ids[(call * 37) % ids.length]}`
  const [lastYear, lastMonth] = until.split('-').map(Number) as [number, number]
  const monthOf = (call: number) => {
    const month = lastYear * 12 + lastMonth - 1 - ((call * 7) % 36)
    return `year=${Math.floor(month / 12)}&month=${(month % 12) + 1}`
  }
  // Single visits of older months are past their retention period.
  const visitsOf = (call: number) => {
    const month = lastYear * 12 + lastMonth - 1 - ((call * 7) % 12)
    return `year=${Math.floor(month / 12)}&month=${(month % 12) + 1}&dow=${(call * 3) % 7}&hour=${9 + ((call * 5) % 13)}`
  }
  const yearOf = (call: number) => `year=${lastYear - ((call * 7) % 12)}&fiscalStartMonth=${1 + ((call * 5) % 12)}`
  const questions: Record<string, (call: number) => string> = {
    'monthly-stats, one shop': (call) => `report/monthly-stats?${monthOf(call)}${shopOf(call)}`,
    [`monthly-stats, ${ids.length} shops`]: (call) => `report/monthly-stats?${monthOf(call)}`,
    [`monthly-stats/shops, ${ids.length} shops`]: (call) => `report/monthly-stats/shops?${monthOf(call)}`,
    'yearly-stats, one shop': (call) => `report/yearly-stats?${yearOf(call)}${shopOf(call)}`,
    [`yearly-stats, ${ids.length} shops`]: (call) => `report/yearly-stats?${yearOf(call)}`,
    '退会 of a month, one shop': (call) => `report/figure/members?figure=withdrawals&${monthOf(call)}${shopOf(call)}`,
    [`期末在籍, ${ids.length} shops`]: (call) => `report/figure/members?figure=closingMembers&${monthOf(call)}`,
    '来館 of a weekday and hour, one shop': (call) => `report/figure/visits?${visitsOf(call)}${shopOf(call)}`,
    [`来館 of a weekday and hour, ${ids.length} shops`]: (call) => `report/figure/visits?${visitsOf(call)}`,
    [`売上, ${ids.length} shops`]: (call) => `report/figure/sales?figure=netSales&${monthOf(call)}`,
  }
  const times = await timesOf(ask, calls, questions)
  printTimes(
    `reports over ${shops} shops and 36 months as ${who} (PostgreSQL, ${calls} calls each, shop and period vary)`,
    times,
  )
}

async function benchQuestions(ask: Ask, sight: string, rounds: number) {
  const list = 'user/member/list?'
  const parse = (body: string) => JSON.parse(body) as { list: Record<string, unknown>[]; paging: { total: number } }
  const all = parse((await answered(ask, list)).body)
  const { total } = all.paging
  const [someone] = parse((await answered(ask, `${list}sortKey=lastVisitOn&sortDir=desc&limit=1`)).body).list
  const [trainer] = parse((await answered(ask, 'user/staff/list?role=level2&status=active')).body).list
  const text = (key: string) => String(someone?.[key] ?? '')
  const lastDay = text('lastVisitOn')
  const kana = text('lastNameKana')
  const filters: Record<string, string> = {
    'one shop': 'shopId=7',
    'status=active': 'status=active',
    'contractStatus=cancel': 'contractStatus=cancel',
    'contractStatus=suspended': 'contractStatus=suspended',
    'planCode=REG': 'planCode=REG',
    'joined this year': `joinedFrom=${lastDay.slice(0, 4)}-01-01`,
    'came this month': `lastVisitFrom=${lastDay.slice(0, 7)}-01`,
    'not since this month': `lastVisitTo=${lastDay.slice(0, 7)}-01`,
    'unpaid=true': 'unpaid=true',
    'a tag of many': `tag=${encodeURIComponent('ダイエット')}`,
    'a tag of few': `tag=${encodeURIComponent('法人')}`,
    'a trainer': `trainerStaffId=${trainer?.id}`,
    'with an alert': 'alert=true',
    'with LEAN BODY': 'leanBody=true',
    'without LEAN BODY': 'leanBody=false',
    'held by hand': 'locked=true',
    'who come less': 'visitTrend=decrease',
    'who come as before': 'visitTrend=stable',
    'at risk': 'risk=high',
    'at little risk, one shop': 'risk=low&shopId=7',
    'active, a tag, LEAN BODY': `status=active&leanBody=true&tag=${encodeURIComponent('ダイエット')}`,
    'active REG joined this year': `status=active&planCode=REG&joinedFrom=${lastDay.slice(0, 4)}-01-01`,
    'keyword: a reading': `keyword=${encodeURIComponent(kana)}`,
    'keyword: half a reading': `keyword=${encodeURIComponent(kana.slice(0, 2))}`,
    'keyword: half-width kana': `keyword=${encodeURIComponent('ﾔﾏﾓﾄ ｱｲ')}`,
    'keyword: number': `keyword=${text('memberNo')}`,
    'keyword: last four digits': `keyword=${text('tel').slice(-4)}`,
    'keyword: whole telephone number': `keyword=${encodeURIComponent(`+81 ${text('tel').slice(1)}`)}`,
    'keyword: last eight digits': `keyword=${text('tel').slice(-8)}`,
    'keyword: birthday': `keyword=${encodeURIComponent('昭和60年4月3日')}`,
    'keyword: birthday without its era': 'keyword=600403',
    'keyword: another form of a name': `keyword=${encodeURIComponent('髙橋')}`,
    'keyword: 1 letter': `keyword=${encodeURIComponent('ヤ')}`,
    'keyword: address': `keyword=${text('email').slice(0, 6)}`,
  }
  const cases: [name: string, query: string][] = sortKeys.flatMap((key) =>
    ['asc', 'desc'].flatMap((direction): [string, string][] => [
      [`${key} ${direction}, first page`, `sortKey=${key}&sortDir=${direction}`],
      [`${key} ${direction}, middle`, `sortKey=${key}&sortDir=${direction}&offset=${Math.floor(total / 2)}`],
      [
        `${key} ${direction}, offset 179990`,
        `sortKey=${key}&sortDir=${direction}&offset=${Math.min(179_990, total - 10)}`,
      ],
    ]),
  )
  for (const [name, query] of Object.entries(filters)) {
    const { paging } = parse((await answered(ask, list + query)).body)
    cases.push([name, query], [`${name}, middle`, `${query}&offset=${Math.floor(paging.total / 2)}`])
    cases.push([`${name}, by visits`, `${query}&sortKey=visits30d&sortDir=desc`])
  }
  cases.push(['500 rows', 'limit=500'], ['500 rows, middle', `limit=500&offset=${Math.floor(total / 2)}`])
  cases.push(['nobody', `keyword=${encodeURIComponent('ぬぬぬ')}`])

  const paths = Object.fromEntries(cases.map(([name, query]) => [name, list + query]))
  const times = await timesOf(ask, rounds, paths)
  printTimes(
    `user/member/list over ${total.toLocaleString('en')} rows in ${shops} shops, ${sight} in sight (PostgreSQL, ${rounds} calls each)`,
    times,
  )
  const slowest = Math.max(...[...times.values()].map((samples) => percentile(samples, 0.95)))
  console.log(
    `slowest p95: ${slowest.toFixed(1)} ms; p95 of all calls: ${percentile([...times.values()].flat(), 0.95).toFixed(1)} ms`,
  )
}

const rss = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** All rows as CSV: duration and growth of process memory. */
async function benchExport(ask: Ask, pid: number) {
  const before = rss(pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, rss(pid))
  }, 20)
  const started = performance.now()
  const response = await ask('user/member/list', 'text/csv')
  let [bytes, lines] = [0, 0]
  for await (const chunk of response.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
  }
  clearInterval(watch)
  printTable('all members as CSV', [
    {
      rows: lines - 1,
      MB: (bytes / 1024 / 1024).toFixed(1),
      seconds: ((performance.now() - started) / 1000).toFixed(1),
      'RSS before, MB': before.toFixed(0),
      'peak, MB': peak.toFixed(0),
    },
  ])
}

/** Seeded once, and kept for the next run. */
async function seededDatabase(supervisor: Supervisor, { scale, keep }: ScaleOptions, members: number): Promise<string> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('No PostgreSQL here: name a seeded database with --database-url.')
  const { url } = await startPostgres(supervisor, programs, {
    keepIn: join(keep, `scale-${scale}`),
    // A server of some size: a quarter of 16 GB, as PostgreSQL's handbook says, which holds the lists' indexes.
    // Nothing is replicated: what is made in one transaction need not be logged.
    settings: { shared_buffers: '4GB', max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0' },
  })
  const database = await openDatabase({ kind: 'postgres', url, direct: true })
  try {
    await migrate(database, { onProgress: progressBar() })
    if (!(await isEmpty(database))) return url
  } finally {
    await database.close()
  }
  const started = performance.now()
  const { code } = await supervisor.complete({
    name: 'seed',
    command: node24,
    args: [
      'api/commands/seed.ts',
      '--members',
      `${members}`,
      '--shops',
      `${shops}`,
      '--until',
      until,
      '--database-url',
      url,
    ],
    cwd: root,
  })
  if (code !== 0) throw new Error('The seed failed.')
  console.log(`seeded in ${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
  await giveRegion(url)
  return url
}

/** The owner and the manager of the demo run a region. */
async function giveRegion(url: string) {
  const database = await openDatabase({ kind: 'postgres', url, direct: true })
  await database.exec(`
    insert into shop_staff (staff_id, shop_id, is_main)
    select s.id, shop.id, false from staff s cross join shop
    where s.email in ('owner@example.jp', 'manager@example.jp') and shop.id <= ${regionShops}
    on conflict do nothing`)
  await database.close()
}
