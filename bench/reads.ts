import { readdirSync, readFileSync } from 'node:fs'
import { toJSON } from 'seroval'
import { median, printTable } from './figures.ts'

/** One build's servers, and people whose limits its calls share. */
export interface BenchedServers {
  name: string
  api: string
  app: string
  pids: { api: number; app: number }
  tokens: string[]
  /** The URL of a server function by its name. */
  functionUrl: (name: string) => string
}

interface Read {
  name: string
  path: string
  function: string
  data: object
}

const first = { name: 'user/me', path: 'user/me', function: 'getMe', data: {} }
const page = { limit: 50 }
const lists: Read[] = [
  { name: 'member.list, 50 rows', path: 'user/member/list?limit=50', function: 'listMembers', data: page },
  {
    name: 'shopReservation.list, 50 rows',
    path: 'shop/reservation/list?limit=50',
    function: 'listReservations',
    data: page,
  },
  { name: 'shop.list', path: 'shop/list?limit=50', function: 'listShops', data: page },
]
const reads: Read[] = [first, ...lists]

/** Milliseconds of one call: as waited for, and of the processors in both servers. */
interface Spent {
  wall: number
  cpu: number
}

/** As the browser sends it, compressed answers included. */
async function send(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip', ...headers } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
}

/** Milliseconds that all threads of a process have run (Linux). */
const cpuOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )

const ways = ['API', 'API + app'] as const

function callOf(servers: BenchedServers, way: (typeof ways)[number], read: Read, turn: number): Promise<void> {
  const authorization = `Bearer ${servers.tokens[turn % servers.tokens.length]}`
  if (way === 'API') return send(`${servers.api}/api/admin/${read.path}`, { authorization })
  const payload = new URLSearchParams({ payload: JSON.stringify(toJSON({ data: read.data })) })
  return send(`${servers.app}${servers.functionUrl(read.function)}?${payload}`, {
    authorization,
    'x-tsr-serverfn': 'true',
    'sec-fetch-site': 'same-origin',
  })
}

/** In another order each time: a call costs less after one to the same process. */
const shuffled = <T>(cells: readonly T[]) =>
  cells
    .map((cell) => ({ cell, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ cell }) => cell)

/**
 * What a list costs beside `user/me`, at the API and through the app's server: each read `calls` times a round.
 * The median of the rounds' ratios, of medians of the wall time and of means of the processors' time.
 */
export async function benchReads(builds: BenchedServers[], rounds: number, calls: number) {
  const cells = builds.flatMap((servers) => ways.flatMap((way) => reads.map((read) => ({ servers, way, read }))))
  for (let turn = 0; turn < 150; turn++) {
    for (const { servers, way, read } of cells) await callOf(servers, way, read, turn)
  }
  const measured = new Map(cells.map((cell) => [cell, [] as Spent[]]))
  for (let round = 0; round < rounds; round++) {
    const spent = new Map(cells.map((cell) => [cell, [] as Spent[]]))
    for (let turn = 0; turn < calls; turn++) {
      for (const cell of shuffled(cells)) {
        const { api, app } = cell.servers.pids
        const cpu = cpuOf(api) + cpuOf(app)
        const started = performance.now()
        await callOf(cell.servers, cell.way, cell.read, turn)
        const wall = performance.now() - started
        spent.get(cell)?.push({ wall, cpu: cpuOf(api) + cpuOf(app) - cpu })
      }
    }
    for (const [cell, ones] of spent) {
      const cpu = ones.reduce((sum, one) => sum + one.cpu, 0) / ones.length
      measured.get(cell)?.push({ wall: median(ones.map(({ wall }) => wall)), cpu })
    }
  }
  const of = (servers: BenchedServers, way: string, read: Read) =>
    [...measured].find(([cell]) => cell.servers === servers && cell.way === way && cell.read === read)?.[1] ?? []
  const ratio = (some: Spent[], others: Spent[], key: keyof Spent) =>
    median(some.map((one, at) => one[key] / (others[at]?.[key] ?? Number.NaN)))
  const [now, against] = builds
  printTable(
    `Reads, call by call, ${rounds} × ${calls} calls, ms; ÷ me: beside user/me of the same round`,
    reads.flatMap((read) =>
      ways.flatMap((way) =>
        builds.map((servers) => {
          const [own, me] = [of(servers, way, read), of(servers, way, first)]
          return {
            read: `${read.name}, ${way}${against ? `, ${servers.name}` : ''}`,
            wall: median(own.map(({ wall }) => wall)).toFixed(2),
            'wall ÷ me': ratio(own, me, 'wall').toFixed(2),
            cpu: median(own.map(({ cpu }) => cpu)).toFixed(2),
            'cpu ÷ me': ratio(own, me, 'cpu').toFixed(2),
            ...(against && now && servers === now
              ? { 'now ÷ against, cpu': ratio(own, of(against, way, read), 'cpu').toFixed(2) }
              : {}),
          }
        }),
      ),
    ),
  )
}
