import { parentPort, workerData } from 'node:worker_threads'
import type { ImportKind } from '#contract/words/import.ts'
import { headingsOf } from '../find-kind.ts'
import { FileRefused } from '../refusal.ts'
import { readTable } from '../table.ts'
import { sheetWithErrors } from './sheet.ts'
import { withErrors } from './text.ts'

// As long as reading a file: the API's own thread is needed for others.

export interface Given {
  kind: ImportKind
  bytes: Uint8Array
  /** Of a workbook: the one that was chosen. */
  sheet: string | undefined
  /** By the number of the row. */
  reasons: ReadonlyMap<number, string>
}

export type Message = { kind: 'refused'; message: string } | { kind: 'returned'; bytes: Uint8Array<ArrayBuffer> }

const { kind, bytes, sheet, reasons } = workerData as Given

async function returned(): Promise<Message> {
  // Its rows are not kept: of a large file they are most of what a thread may take.
  const { rows: _, text, ...table } = await readTable(bytes, {}, { known: headingsOf(kind), sheet })
  return {
    kind: 'returned',
    bytes: text ? withErrors(bytes, table, text, reasons) : sheetWithErrors(bytes, table, reasons),
  }
}

const message = await returned().catch((error): Message => {
  if (!(error instanceof FileRefused)) throw error
  return { kind: 'refused', message: error.message }
})
parentPort?.postMessage(message, message.kind === 'returned' ? [message.bytes.buffer] : [])
