// What only tests do to the thread of the embedded database. A process loads it first, with
// `NODE_OPTIONS=--import=…/thread-faults.ts`; FAULTS is the share of its statements that fail, such as 0.002, from
// `beginOfFaults` on.
import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'

/** As a parameter of any statement, such as a search for it: the thread ends instead of answering. */
export const endOfThread = 'end-of-the-thread'
/** In the same way: from now on statements fail. A process that is starting would end where one of its own fails. */
export const beginOfFaults = 'begin-of-the-faults'

/** One error of each class that PostgreSQL answers with, and one of none of them. */
export const injected = ['22012', '23514', '25006', '40001', '53100', '57014', 'XX000']

/** A statement that fails with the code, by itself. */
export const failingWith = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`

interface Sent {
  kind?: string
  params?: unknown[]
  rowMode?: string
}

export function injectThreadFaults(share: number): () => void {
  const { Worker } = workerThreads
  let at = 0
  let hasBegun = false
  class FaultyWorker extends Worker {
    override postMessage(order: Sent) {
      const has = (word: string) => order.params?.some((param) => String(param).includes(word))
      if (has(endOfThread)) return void this.terminate()
      hasBegun ||= has(beginOfFaults) ?? false
      const isHit = hasBegun && order.kind === 'query' && Math.random() < share
      if (!isHit) return super.postMessage(order)
      at += 1
      const code = injected[at % injected.length] as string
      super.postMessage({ ...order, sql: failingWith(code), params: [] })
    }
  }
  workerThreads.Worker = FaultyWorker
  syncBuiltinESMExports()
  return () => {
    workerThreads.Worker = Worker
    syncBuiltinESMExports()
  }
}

if (process.env.FAULTS) injectThreadFaults(Number(process.env.FAULTS))
