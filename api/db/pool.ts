import pg from 'pg'
import { isConnectionLost } from './errors.ts'

/** The longest life of a connection, whatever it answers: behind a name or a proxy there may be another server by now. */
const maxLifetimeSeconds = 30 * 60

/** Notes what no connection can mend: that its server stops, or only reads because another one has taken over. */
class NotingClient extends pg.Client {
  isLost = false

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
  const pool = new pg.Pool({ ...config, maxLifetimeSeconds, keepAlive: true, Client: NotingClient })
  // A dropped connection is replaced at the next query. Without a listener its error would end the process, also between
  // two statements of a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // An ended one does not go back to the others.
  pool.on('release', (_, client) => {
    if (client instanceof NotingClient && client.isLost) client.end().catch(() => {})
  })
  return pool
}
