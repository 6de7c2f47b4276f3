import pg from 'pg'
import { isConnectionLost } from './errors.ts'

/** The longest life of a connection, whatever it answers: behind a name or a proxy there may be another server by now. */
const maxLifetimeSeconds = 30 * 60

/** A statement that takes so long is looked after: its server may be gone without a word. */
const longMilliseconds = 4_000
const lookedAfterEvery = 2_000
/** A server that is there answers a new connection within this. */
const answersWithin = 4_000
/** Waiting for a new connection; for a free one it is longer. */
const connectsWithin = 8_000
const connectionTimeoutMillis = 30_000

/** Notes what no connection can mend: that its server stops, or only reads because another one has taken over. */
class NotingClient extends pg.Client {
  isLost = false

  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectsWithin })
  }

  override query(...given: unknown[]): never {
    const answer = (super.query as (...given: unknown[]) => unknown)(...given)
    if (answer instanceof Promise) {
      answer.catch((error) => {
        this.isLost ||= isConnectionLost(error)
      })
    }
    return answer as never
  }
}

/** Connections that come back by themselves when the database has moved or was away. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    ...{ maxLifetimeSeconds, connectionTimeoutMillis, keepAlive: true, Client: NotingClient },
  })
  // A dropped connection is replaced at the next query. Without a listener its error would end the process, also between
  // two statements of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // An ended one does not go back to the others.
  pool.on('release', (_, client) => {
    if (client instanceof NotingClient && client.isLost) client.end().catch(() => {})
  })
  lookAfterLongOnes(pool, config)
  return pool
}

/**
 * A machine that has stopped, or lies behind a broken network, ends no connection: for a quarter of an hour the system
 * sends again what nobody answers. While statements take long a new connection tries whether anything is there; where
 * nothing is, they are ended. A server that refuses is there.
 */
function lookAfterLongOnes(pool: pg.Pool, config: pg.PoolConfig) {
  const since = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => since.set(client, Date.now()))
  pool.on('release', (_, client) => since.delete(client))
  pool.on('remove', (client) => since.delete(client))
  let isLooking = false
  const timer = setInterval(async () => {
    const longOnes = [...since].filter(([, time]) => Date.now() - time > longMilliseconds)
    if (isLooking || longOnes.length === 0) return
    isLooking = true
    if (!(await answers(config))) {
      for (const [client, time] of longOnes) if (since.get(client) === time) (client as pg.Client).end().catch(() => {})
    }
    isLooking = false
  }, lookedAfterEvery).unref()
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = () => {
    clearInterval(timer)
    return end()
  }
}

async function answers(config: pg.PoolConfig): Promise<boolean> {
  const probe = new pg.Client({ ...config, connectionTimeoutMillis: answersWithin, query_timeout: answersWithin })
  probe.on('error', () => {})
  try {
    await probe.connect()
    await probe.query('select 1')
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    probe.end().catch(() => {})
  }
}
