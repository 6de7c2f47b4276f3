import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { PGlite, QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import { hasRoom } from '../process/disk.ts'
import { DatabaseEnded, errorOf } from './errors.ts'
import type { Opening, Order, Reply } from './pglite-worker.ts'

/** PostgreSQL's json and jsonb. */
const jsonTypes = [114, 3802]
/** A statement that runs this long on a full disk never returns (decision 0030). */
const patienceMilliseconds = 30_000

/** More than `max_stack_depth` of the engine ever needs, see there. */
const stackSizeMb = 64

/** Milliseconds that a reading transaction may take before others come between its statements. */
const slice = 10

interface Waiting {
  done: (results: Results[]) => void
  failed: (error: Error) => void
  since: number
}

/** What drizzle and pg-boss call of PGlite's client. */
export type PgliteClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>

/** Statements of the connection, in the order of these calls. */
interface Connection {
  query(sql: string, params?: unknown[], options?: QueryOptions): Promise<Results>
  exec(sql: string): Promise<Results[]>
}

interface ThreadOptions extends Opening {
  /** The thread has ended by itself: nothing is answered any more. */
  onEnd?: ((error: DatabaseEnded) => void) | undefined
}

/**
 * PGlite on a thread of its own, so that a query does not keep the API's thread from answering others (decision 0063).
 * `client` runs one transaction at a time, `reads` reading transactions that take turns by statement. When the thread
 * ends, statements without an answer and all later ones fail with `DatabaseEnded`.
 */
export async function openOnThread({ onEnd, ...opening }: ThreadOptions) {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: opening,
    execArgv: [],
    resourceLimits: { stackSizeMb },
  })
  const waiting = new Map<number, Waiting>()
  let serial = 0
  let ended: DatabaseEnded | undefined
  let isClosing = false
  const end = (cause?: unknown) => {
    if (ended) return
    ended = new DatabaseEnded(cause)
    for (const { failed } of waiting.values()) failed(ended)
    waiting.clear()
    if (!isClosing) onEnd?.(ended)
  }
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve()).once('error', reject)
  })
  worker.on('error', end).on('messageerror', end)
  worker.on('exit', () => end())
  worker.on('message', (reply: Reply) => {
    const { done, failed } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    // An open database without work keeps no process running.
    if (waiting.size === 0) worker.unref()
    if ('error' in reply) return failed?.(errorOf(reply.error))
    try {
      done?.(reply.results.map(withJson) as Results[])
    } catch (error) {
      failed?.(error as Error)
    }
  })
  worker.unref()

  const send = (order: Omit<Order, 'id'>) =>
    new Promise<Results[]>((done, failed) => {
      if (ended) throw ended
      serial += 1
      // First, because it throws where a parameter cannot be posted.
      worker.postMessage({ ...order, id: serial } satisfies Order)
      waiting.set(serial, { done, failed, since: performance.now() })
      worker.ref()
    })
  const connection: Connection = {
    query: async (sql, params, options) =>
      (await send({ kind: 'query', sql, params, rowMode: options?.rowMode }))[0] as Results,
    exec: (sql) => send({ kind: 'exec', sql }),
  }
  const stopWatching = endOnStandstill(opening.dataDir, () => waiting.values().next().value?.since)
  const { writer, reader, exclusively } = takingTurns(connection)
  return {
    client: writer,
    reads: reader,
    close: () =>
      exclusively(async () => {
        stopWatching()
        isClosing = true
        await send({ kind: 'close', sql: '' }).catch(() => {})
        worker.ref()
        await worker.terminate()
      }),
  }
}

/** A reading transaction, or a single statement without one. */
interface Reading {
  /** Milliseconds that its statements have taken. */
  spent: number
  isTransaction: boolean
  /** What it has set for itself (`set_config`), again after another one had its turn. */
  settings: { sql: string; params: unknown[] | undefined }[]
}

interface Statement {
  of: Reading
  run: () => Promise<void>
  drop: () => void
}

/**
 * One connection for writing transactions, one after the other, and for reading ones, whose statements take turns: the
 * one that has taken the least time so far comes first. Between two turns its transaction is committed and begun again;
 * it sees the same rows all along, since nobody writes while somebody reads.
 */
export function takingTurns(connection: Connection) {
  const { query, exec } = connection
  const statements: Statement[] = []
  /** Whose transaction is open. */
  let current: Reading | null = null
  let isServing = false
  /** Readers share the connection; writers wait for them, and later readers for those. */
  let lastWriter: Promise<unknown> = Promise.resolve()
  let readers: Promise<unknown>[] = []

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = Promise.all([lastWriter, ...readers]).then(() => {
      leave()
      return work()
    })
    lastWriter = turn.catch(() => {})
    readers = []
    return turn
  }
  function shared<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastWriter.then(work)
    const ended = turn.then(
      () => {},
      () => {},
    )
    readers.push(ended)
    void ended.then(() => {
      readers = readers.filter((one) => one !== ended)
    })
    return turn
  }

  // The connection keeps the order: none of these is waited for, and where one fails, so does the next statement.
  const send = (sent: Promise<unknown>) => void sent.catch(() => {})
  function leave() {
    if (current) send(exec('commit'))
    current = null
  }
  function enter(reading: Reading) {
    if (current === reading) return
    leave()
    if (!reading.isTransaction) return
    current = reading
    send(exec('begin'))
    for (const { sql, params } of reading.settings) send(query(sql, params))
  }
  async function serve() {
    isServing = true
    for (;;) {
      // Whoever has been answered now may ask for more before others go on.
      await new Promise(setImmediate)
      // Short ones are not interrupted: changing over costs three statements.
      const rank = ({ of }: Statement) => Math.floor(of.spent / slice) - (of === current ? 0.5 : 0)
      const next = statements.toSorted((a, b) => rank(a) - rank(b))[0]
      if (!next) break
      statements.splice(statements.indexOf(next), 1)
      const started = performance.now()
      await next.run()
      next.of.spent += performance.now() - started
    }
    isServing = false
  }
  /** Performs `work` when it is the reading's turn, in its transaction. */
  const inTurn = <T>(reading: Reading, work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const run = () => {
        enter(reading)
        return work().then(resolve, reject)
      }
      const statement: Statement = {
        of: reading,
        run,
        drop: () => {
          statements.splice(statements.indexOf(statement), 1)
          reject(new Error('The transaction is over'))
        },
      }
      statements.push(statement)
      if (!isServing) void serve()
    })

  const reader: PgliteClient = {
    query: ((sql, params, options) =>
      shared(() =>
        inTurn({ spent: 0, isTransaction: false, settings: [] }, () => query(sql, params, options)),
      )) as PGlite['query'],
    exec: (sql) => exclusively(() => exec(sql)),
    transaction: (work) =>
      shared(async () => {
        const reading: Reading = { spent: 0, isTransaction: true, settings: [] }
        const own: Connection = {
          query: (sql, params, options) =>
            inTurn(reading, () => {
              if (/^\s*select set_config\(/i.test(sql)) reading.settings.push({ sql, params })
              return query(sql, params, options)
            }),
          exec: (sql) => inTurn(reading, () => exec(sql)),
        }
        const [transaction, end] = until(own)
        try {
          return await work(transaction)
        } finally {
          end()
          for (const late of statements.filter(({ of }) => of === reading)) late.drop()
          if (current === reading) leave()
        }
      }),
  }
  const writer: PgliteClient = {
    query: ((sql, params, options) => exclusively(() => query(sql, params, options))) as PGlite['query'],
    exec: (sql) => exclusively(() => exec(sql)),
    transaction: (work) =>
      exclusively(async () => {
        await exec('begin')
        const [transaction, end] = until(connection)
        try {
          const result = await work(transaction)
          end()
          await exec('commit')
          return result
        } catch (error) {
          end()
          // What it failed with says more than why it cannot be taken back.
          await exec('rollback').catch(() => {})
          throw error
        }
      }),
  }
  return { writer, reader, exclusively }
}

/** The connection of a transaction, and what closes it: a statement that comes too late must not run in another one. */
function until({ query, exec }: Connection): [Transaction, end: () => void] {
  let isOver = false
  const guarded =
    <G extends unknown[], R>(work: (...given: G) => Promise<R>) =>
    async (...given: G) => {
      if (isOver) throw new Error('The transaction is over')
      return work(...given)
    }
  const transaction = { query: guarded(query), exec: guarded(exec) }
  const end = () => {
    isOver = true
  }
  return [transaction as unknown as Transaction, end]
}

function withJson(result: { rows: unknown[]; fields: { name: string; dataTypeID: number }[] }) {
  result.fields.forEach(({ name, dataTypeID }, at) => {
    if (!jsonTypes.includes(dataTypeID)) return
    for (const row of result.rows as Record<string | number, unknown>[]) {
      const key = Array.isArray(row) ? at : name
      if (typeof row[key] === 'string') row[key] = JSON.parse(row[key])
    }
  })
  return result
}

/**
 * Ends this process with an error message once a statement has hung for half a minute while the folder's disk is full:
 * PGlite hangs forever when a commit's log finds no space. A supervisor can restart the process (decision 0030).
 */
function endOnStandstill(folder: string, oldest: () => number | undefined): () => void {
  const timer = setInterval(async () => {
    const since = oldest()
    if (since === undefined || performance.now() - since < patienceMilliseconds) return
    if (await hasRoom(folder).catch(() => true)) return
    writeSync(
      2,
      `${folder} のディスクに空きがなく、データベースが停止したため終了します。空きを増やして起動し直してください。\n`,
    )
    process.kill(process.pid, 'SIGKILL')
  }, 1000).unref()
  return () => clearInterval(timer)
}
