import { parentPort, workerData } from 'node:worker_threads'
import { cutText } from '#contract/cut-text.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { importColumns } from '#contract/words/import-columns.ts'
import { layoutOf } from './facts/columns.ts'
import { readFactRows } from './facts/rows.ts'
import { mendableOf } from './fault-groups.ts'
import { alsoOf, headingsOf } from './find-kind.ts'
import { readMemberRows } from './member-rows.ts'
import type { FaultRow, ReadRow, Summary } from './read-file.ts'
import { FileRefused } from './refusal.ts'
import { type Known, type ReadingAnswers, type ReadRows, unknownOf } from './rows.ts'
import { readStaffRows } from './staff-rows.ts'
import { readTable, type Table } from './table.ts'

// A file takes seconds of work, which the API's own thread needs for others.

export interface Given {
  kind: ImportKind
  bytes: Uint8Array
  known: Known
  answers: ReadingAnswers
}

export type Message =
  | { kind: 'refused'; message: string }
  | { kind: 'summary'; summary: Summary }
  | { kind: 'rows'; drafts: ReadRow[]; faults: FaultRow[]; isLast: boolean }

/** Rows handed over together. */
const atOnce = 1000
const samples = 3
const longestSample = 40

const port = parentPort
if (!port) throw new Error('This is a thread of the API')
const send = (message: Message) => port.postMessage(message)

await main(workerData as Given).catch((error) => {
  if (!(error instanceof FileRefused)) throw error
  send({ kind: 'refused', message: error.message })
})

/** A reader of any kind: the comparison knows the type of its drafts. */
type Read = ReadRows<string, object>

function readRows(kind: ImportKind, ...[table, known, answers]: [Table, Known, ReadingAnswers]): Read {
  if (kind === 'member') return readMemberRows(table, known, answers)
  return kind === 'staff' ? readStaffRows(table, known, answers) : readFactRows(kind, table, known, answers)
}

async function main({ kind, bytes, known, answers }: Given) {
  const table = await readTable(bytes, {}, { known: headingsOf(kind), sheet: answers.sheet })
  const read = readRows(kind, table, known, answers)
  send({
    kind: 'summary',
    summary: { ...summaryOf(kind, table, read), ...mendableOf(read.columns, importColumns[kind], neededOf(kind)) },
  })
  const batches = batchesOf(table, read)
  port?.on('message', () => send(batches.next().value as Message))
}

/** Columns that a row cannot be without. */
function neededOf(kind: ImportKind): readonly string[] {
  if (kind === 'member') return ['memberNo', 'externalId', 'name', 'lastName', 'firstName', 'gender', 'shop']
  if (kind === 'staff') return ['name', 'lastName', 'firstName', 'email', 'role', 'shops', 'mainShop']
  return [...layoutOf(kind).needed.flat(), 'memberNo', 'memberId']
}

function summaryOf(
  kind: ImportKind,
  { format, headings, rows, notes, sheet }: Table,
  { columns, restored, unknown, without, left }: Read,
): Omit<Summary, 'valued' | 'emptied'> {
  const columnAt = new Map(Object.entries(columns.at).map(([column, at]) => [at, column]))
  const elsewhere = new Set(columns.elsewhere)
  return {
    format,
    rows: rows.length,
    without,
    left,
    restored,
    headings: headings.map((heading, at) => ({
      heading,
      column: columnAt.get(at) ?? null,
      isElsewhere: elsewhere.has(heading),
      samples: [...new Set(rows.slice(0, 200).map(({ cells }) => cells[at] ?? ''))]
        .filter((cell) => cell !== '')
        .slice(0, samples)
        .map((cell) => cutText(cell, longestSample)),
    })),
    unknown: unknownOf(unknown),
    notes,
    also: alsoOf(kind, headings),
    ...(sheet && sheet.sheets.length > 1 && { sheet: { name: sheet.name, sheets: sheet.sheets } }),
  }
}

/** Drafts and faults in the file's order, with the cells of each row. */
function* batchesOf({ rows, headings }: Table, { drafts, faults }: Read): Generator<Message, Message> {
  const draftOf = new Map(drafts.map(({ row, draft }) => [row, draft]))
  const faultOf = new Map(faults.map((fault) => [fault.row, fault]))
  const message = (from: number): Message => {
    const part = rows.slice(from, from + atOnce)
    const cellsOf = (cells: string[]) => cells.slice(0, headings.length).map((cell) => cutText(cell, 500))
    return {
      kind: 'rows',
      drafts: part.flatMap(({ number, cells }) => {
        const draft = draftOf.get(number)
        return draft ? [{ row: number, draft, cells: cellsOf(cells) }] : []
      }),
      faults: part.flatMap(({ number, cells }) => {
        const fault = faultOf.get(number)
        return fault ? [{ ...fault, cells: cellsOf(cells) }] : []
      }),
      isLast: from + atOnce >= rows.length,
    }
  }
  let from = 0
  for (; from + atOnce < rows.length; from += atOnce) yield message(from)
  return message(from)
}
