import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportResult } from '#contract/file-import.ts'
import type { Given, Message } from './reader-thread.ts'
import { FileRefused } from './refusal.ts'
import type { Fault } from './rows.ts'

export interface ReadRow {
  row: number
  /** As its kind's reader has it. */
  draft: object
  cells: string[]
}

export interface FaultRow extends Fault {
  cells: string[]
}

/** What a file's headings and values are. */
export type Summary = Pick<ImportResult, 'format' | 'rows' | 'headings' | 'restored' | 'unknown'> & {
  /** Rows that have nothing of this kind. */
  without: number
}

export interface ReadFile {
  summary: Summary
  /** Each row once, in the file's order, some hundred at a time. */
  batches: AsyncIterable<{ drafts: ReadRow[]; faults: FaultRow[] }>
  close(): Promise<void>
}

/** Megabytes for a file of 20 MB and what is made of it; one that needs more is refused. */
const memory = 1024

/** Reads a file on a thread of its own. Throws `FileRefused` with a sentence where it cannot be read as a whole. */
export async function readFile(given: Given, signal?: AbortSignal): Promise<ReadFile> {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: given,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  const close = async () => void (await worker.terminate())
  const next = async (): Promise<Message> => {
    const [message] = await once(worker, 'message', { signal }).catch((error: NodeJS.ErrnoException) => {
      signal?.throwIfAborted()
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      throw new FileRefused('ファイルの行か列が多すぎて読めません。いくつかに分けてください。')
    })
    return message
  }
  try {
    const first = await next()
    if (first.kind === 'refused') throw new FileRefused(first.message)
    if (first.kind !== 'summary') throw new Error('The thread sent rows before its summary')
    return { summary: first.summary, batches: batches(), close }
  } catch (error) {
    await close()
    throw error
  }

  async function* batches() {
    for (let isLast = false; !isLast; ) {
      worker.postMessage('next')
      const message = await next()
      if (message.kind !== 'rows') throw new Error('The thread sent no rows')
      yield { drafts: message.drafts, faults: message.faults }
      isLast = message.isLast
    }
  }
}
