import { parentPort, workerData } from 'node:worker_threads'
import type { ImportKind } from '#contract/words/import.ts'
import { headingsOfAll, kindOf } from './find-kind.ts'
import { FileRefused } from './refusal.ts'
import { readTable } from './table.ts'

// As long as reading a file: the API's own thread is needed for others.

export type Message = { kind: 'refused'; message: string } | { kind: 'found'; found: ImportKind | null }

const { bytes } = workerData as { bytes: Uint8Array }
const message = await readTable(bytes, { mayBeEmpty: true }, { known: headingsOfAll() }).then(
  ({ headings }): Message => ({ kind: 'found', found: kindOf(headings) }),
  (error): Message => {
    if (!(error instanceof FileRefused)) throw error
    return { kind: 'refused', message: error.message }
  },
)
parentPort?.postMessage(message)
