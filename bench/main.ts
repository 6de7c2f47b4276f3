import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { yesterdayInTokyo } from '../api/seed/calendar.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { createSupervisor } from '../scripts/lib/processes.mjs'
import { root } from '../scripts/lib/project.mjs'
import { post, tokensOf } from '../tests/support/emulator-tokens.ts'
import { functionsOf } from '../tests/support/server-functions.ts'
import * as stack from '../tests/support/stack.ts'
import { benchAfterUsable } from './after-usable.ts'
import type { Ask } from './asking.ts'
import { benchCalls, type Call, printCalls } from './calls.ts'
import { benchEndpoints } from './endpoints.ts'
import { median } from './figures.ts'
import { benchLanding } from './landing.ts'
import { serveBarePage, serveLimitPage } from './limit-pages.ts'
import { benchList } from './list.ts'
import { benchLoadOfDemo } from './load.ts'
import { benchMail } from './mail.ts'
import { busyAddress, withMoreStaff } from './more-staff.ts'
import { benchPages, chart, headline, type MeasuredPage, ofNewestMonth } from './pages.ts'
import { benchPresses } from './presses.ts'
import type { SignedIn } from './quiet-chromium.ts'
import { type BenchedServers, benchReads } from './reads.ts'
import { benchScale } from './scale.ts'
import { benchScreens, screensOf, stands } from './screens.ts'

// npm run bench [-- --only pages|after-usable|screens|list|presses|calls|reads|endpoints|load|landing|mail] [--rounds 5]
// --page REGEXP, --profile plain, --inspector, --cores apart: of `pages` (and `presses`, by path, the first); which, unthrottled, with developer tools attached,
// the browser on the first core and all else on the second
// npm run bench -- --against ../before [--only pages|after-usable|screens|list|presses|reads]: the same of another checkout, opening by opening in turn; prints the ratio of pairs (--rounds 7)
// npm run bench -- --scale 180k [--only list|reports|statistics|daily-logs|endpoints|load|export] [--keep DIR] [--database-url postgres://…]: a large chain
// --keep DIR leaves its cluster in DIR for the next run; omitted: in .data-test
// `--only statistics|endpoints [--endpoint REGEXP]`: what reads and whose name matches
// `--only load [--greedy trainer@example.jp] [--endpoint REGEXP] [--rows 'mail.preview,member.list, CSV']`: one person asks for the most expensive, twelve at once, beside another
// `screens` runs only on request: ten minutes per round and checkout.
// Prints sizes, times and ratios of this run; it judges nothing.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    against: { type: 'string' },
    greedy: { type: 'string', default: 'admin@example.jp' },
    endpoint: { type: 'string' },
    rows: { type: 'string' },
    page: { type: 'string', default: '.' },
    profile: { type: 'string', default: 'slow' },
    inspector: { type: 'boolean', default: false },
    cores: { type: 'string', default: 'shared' },
    scale: { type: 'string' },
    keep: { type: 'string' },
    'database-url': { type: 'string' },
  },
})
const rowsOfLoad = { only: values.endpoint, rows: values.rows?.split(/,(?! )/) }
const wants = (part: string) => !values.scale && (values.only === undefined || values.only === part)
const rounds = Number(values.rounds)
const wantsScreens = values.only === 'screens'
const admin = 'admin@example.jp'
const manager = { email: 'manager@example.jp', password: 'asa-no-rajio-taiso' }

const coresApart = values.cores === 'apart'
// Whatever is started from here inherits it.
if (coresApart) execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)])

const supervisor = createSupervisor()
try {
  if (wantsScreens || ['pages', 'after-usable', 'list', 'presses', 'calls', 'endpoints'].some(wants)) await benchStack()
  if (wants('calls') || wants('reads')) await reads()
  if (values.scale) {
    const emulatorPort = await stack.startEmulator(supervisor)
    const signInAt = (api: string, email: string) => signIn(api, emulatorPort, email)
    await benchScale(supervisor, {
      scale: values.scale,
      databaseUrl: values['database-url'],
      keep: resolve(values.keep ?? join(root, '.data-test')),
      only: values.only,
      emulatorPort,
      signIn: signInAt,
      rounds: Math.max(rounds, 40),
      greedy: values.greedy,
      endpoint: values.endpoint,
      rows: rowsOfLoad.rows,
    })
  }
  if (wants('load')) await benchLoadOfDemo(supervisor, values.greedy, rowsOfLoad)
  if (wants('mail')) await benchMail(supervisor, signIn, values['database-url'])
  if (wants('landing')) await benchLanding(values['database-url'])
} finally {
  await supervisor.stop()
}

/** An app to compare with others. */
export interface BenchedApp {
  name: string
  origin: string
  signedIn: SignedIn
}

type StackOf = typeof import('../tests/support/stack.ts')

/** A checkout's own API, data and app. */
async function serve({ seededFolder, startEmulator, startApi, startApp }: StackOf) {
  const seeded = await seededFolder(supervisor)
  const emulatorPort = await startEmulator(supervisor)
  const api = await startApi(supervisor, { seeded, emulatorPort })
  return { api, emulatorPort, app: await startApp(supervisor, { apiOrigin: api.origin, emulatorPort }) }
}

async function benchStack() {
  await ensureBuilt(supervisor, 'node')
  const { api, app, emulatorPort } = await serve(stack)
  // Every screen is open to an admin.
  const person = wantsScreens ? admin : manager.email
  const apps = [{ name: 'now', origin: app, signedIn: await signedInOn(app, person) }]
  if (values.against) {
    // It must already be built, with its own packages installed.
    const other: StackOf = await import(join(resolve(values.against), 'tests/support/stack.ts'))
    const { app: origin } = await serve(other)
    apps.push({ name: 'against', origin, signedIn: await signedInOn(origin, person) })
  }
  const ofManager = await signIn(api.origin, emulatorPort)
  if (wants('pages') || wants('after-usable')) await pages(apps, (path) => fetchAs(api.origin, ofManager, path))
  if (wants('list')) await benchList(apps, rounds)
  if (wants('presses')) {
    const rows = await fetchAs(api.origin, ofManager, 'user/member/list?limit=50')
    const [first] = ((await rows.json()) as { list: { id: string }[] }).list
    await benchPresses(apps, first?.id ?? '', rounds, new RegExp(values.page))
  }
  if (wants('calls')) await calls(app, api.origin, emulatorPort)
  if (!wantsScreens && !wants('endpoints')) return
  const token = await signIn(api.origin, emulatorPort, admin)
  const ask: Ask = (path) => fetch(`${api.origin}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const day = yesterdayInTokyo(new Date())
  if (wantsScreens) await screens(apps, await screensOf(ask, day))
  if (wants('endpoints'))
    await benchEndpoints(ask, 'the demo, an admin', day, Math.max(rounds, 40), new RegExp(values.endpoint ?? '.'))
}

function fetchAs(api: string, token: string, path: string) {
  return fetch(`${api}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
}

/** What is opened most: a month, a year, a list, a record, bookings, a report and a form. */
function openedMost(memberId: string): (Omit<MeasuredPage, 'url'> & { path: string })[] {
  return [
    { name: 'login', path: '/login', usable: 'button[type=submit]:not(:disabled)' },
    { name: 'month', path: ofNewestMonth('/dashboard'), usable: headline, whole: chart },
    { name: 'year', path: '/dashboard/yearly', usable: headline, whole: stands },
    { name: 'members', path: '/hacomono/members', usable: 'main tbody a[href]' },
    { name: 'member', path: `/hacomono/members/${memberId}`, usable: stands },
    { name: 'bookings', path: '/hacomono/reservations', usable: 'main tbody td' },
    { name: 'report', path: ofNewestMonth('/statistics/admission'), usable: headline, whole: stands },
    { name: 'form', path: '/shop-reports/actions/new', usable: 'main form input' },
  ]
}

async function pages(apps: BenchedApp[], ask: Ask) {
  const rows = await (await ask('user/member/list?limit=50')).text()
  const limit = await serveLimitPage()
  const bare = await serveBarePage(rows)
  const [first] = (JSON.parse(rows) as { list: { id: string }[] }).list
  const only = new RegExp(values.page)
  const ours = openedMost(first?.id ?? '')
    .filter(({ name }) => only.test(name))
    .flatMap(({ name: page, path, ...marks }) =>
      apps.map(({ name, origin, signedIn }) => ({
        ...marks,
        name: `${page}, ${name}`,
        against: name === 'now' && values.against ? `${page}, against` : undefined,
        url: `${origin}${path}`,
        ...(page !== 'login' && { signedIn }),
      })),
    )
  try {
    if (wants('pages'))
      await benchPages(
        [
          { name: 'limit', url: limit.origin, usable: 'table' },
          { name: 'bare', url: bare.origin, usable: 'tbody a' },
          ...ours,
        ],
        { rounds, profile: values.profile === 'plain' ? 'plain' : 'slow', inspector: values.inspector, coresApart },
      )
    if (wants('after-usable')) await benchAfterUsable(ours, Math.min(rounds, 3))
  } finally {
    limit.close()
    bare.close()
  }
}

async function screens(apps: BenchedApp[], paths: string[]) {
  const limit = await serveLimitPage()
  try {
    await benchScreens(apps, paths, limit.origin, rounds)
  } finally {
    limit.close()
  }
}

/** A signed-in browser's storage state. */
async function signedInOn(app: string, email = manager.email): Promise<SignedIn> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await page.goto(`${app}/login`)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(manager.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.locator('#side-navigation a[href="/dashboard"]').waitFor()
  const { cookies, origins } = await page.context().storageState()
  await browser.close()
  // Every opening starts without a cache, and so without the style sheet that this cookie remembers.
  return { cookies: cookies.filter(({ name }) => name !== 'karada.styles'), origins }
}

async function signIn(api: string, emulatorPort: number, email?: string): Promise<string> {
  return (await tokensOf(api, emulatorPort, email)).idToken
}

async function calls(app: string, api: string, emulatorPort: number) {
  const asManager = `Bearer ${await signIn(api, emulatorPort)}`
  // Another person for the second table: rate limits are per person.
  const asHead = `Bearer ${await signIn(api, emulatorPort, 'head@example.jp')}`
  const direct =
    (path: string, authorization = asManager) =>
    () =>
      fetch(`${api}${path}`, { headers: { authorization } })
  const now = new Date(Date.now() + 9 * 3_600_000)
  const period = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
  const monthly = `/api/admin/report/monthly-stats?year=${period.year}&month=${period.month}`
  const functionUrls = await earlyUrls(app)
  const viaFunction =
    (url: string, authorization = asHead) =>
    () =>
      fetch(`${app}${url}`, {
        headers: { authorization, 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' },
      })

  const apiCalls: Call[] = [
    { name: 'GET healthz', send: () => fetch(`${api}/healthz`) },
    { name: 'POST auth/login', send: () => post(`${api}/api/admin/auth/login`, manager) },
    { name: 'GET user/me', send: direct('/api/admin/user/me') },
    { name: 'GET shop/list', send: direct('/api/admin/shop/list') },
    { name: 'GET report/monthly-stats', send: direct(monthly) },
  ]
  printCalls('API, one call at a time', await benchCalls(apiCalls, 60))

  // Warm-up, so that code is compiled. Several users, since rate limits are per person.
  for (const person of ['trainer', 'owner', 'partner', 'admin']) {
    const authorization = `Bearer ${await signIn(api, emulatorPort, `${person}@example.jp`)}`
    for (let i = 0; i < 150; i++) {
      await (await viaFunction(functionUrls.me, authorization)()).arrayBuffer()
      await (await viaFunction(functionUrls.monthlyStats, authorization)()).arrayBuffer()
    }
  }
  const paired = await benchCalls(
    [
      { name: 'user/me, API', send: direct('/api/admin/user/me', asHead) },
      { name: 'user/me, server function', send: viaFunction(functionUrls.me) },
      { name: 'monthly-stats, API', send: direct(monthly, asHead) },
      { name: 'monthly-stats, server function', send: viaFunction(functionUrls.monthlyStats) },
    ],
    50,
  )
  printCalls('Server function against the API, call by call in turn', paired)
  const added = (name: string) =>
    median(paired.get(`${name}, server function`) ?? []) - median(paired.get(`${name}, API`) ?? [])
  console.log(
    `a server function adds ${added('user/me').toFixed(2)} ms (user/me), ${added('monthly-stats').toFixed(2)} ms (monthly-stats) at the median`,
  )
}

async function reads() {
  await ensureBuilt(supervisor, 'node')
  const builds = [await benchedServers('now', stack, root)]
  if (values.against) {
    const folder = resolve(values.against)
    builds.push(await benchedServers('against', await import(join(folder, 'tests/support/stack.ts')), folder))
  }
  await benchReads(builds, rounds, 300)
}

/** A build's own API and app, with as many people as a run of reads needs: limits are per person. */
async function benchedServers(name: string, of: StackOf, folder: string): Promise<BenchedServers> {
  const people = Array.from({ length: 8 }, (_, at) => busyAddress(at + 1))
  const pids = new Map<string, number>()
  const noting: typeof supervisor = {
    ...supervisor,
    start: (options) => {
      const running = supervisor.start(options)
      pids.set(options.name, running.child.pid as number)
      return running
    },
  }
  const seeded = await withMoreStaff(await of.seededFolder(supervisor), people.length)
  const emulatorPort = await of.startEmulator(supervisor)
  const { origin: api } = await of.startApi(noting, { seeded, emulatorPort })
  const app = await of.startApp(noting, { apiOrigin: api, emulatorPort })
  const [ofApi, ofApp] = [...pids.values()] as [number, number]
  const tokens: string[] = []
  for (const email of people) tokens.push(await signIn(api, emulatorPort, email))
  const urls = new Map(functionsOf(join(folder, 'dist')).map(({ name, url }) => [name, url]))
  const functionUrl = (wanted: string) => urls.get(wanted) as string
  return { name, api, app, pids: { api: ofApi, app: ofApp }, tokens, functionUrl }
}

/** The URLs of the two server functions that the dashboard calls, as in its document. */
async function earlyUrls(app: string) {
  const html = await (await fetch(`${app}/dashboard`)).text()
  const urls = [...html.matchAll(/"(\/_serverFn\/[^"]+)"/g)].map((match) => match[1] as string)
  const [me, monthlyStats] = urls
  if (!me || !monthlyStats) throw new Error('The document names no early calls.')

  return { me, monthlyStats }
}
