import type { Hono } from 'hono'
import type { Database } from '../db/client.ts'
import type { Identity } from '../identity/identity.ts'
import type { InTurn } from '../lib/turns.ts'
import type { Log } from '../process/log.ts'
import type { Queue } from './queue.ts'
import type { createRateLimit, createStrangers } from './rate.ts'

/** Shared dependencies of every call. */
export interface Services {
  database: Database
  identity: Identity
  clock: () => Date
  log: Log
  spendRate: ReturnType<typeof createRateLimit>
  queue: Queue
  /** Writes of a person in flight, with what they do outside the database. */
  writeInTurn: InTurn
  strangers: ReturnType<typeof createStrangers>
}

/** Fields of the request's log line; the client's address is not logged. */
export type Variables = { requestId: string; route: string; staffId?: string; address: string | null }
export type App = Hono<{ Variables: Variables }>
