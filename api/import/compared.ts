import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import type { ImportOutcome } from '#contract/words/import.ts'
import type { ShopScope } from '../context.ts'
import type { Fault, UnknownValues } from './rows.ts'

// What a comparison of a file's rows with what is here answers, for all kinds.

/** What becomes of a row that is not as it is here already, or is as another import has written it. */
export interface ComparedRow {
  row: number
  outcome: Exclude<ImportOutcome, 'stale'> | 'confirmed'
  /** The member who changes; of a fact its member. */
  memberId?: string
  /** The row of the kind's table. */
  factId?: number
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Names whose values are as the file has them; of a new row that may replace another all names of the file. */
  confirmed?: string[]
  fault?: Omit<Fault, 'row'>
  /**
   * What of the row must be unique in the chain and is nobody's in these shops: whether it is refused or not tells of
   * other shops. Absent for whoever sees them all.
   */
  asked?: string
  /** Who has the value for which the row is refused; shown to head office alone. */
  why?: string
}

export interface Compared {
  rows: ComparedRow[]
  unchanged: number
  /** Rows that are new by their numbers, but have the reading, birthday and phone of somebody here. */
  alike: ImportResult['alike']
}

export interface Comparing {
  /** Whose rights the check has; null: the command's. */
  by: string | null
  /** Whose rows may be changed. */
  shops: ShopScope
  /** Whether values of the club system are replaced. */
  overwrite: boolean
  /** Whether new rows store which names the file has: they may replace others. */
  keepsSaid?: boolean
  /** The meanings that staff have given to names. */
  values: ImportAnswers['values']
}

/** Compares the rows of one file, part by part. */
export interface Comparison<Draft> {
  part(drafts: readonly { row: number; draft: Draft }[]): Promise<Compared>
  /** Unknown names, found so far. */
  unknown: UnknownValues
  /** The choices for unknown names. */
  names(): ImportResult['names']
  /** After the last part: whether numbers that are nobody's have lost their zeros. */
  zeros?(): Promise<ImportResult['zeros'] | null>
  /** Sentences for staff, after the last part. */
  notes(): string[]
}

/** Called with the number of rows that are done so far. */
export type OnRows = (done: number) => Promise<void>
