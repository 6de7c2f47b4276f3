import type { Database } from '../../api/db/client.ts'

/** A database of a process that dies at its n-th transaction from now: nothing that it does afterwards arrives. */
export function dying(database: Database, at: number): Database {
  let left = at
  const db = new Proxy(database.db, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (name !== 'transaction' || typeof value !== 'function')
        return typeof value === 'function' ? value.bind(target) : value
      return (work: (tx: unknown) => Promise<unknown>) => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return database.db.transaction(async (tx) => {
          const done = await work(tx)
          if (left === 0) throw new Error('killed before the commit')
          return done
        })
      }
    },
  })
  return { ...database, db }
}
