import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { RateLimiterQueue } from 'rate-limiter-flexible'
import { ApiError } from '#contract/errors.ts'
import { installJapaneseMessages } from '#contract/messages.ts'
import { createApp } from './app.ts'
import { type Database, openDatabase } from './db/client.ts'
import { DataDirError, holdDataDir, requireKind } from './db/data-dir.ts'
import type { DatabaseEnded } from './db/errors.ts'
import { HeldUpError, isAtThisVersion, migrate, OtherVersionError, openForMigration } from './db/migrate.ts'
import { sharedLimiter } from './db/rate-count.ts'
import { exporter } from './export/exporter.ts'
import { keepCounting } from './figures/count-later.ts'
import { appendAudit } from './http/audit.ts'
import { createClosing } from './http/closing.ts'
import { listen } from './http/listen.ts'
import { identityOf } from './identity/configured.ts'
import { importer } from './import/importer.ts'
import { joiningPlan } from './import/join-plan.ts'
import { lettingGo } from './import/let-go.ts'
import type { Sealing } from './lib/sealing.ts'
import { writeDigests } from './mail/digest.ts'
import { createJobs, type Jobs } from './mail/jobs.ts'
import { mailer, sendToStaff } from './mail/mailer.ts'
import { postman } from './mail/postman.ts'
import { evaluatedEvery, evaluateSteps } from './mail/steps.ts'
import { tellOfTrouble } from './mail/sync-trouble.ts'
import { lettersPerSecond, smtpTransport } from './mail/transport.ts'
import { importKindsOf } from './nouns.ts'
import { type Config, ConfigError, readConfig } from './process/config.ts'
import { createLog, type Log } from './process/log.ts'
import { progressBar } from './process/progress.ts'
import { openStorage } from './storage/open.ts'
import { patienceOfCalls } from './storage/s3.ts'
import { openHacomono } from './sync/hacomono/driver.ts'
import { keepFollowing, keepSyncing, nightBefore } from './sync/keep-syncing.ts'
import { limitOf } from './sync/limit.ts'
import { mergingDoubles } from './sync/merge/doubles.ts'
import { tidy } from './tidy.ts'

const hour = 60 * 60 * 1000
/** Requests in flight may take this long to finish after a stop signal. */
const graceMilliseconds = 10_000
/** Letters to members that one worker takes on together. */
const lettersAtOnce = 40
/** Files that are checked, written or taken back together, of one person one. */
const filesAtOnce = 2

/** How often a process looks whether the database has been migrated. */
const lookedAtAgain = 2_000

/** Calls in flight get their answers this long after the embedded database has ended. */
const lastAnswersMilliseconds = 2_000

const throughPooler =
  'DATABASE_URL がプーラー（PgBouncer など）のものであれば、MIGRATE_DATABASE_URL にデータベースへ直接つながるアドレスを指定して npm run migrate を実行し、プーラーを再起動してください。'

/** What a process that is not ready is waiting for. */
interface Stage {
  reason: string
}

interface Fetcher {
  fetch(request: Request, env?: unknown): Response | Promise<Response>
}

installJapaneseMessages()
await main().catch((error: unknown) => {
  const isForPeople = [ConfigError, DataDirError, HeldUpError, OtherVersionError].some((kind) => error instanceof kind)
  process.stderr.write(
    `${isForPeople ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  // The port may be open already: close it so that clients do not wait.
  process.exit(1)
})

async function main() {
  const config = readConfig(process.env)
  const identity = await identityOf(config)
  const log = createLog(config.logLevel)
  const release = config.databaseUrl ? () => {} : holdDataDir(config.dataDir)
  process.on('exit', release)
  if (!config.databaseUrl) requireKind(config.dataDir, config.environment)

  const stage: Stage = { reason: 'database' }
  let current: Fetcher = starting(stage)
  const closing = createClosing((request: Request, env: unknown) => current.fetch(request, env))
  const server = await listenAt(config, closing.held)
  closing.watch(server)
  const database = openDatabase(
    config.databaseUrl
      ? { kind: 'postgres', url: config.databaseUrl }
      : {
          kind: 'pglite',
          dataDir: join(config.dataDir, 'db'),
          onEnd: (error) => endWithDatabase(log, error, () => closing.close(server)),
        },
  )
  const stopping = new AbortController()
  let tidied = Promise.resolve()
  let stepped = Promise.resolve()
  let counting = { stop: async () => {} }
  let syncing = { stop: async () => {} }
  let following = { stop: async () => {} }
  let jobs: Jobs | undefined
  let closeTransport = () => {}
  stopOnSignal(log, stopping, async () => {
    await closing.close(server)
    await tidied
    await stepped
    await Promise.all([syncing.stop(), following.stop()])
    await counting.stop()
    await jobs?.stop()
    closeTransport()
    await (await database).close()
  })

  const opened = await database
  if (config.environment === 'production' && config.databaseUrl) {
    await untilMigrated(opened, { log, stage, stopping: stopping.signal })
  } else {
    await prepare(opened, config, stage)
  }
  const storage = openStorage(config.storage, patienceOfCalls)
  const clock = () => new Date()
  jobs = createJobs(opened, log)
  const letterRate = { name: 'letter', points: lettersPerSecond(config.mail.ratePerMinute), duration: 1 }
  const pace = new RateLimiterQueue(sharedLimiter(opened, letterRate))
  const transport = smtpTransport(config.mail, { pace: () => pace.removeTokens(1) })
  closeTransport = transport.close
  const letters = { database: opened, appUrl: config.appUrl, clock }
  await jobs.work('mail', mailer({ ...letters, send: sendToStaff(transport) }))
  await jobs.workInBatches('letter', lettersAtOnce, postman({ ...letters, jobs, transport }))
  const making = { sealing: config.sealing, clock, log, stopping: stopping.signal }
  await jobs.work('export', exporter({ database: opened, storage, ...making }))
  const importing = importer({ database: opened, kinds: importKindsOf(jobs), note: appendAudit, ...making })
  await jobs.work('import', importing, filesAtOnce)
  await jobs.work('letGo', lettingGo(opened))
  await jobs.work('joinPlan', joiningPlan(opened))
  await jobs.work('doubles', mergingDoubles({ database: opened, clock }))
  const driver = openHacomono(config.clubSystem, { limit: limitOf(opened, clock) })
  current = createApp({
    database: opened,
    identity,
    storage,
    jobs,
    sealing: config.sealing,
    driver,
    clock,
    config,
    log,
  })
  counting = keepCounting(opened, (error) => log.failure({ requestId: 'count_later', route: 'count_later', error }))
  const drawing = { database: opened, driver, sealing: config.sealing, clock, log }
  syncing = keepSyncing(drawing)
  following = keepFollowing(drawing)
  setInterval(() => {
    tidied = tidy({ database: opened, storage, log, sealing: config.sealing }, new Date(), stopping.signal)
  }, hour).unref()
  const steps = { database: opened, jobs, log }
  const step = () => {
    stepped = stepped
      .then(() => evaluateSteps(steps, clock(), stopping.signal))
      .then(() => tellOfTrouble(steps, { now: clock(), night: nightBefore(clock()) }))
      .catch((error) => log.failure({ requestId: 'sync_trouble', route: 'sync_trouble', error }))
      .then(() => writeDigests(steps, clock()))
      .catch((error) => log.failure({ requestId: 'digest', route: 'digest', error }))
  }
  setInterval(step, evaluatedEvery).unref()
  // Jobs that became due while no process was running.
  step()
  if (config.environment === 'production' && config.proxyKey === null) {
    const detail = 'PROXY_KEY is not set: who comes through the app is known by the address of the app'
    log.event({ event: 'proxy_key', detail })
  }
  log.event({ event: 'ready', detail: `http://${config.host}:${config.port} ${opened.kind}` })
  // For the next start, however this one ends; does nothing without NODE_COMPILE_CACHE.
  flushCompileCache()
}

/** Migrates the database, and fills a demo's. On PostgreSQL over a connection of its own, without a pooler. */
async function prepare(opened: Database, { migrateUrl, databaseUrl, environment, sealing }: Config, stage: Stage) {
  const name = migrateUrl === databaseUrl ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL'
  const direct = migrateUrl ? await openForMigration(migrateUrl) : opened
  try {
    await requireTimeZone(direct, name)
    stage.reason = 'migrations'
    const draw = progressBar(process.stdout)
    await migrate(direct, {
      onProgress: (done, label) => {
        stage.reason = `migrations ${Math.floor(done * 100)}%`
        draw(done, label)
      },
    })
    await requireTimeZone(opened, 'DATABASE_URL')
    if (environment === 'demo') await seedOnce(direct, stage, sealing)
  } finally {
    if (direct !== opened) await direct.close()
  }
}

/**
 * In production `npm run migrate` is a step of the deploy. Until it is done this process is alone not ready, and those of
 * the version before go on.
 */
async function untilMigrated(opened: Database, { log, stage, stopping }: Waiting) {
  await requireTimeZone(opened, 'DATABASE_URL')
  stage.reason = 'migrations'
  for (let attempt = 0; !(await isAtThisVersion(opened)); attempt += 1) {
    if (attempt === 0) {
      log.event({
        event: 'not_migrated',
        detail: 'データベースの更新を待っています。npm run migrate を実行してください。',
      })
    }
    // A stop ends the process from here.
    await delay(lookedAtAgain, undefined, { signal: stopping }).catch(() => new Promise<never>(() => {}))
  }
}

interface Waiting {
  log: Log
  stage: Stage
  stopping: AbortSignal
}

/** Days are counted in Tokyo. A database that does not answer, or refuses us, is one line at the terminal. */
async function requireTimeZone({ db }: Database, name: string) {
  const { rows } = await db
    .execute<{ zone: string }>(`select current_setting('timezone') as zone`)
    .catch((error: Error) => {
      const { code, message } = (error.cause ?? error) as Error & { code?: string }
      const advice = /unsupported startup parameter/.test(message) ? throughPooler : `${name} を確認してください。`
      throw new ConfigError(`データベースに接続できません。${advice}(${code ?? message})`)
    })
  const zone = rows[0]?.zone
  if (zone === 'Asia/Tokyo') return
  throw new ConfigError(`データベースの接続のタイムゾーンが Asia/Tokyo ではなく ${zone} です。${throughPooler}`)
}

/** Seeds an empty demo database; an interrupted seed leaves one without shops. */
async function seedOnce(database: Database, stage: Stage, sealing: Sealing) {
  await database.alone(async () => {
    const [{ defaultSeed, isEmpty, seed }, { yesterdayInTokyo }] = await Promise.all([
      import('./seed/seed.ts'),
      import('./seed/calendar.ts'),
    ])
    if (!(await isEmpty(database))) return
    const draw = progressBar(process.stdout)
    await seed(database, { ...defaultSeed, until: yesterdayInTokyo(new Date()), sealing }, (done, label) => {
      stage.reason = `seed ${Math.floor(done * 100)}%`
      draw(done, label)
    })
  })
}

/** Serves while the database is opening: alive, not ready. */
function starting(stage: Stage): Fetcher {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', (c) => c.json({ status: 'waiting', reason: stage.reason }, 503))
    .all('*', (c) =>
      c.json(new ApiError('upstream').toBody(), 503, { 'Retry-After': '5', 'Cache-Control': 'no-store' }),
    )
}

/** A port in use is one line at the terminal. */
function listenAt({ host, port }: Config, fetch: Fetcher['fetch']): Promise<ServerType> {
  return listen(fetch, { port, hostname: host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(`ポート ${port} は使用中です。API_PORT で別の番号を指定してください。`)
  })
}

/** Without its database this process ends, with one line; who started it starts it again. */
function endWithDatabase(log: Log, error: DatabaseEnded, close: () => Promise<void>) {
  log.failure({ requestId: 'database_ended', route: 'database_ended', error })
  process.stderr.write('内蔵データベースのスレッドが終了したため、管理APIを終了します。\n')
  const end = () => process.exit(1)
  setTimeout(end, lastAnswersMilliseconds).unref()
  close().then(end, end)
}

function stopOnSignal(log: Log, stopping: AbortController, close: () => Promise<void>) {
  const stop = (signal: string) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    log.event({ event: 'stopping', detail: signal })
    setTimeout(() => process.exit(1), graceMilliseconds).unref()
    close()
      .catch(() => {})
      .then(() => {
        log.event({ event: 'stopped' })
        process.exit(0)
      })
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
