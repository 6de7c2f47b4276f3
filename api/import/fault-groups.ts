import type { ImportAnswers } from '#contract/file-import.ts'
import { visibleName } from '#contract/invisible.ts'
import type { TranslatedColumn } from '#contract/words/import.ts'
import { countUnknown, type Fault, type UnknownValues } from './rows.ts'
import type { Row } from './table.ts'

// Equal faults are answered together: a value for all of their cells, none, or the rows are left out (decision 0112).

type Groups = ImportAnswers['groups']
type Found = Omit<Fault, 'row'>

const answerTo = (groups: Groups, { column = null, reason }: { column?: string | null; reason: string }) =>
  groups?.find((one) => one.column === column && one.reason === reason)

/** Whether rows with this fault are left out. */
export const isLeftOut = (groups: Groups, fault: { column?: string | null; reason: string }): boolean =>
  answerTo(groups, fault)?.act === 'skip'

interface Counts {
  restored: Record<string, number>
  unknown: UnknownValues
}

/** At most so many cells of one row are corrected by groups. */
const mostTries = 6

/** Reads a row, and again with what was answered for its fault. Only the last reading is counted. */
export function readAnswered<Result extends { fault?: Found | undefined }>(
  row: Row,
  { groups, at, labels }: { groups: Groups; at: Readonly<Record<string, number | undefined>>; labels: Labels },
  counts: Counts,
  read: (counts: Counts) => Result,
): Result {
  if (!groups?.length) return read(counts)
  for (let tries = 1; ; tries += 1) {
    const own: Counts = { restored: {}, unknown: {} }
    const result = read(own)
    const answer = result.fault && answerTo(groups, result.fault)
    const index = indexOf(result.fault?.column, at, labels)
    if (!answer || answer.act === 'skip' || index === undefined || tries === mostTries) {
      if (answer?.act !== 'skip') addCounts(counts, own)
      return result
    }
    while (row.cells.length <= index) row.cells.push('')
    row.cells[index] = answer.act === 'value' ? visibleName(answer.text ?? '').trim() : ''
  }
}

type Labels = Readonly<Record<string, string>>

const indexOf = (label: string | undefined, at: Readonly<Record<string, number | undefined>>, labels: Labels) =>
  Object.entries(at).find(([column]) => labels[column] === label)?.[1]

function addCounts({ restored, unknown }: Counts, own: Counts) {
  for (const [label, rows] of Object.entries(own.restored)) restored[label] = (restored[label] ?? 0) + rows
  for (const [column, texts] of Object.entries(own.unknown)) {
    for (const [text, rows] of texts) countUnknown(unknown, column as TranslatedColumn, text, rows)
  }
}

/** Columns by which a row is somebody's: one value for all would make them one. */
const identities: readonly string[] = ['memberNo', 'externalId', 'memberId', 'receiptNo', 'email']

/** Labels of the columns of the file that may have one value for many rows, and of those that may be empty. */
export function mendableOf(
  { at }: { at: Readonly<Record<string, number | undefined>> },
  labels: Labels,
  needed: readonly string[],
) {
  const columns = Object.keys(at).filter((column) => !identities.includes(column))
  const labelled = (some: readonly string[]) => some.flatMap((column) => labels[column] ?? [])
  return { valued: labelled(columns), emptied: labelled(Object.keys(at).filter((column) => !needed.includes(column))) }
}
