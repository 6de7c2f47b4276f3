import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { type ReportedError, reportOf } from './errors.ts'

/** What the thread opens: a folder, or `memory://`, there from the file of a dumped state. */
export interface Opening {
  dataDir: string
  dump?: string | undefined
}

/** What the main thread sends: one statement, several as a script, or the end. */
export interface Order {
  id: number
  kind: 'query' | 'exec' | 'close'
  sql: string
  params?: unknown[] | undefined
  rowMode?: 'array' | 'object' | undefined
}

interface Result {
  rows: unknown[]
  fields: { name: string; dataTypeID: number }[]
  affectedRows?: number | undefined
}

export type Reply = { id: number; results: Result[] } | { id: number; error: ReportedError }

const asText = (value: string) => value
const textual = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1115, 1182, 1185, 1187, 1231]
/** As drizzle wants them. JSON is parsed by the main thread: its text is copied faster than its objects. */
const parsers = Object.fromEntries([...textual, types.JSON, types.JSONB].map((type) => [type, asText]))

const port = parentPort
if (!port) throw new Error('This is a thread of the API')
const { dataDir, dump } = workerData as Opening
const client = await PGlite.create({ dataDir, ...(dump && { loadDataDir: await openAsBlob(dump) }) })
// Its stack is smaller than PostgreSQL assumes. PGlite takes an overflow for an empty answer; with this it is an error.
await client.exec(`set max_stack_depth = '500kB'`)

async function carryOut({ kind, sql, params, rowMode }: Order): Promise<Result[]> {
  if (kind === 'exec') return client.exec(sql, { parsers })
  if (kind === 'query') return [await client.query(sql, params, { parsers, ...(rowMode && { rowMode }) })]
  await client.close()
  return []
}

/** After these the engine's memory may be in any state: what it answers from then on proves nothing. */
const isBroken = (error: unknown) =>
  error instanceof WebAssembly.RuntimeError ||
  ['PANIC', 'FATAL'].includes((error as { severity?: string }).severity ?? '')

port.on('message', async ({ id, ...order }: Order) => {
  try {
    const results = await carryOut({ id, ...order })
    const plain = results.map(({ rows, fields, affectedRows }) => ({ rows, fields, affectedRows }))
    port.postMessage({ id, results: plain } satisfies Reply)
  } catch (error) {
    port.postMessage({ id, error: reportOf(error) } satisfies Reply)
    if (isBroken(error)) throw error
  }
})
port.postMessage({ id: 0, results: [] } satisfies Reply)
