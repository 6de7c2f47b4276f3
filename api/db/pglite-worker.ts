import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'

/** What the main thread sends: one statement, several as a script, or the end. */
export interface Order {
  id: number
  kind: 'query' | 'exec' | 'close'
  sql: string
  params?: unknown[] | undefined
  rowMode?: 'array' | 'object' | undefined
}

export type Reply =
  | {
      id: number
      results: { rows: unknown[]; fields: { name: string; dataTypeID: number }[]; affectedRows?: number }[]
    }
  | { id: number; error: { message: string; [property: string]: unknown } }

const asText = (value: string) => value
const textual = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1115, 1182, 1185, 1187, 1231]
/** As drizzle wants them. JSON is parsed by the main thread: its text is copied faster than its objects. */
const parsers = Object.fromEntries([...textual, types.JSON, types.JSONB].map((type) => [type, asText]))

const port = parentPort
if (!port) throw new Error('This is a thread of the API')
const client = await PGlite.create(workerData as { dataDir: string })

async function carryOut({ kind, sql, params, rowMode }: Order) {
  if (kind === 'exec') return client.exec(sql, { parsers })
  if (kind === 'query') return [await client.query(sql, params, { parsers, ...(rowMode && { rowMode }) })]
  await client.close()
  return []
}

port.on('message', async (order: Order) => {
  const reply: Reply = await carryOut(order).then(
    (results) => ({ id: order.id, results }),
    // A copy of an error would lose its properties, such as PostgreSQL's code.
    (error: Error) => {
      const { params: _, query: __, ...properties } = error as Error & Record<string, unknown>
      return { id: order.id, error: { ...properties, message: error.message } }
    },
  )
  port.postMessage(reply)
})
port.postMessage({ id: 0, results: [] } satisfies Reply)
