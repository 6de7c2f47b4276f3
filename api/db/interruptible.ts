import type { Db } from './client.ts'

/** The transaction, whose next statement is refused with the signal's reason once that is aborted. */
export const interruptible = (tx: Db, signal: AbortSignal | undefined): Db =>
  signal === undefined
    ? tx
    : new Proxy(tx, {
        get: (target, name) => {
          signal.throwIfAborted()
          const value = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
