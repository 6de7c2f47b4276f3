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
/** Milliseconds in which an open transaction that has taken less may send its next statement before others go on. */
const grace = 5

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

interface Turn {
  isWriter: boolean
  begin: () => void
  /** Of a writer that is next: the readers that it still lets others pass for. */
  behind?: Set<Turn>
}

/**
 * Readers share the connection, a writer has it alone, in the order of their calls; only that readers pass a writer while
 * it waits for those that began before it was next. Otherwise a job's short look at the database would make everybody
 * wait for the longest reader.
 */
function readersAndWriters() {
  const waiting: Turn[] = []
  const reading = new Set<Turn>()
  let isWriting = false

  function start(turn: Turn) {
    waiting.splice(waiting.indexOf(turn), 1)
    if (turn.isWriter) isWriting = true
    else reading.add(turn)
    turn.begin()
  }
  function handOut() {
    while (!isWriting) {
      const [next] = waiting
      if (!next) return
      if (next.isWriter && reading.size > 0) {
        next.behind ??= new Set(reading)
        if (next.behind.size > 0) for (const turn of waiting.filter(({ isWriter }) => !isWriter)) start(turn)
        return
      }
      start(next)
    }
  }
  function end(turn: Turn) {
    if (turn.isWriter) isWriting = false
    reading.delete(turn)
    waiting[0]?.behind?.delete(turn)
    handOut()
  }
  const inTurn =
    (isWriter: boolean) =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const turn: Turn = { isWriter, begin: resolve }
      waiting.push(turn)
      handOut()
      await promise
      try {
        return await work()
      } finally {
        end(turn)
      }
    }
  return { exclusively: inTurn(true), shared: inTurn(false) }
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
  /** Reading transactions that have not ended, between two statements or not. */
  const open = new Set<Reading>()

  const { exclusively, shared } = readersAndWriters()
  const alone = <T>(work: () => Promise<T>) =>
    exclusively(() => {
      leave()
      return work()
    })

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
  const slices = ({ spent }: Reading) => Math.floor(spent / slice)
  // Short ones are not interrupted: changing over costs three statements.
  const rank = (reading: Reading) => slices(reading) - (reading === current ? 0.5 : 0)
  /** Whether somebody who would come first has not sent their next statement yet. */
  const isPreceded = ({ of }: Statement) => [...open].some((one) => slices(one) < slices(of))
  async function serve() {
    isServing = true
    for (;;) {
      // Whoever has been answered now may ask for more before others go on.
      const answered = performance.now()
      let next: Statement | undefined
      do {
        await new Promise(setImmediate)
        next = statements.toSorted((a, b) => rank(a.of) - rank(b.of))[0]
      } while (next && performance.now() - answered < grace && isPreceded(next))
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
    exec: (sql) => alone(() => exec(sql)),
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
        open.add(reading)
        try {
          return await work(transaction)
        } finally {
          end()
          open.delete(reading)
          for (const late of statements.filter(({ of }) => of === reading)) late.drop()
          if (current === reading) leave()
        }
      }),
  }
  const writer: PgliteClient = {
    query: ((sql, params, options) => alone(() => query(sql, params, options))) as PGlite['query'],
    exec: (sql) => alone(() => exec(sql)),
    transaction: (work) =>
      alone(async () => {
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
  return { writer, reader, exclusively: alone }
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
