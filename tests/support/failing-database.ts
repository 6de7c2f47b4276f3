import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../api/db/client.ts'
import { failingWith } from './thread-faults.ts'

type Work = (tx: Db) => Promise<unknown>

/** The database with something around each of its transactions. */
function aroundTransactions(database: Database, around: (work: Work) => Work): Database {
  const through = (db: Db) =>
    new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name !== 'transaction') return value.bind(target)
        return (work: Work, config?: never) => target.transaction(around(work), config)
      },
    })
  return { ...database, db: through(database.db), reads: through(database.reads) }
}

/** A database of a process that dies at its n-th writing transaction from now: nothing that it does afterwards arrives. */
export function dying(database: Database, at: number): Database {
  let left = at
  const { db } = aroundTransactions(database, (work) => {
    left -= 1
    if (left < 0) throw new Error('killed')
    const isLast = left === 0
    return async (tx) => {
      const done = await work(tx)
      if (isLast) throw new Error('killed before the commit')
      return done
    }
  })
  return { ...database, db }
}

/** A database in which a transaction may fail with an error of its engine. */
export function failing(database: Database) {
  const next: { code?: string | undefined } = {}
  const faulty = aroundTransactions(database, (work) => async (tx) => {
    const { code } = next
    next.code = undefined
    if (code) await tx.execute(sql.raw(failingWith(code)))
    return work(tx)
  })
  /** The next transaction fails with this SQLSTATE. */
  const failNext = (code: string) => {
    next.code = code
  }
  return { database: faulty, failNext, hasFailed: () => next.code === undefined }
}
