import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { contract } from '#contract/all.ts'
import { ApiError, isApiError } from '#contract/errors.ts'
import type { Database } from './db/client.ts'
import { hasDatabaseEnded, isConnectionLost } from './db/errors.ts'
import { createAddressOf } from './http/address.ts'
import { bind } from './http/bind.ts'
import { serveDocs } from './http/docs.ts'
import { securityHeaders } from './http/headers.ts'
import { createQueue, type Limits, limitsOfOne, queueLimits } from './http/queue.ts'
import { createRateLimit, createStrangers, createWriteTurns, defaultRates, type Rates } from './http/rate.ts'
import type { App, Variables } from './http/services.ts'
import { serveUploads } from './http/uploads.ts'
import { serveWebhooks } from './http/webhooks.ts'
import type { Identity } from './identity/identity.ts'
import { createPasswords, type Passwords } from './identity/password.ts'
import type { Sealing } from './lib/sealing.ts'
import type { Jobs } from './mail/jobs.ts'
import { nounsOf } from './nouns.ts'
import type { Config } from './process/config.ts'
import { isDiskFull } from './process/disk.ts'
import type { Log } from './process/log.ts'
import { type Storage, StorageError } from './storage/storage.ts'
import type { ClubSystemDriver } from './sync/driver.ts'

const probes = new Set(['/healthz', '/readyz'])

export interface AppOptions {
  database: Database
  identity: Identity
  storage: Storage
  jobs: Jobs
  sealing: Sealing
  driver: ClubSystemDriver
  clock: () => Date
  config: Pick<Config, 'environment' | 'processes' | 'proxyKey' | 'requiresSecondFactor' | 'mailEventKey' | 'appUrl'>
  log: Log
  rates?: Partial<Rates>
  queue?: Partial<Limits>
  /** Cheaper password hashing, for tests that are not about passwords. */
  passwords?: Passwords
}

/** The admin API over an open, migrated database. */
export function createApp(options: AppOptions): App {
  const {
    database,
    identity,
    storage,
    jobs,
    sealing,
    driver,
    clock,
    config,
    log,
    rates,
    queue,
    passwords = createPasswords(),
  } = options
  const app: App = new Hono()
  const addressOf = createAddressOf(config.proxyKey)

  app.use(async (c, next) => {
    const started = performance.now()
    const given = c.req.header('x-request-id')
    c.set('requestId', given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID())
    c.set('route', 'unknown')
    c.set('address', addressOf(c))
    c.header('X-Request-Id', c.get('requestId'))
    await next()
    // Successful probes, one every few seconds, would only fill the log.
    if (probes.has(c.req.path) && c.res.status === 200) return
    log.request({
      requestId: c.get('requestId'),
      method: c.req.method,
      route: c.get('route'),
      status: c.res.status,
      ms: performance.now() - started,
      staffId: c.get('staffId'),
      code: c.error && apiErrorOf(c.error, database).code,
    })
  })
  app.use(securityHeaders)

  const toResponse = (error: Error, c: Context<{ Variables: Variables }>) => {
    const ref = c.get('requestId')
    if (!isApiError(error)) log.failure({ requestId: ref, route: c.get('route'), error })
    const apiError = apiErrorOf(error, database)
    if (apiError.retryAfter) c.header('Retry-After', String(apiError.retryAfter))
    c.header('Cache-Control', 'no-store')
    // The rest of the body stays unread, so the connection cannot be reused.
    if (apiError.code === 'payload_too_large') c.header('Connection', 'close')
    return c.json({ ...apiError.toBody(), ref }, apiError.status as 500)
  }
  app.onError(toResponse)
  // Returned, not thrown: a thrown error would bypass the security headers.
  app.notFound((c) => {
    c.error = new ApiError('not_found')
    return toResponse(c.error, c)
  })

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const waiting = (reason: string) => c.json({ status: 'waiting', reason }, 503)
    // This process has started on its own version. A newer one may be under way: calls go on meanwhile.
    const answers = await database.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    if (!answers) return waiting('database')
    const rooms = await Promise.all([database.hasRoom(), storage.hasRoom()])
    return rooms.every(Boolean) ? c.json({ status: 'ready' }) : waiting('disk')
  })

  const limits = { ...defaultRates, ...rates }
  const services = {
    database,
    identity,
    clock,
    log,
    spendRate: createRateLimit(limits, config.processes),
    queue: createQueue(limitsOfOne({ ...queueLimits[database.kind], ...queue }, config.processes)),
    writeInTurn: createWriteTurns(config.processes),
    strangers: createStrangers(limits, { database, processes: config.processes }),
  }
  bind(app, services, contract, nounsOf({ identity, passwords, storage, jobs, sealing, driver, config, log }))
  serveWebhooks(app, services, { driver, sealing })
  serveUploads(app, storage)
  serveDocs(app, services, config.environment)

  return app
}

/** The error as the caller sees it: an ApiError as it is, anything unforeseen as one of three general messages. */
function apiErrorOf(error: Error, { kind }: Pick<Database, 'kind'>): ApiError {
  if (isApiError(error)) return error
  // The API is about to be started again, or the next call gets another connection.
  if (hasDatabaseEnded(error) || (kind === 'postgres' && isConnectionLost(error)))
    return new ApiError('upstream', { retryAfter: 5 })
  if (error instanceof StorageError) return new ApiError('upstream', { message: error.message, retryAfter: 5 })
  return new ApiError(isDiskFull(error) ? 'storage_full' : 'internal')
}
