import type { ImportResult } from '#contract/file-import.ts'
import { openReader, type Reading } from './reader.ts'
import type { Given, Message } from './reader-thread.ts'
import { FileRefused } from './refusal.ts'
import type { Fault } from './rows.ts'

export interface ReadRow {
  row: number
  /** The draft of the kind's reader. */
  draft: object
  cells: string[]
}

export interface FaultRow extends Fault {
  cells: string[]
}

/** The columns and values of a file. */
export type Summary = Pick<ImportResult, 'format' | 'rows' | 'headings' | 'restored' | 'unknown' | 'sheet' | 'also'> & {
  notes: string[]
  /** The number of rows without a fact of this kind. */
  without: number
  /** Rows that are left out as was answered. */
  left: number
  /** Labels of columns whose faults may be answered with one value for all, and with none. */
  valued: string[]
  emptied: string[]
}

export interface ReadFile {
  summary: Summary
  /** Each row once, in the file's order, some hundred at a time. */
  batches: AsyncIterable<{ drafts: ReadRow[]; faults: FaultRow[] }>
  close(): Promise<void>
}

/**
 * Reads a file on a thread of its own, when it is its person's turn. Throws `FileRefused` with a sentence where it
 * cannot be read as a whole.
 */
export async function readFile(given: Given, reading: Reading): Promise<ReadFile> {
  const url = new URL('./reader-thread.ts', import.meta.url)
  const { next, post, close } = await openReader<Message>(url, given, reading)
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
      post('next')
      const message = await next()
      if (message.kind !== 'rows') throw new Error('The thread sent no rows')
      yield { drafts: message.drafts, faults: message.faults }
      isLast = message.isLast
    }
  }
}
