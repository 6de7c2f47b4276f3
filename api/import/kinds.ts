import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { importColumns } from '#contract/words/import-columns.ts'
import type { Scoped, ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { ComparedRow, Comparing, Comparison, OnRows } from './compared.ts'
import type { FactKind } from './facts/columns.ts'
import { compareFacts } from './facts/compare.ts'
import { correctEarlier, mayCorrect } from './facts/correction.ts'
import { lastDayOf } from './facts/known-days.ts'
import { settleNewPlans } from './facts/new-plans.ts'
import { endPrevious } from './facts/previous.ts'
import { withRemoved } from './facts/removed.ts'
import { factTables } from './facts/tables.ts'
import { undoFacts } from './facts/undo.ts'
import { writeFacts } from './facts/write.ts'
import { lostZeros, type ShortNumber } from './lost-zeros.ts'
import { type ConsentKept, consentNotes } from './mail-consent.ts'
import { compareMembers } from './member-difference.ts'
import { labelOf, memberTable } from './member-fields.ts'
import type { MemberDraft } from './member-rows.ts'
import type { UnknownValues } from './rows.ts'
import { countUndo, type UndoCounts } from './undo.ts'
import { undoMembers } from './undo-members.ts'
import { writeMembers } from './write-members.ts'

/** A file that may correct an earlier one. */
export interface Correcting {
  importId: string
  /** Whose rights the check has; null: the command's. */
  by: string | null
  shops: ShopScope
  /** The person's answer; undefined: none yet. */
  answer: ImportAnswers['correction']
  /** Rows of the file that are refused: any of them may be one that seems to be missing. */
  refused: number
}

/** What an import of one kind of rows does, step by step. */
export interface KindOfRows {
  /** Of a file. */
  mostRows?: number
  /** For one check of one file. */
  compare(db: Db, comparing: Comparing): Promise<Comparison<object>>
  /** The names of a row's JSON, as staff read them. */
  names: readonly string[]
  /** As staff know one of them; null for one that they do not see. */
  labelOf(name: string): string | null
  /** Of a kind whose files correct earlier ones: whether there is one, and what of it the checked file changes. */
  corrections?: {
    may(db: Db, correcting: Correcting): Promise<boolean>
    find(db: Db, correcting: Correcting): Promise<{ found: ImportResult['correction']; replaced: ComparedRow[] } | null>
  }
  /** Of the checked rows that are to be written: the last day up to today, where nobody can know whether it is whole. */
  lastDay?(db: Db, importId: string, today: string): Promise<string | null>
  /** Of the checked rows: what the plans are that they make. */
  newPlans?: typeof settleNewPlans
  /** Of the checked rows: what they do to earlier ones that they replace. */
  previous?(
    db: Db,
    importId: string,
    shops: ShopScope,
    answer: ImportAnswers['previous'],
  ): ReturnType<typeof endPrevious>
  /** The checked rows, in the caller's transaction. `by`: whose rights it has; null: the command's. */
  write(tx: Db, importId: string, shops: ShopScope, now: Date, by: string | null, onRows?: OnRows): Promise<void>
  undo(tx: Db, importId: string, shops: ShopScope, now: Date, by: string | null): Promise<void>
  /** The counts before an undo, with the rights of the transaction's person. */
  countUndo(scoped: Scoped, importId: string, shops: ShopScope, now: Date, by: string): Promise<UndoCounts>
}

/** Every kind, for a process that does all steps. */
export type Kinds = Readonly<Record<ImportKind, KindOfRows>>

const members: KindOfRows = {
  compare: async (db, comparing) => {
    const unknown: UnknownValues = {}
    const kept: ConsentKept = { rows: [], withoutDay: 0 }
    const nobodys: ShortNumber[] = []
    return {
      part: (drafts) =>
        compareMembers(db, drafts as { row: number; draft: MemberDraft }[], { ...comparing, unknown, kept, nobodys }),
      ...{ unknown, names: () => undefined, notes: () => consentNotes(kept) },
      zeros: () => lostZeros(db, nobodys, comparing.shops),
    }
  },
  names: memberTable.fields.map(({ name }) => name),
  labelOf,
  write: (tx, importId, shops, now, by, onRows) => writeMembers(tx, importId, shops, { now, by }, onRows),
  undo: undoMembers,
  countUndo: (scoped, importId, shops) => countUndo(memberTable, scoped, importId, shops),
}

const facts = (kind: FactKind): KindOfRows => {
  const columns: Readonly<Record<string, string>> = importColumns[kind]
  const labels = new Map(factTables[kind].fields.map(({ name, of }) => [name, of ? (columns[of] ?? null) : null]))
  return {
    compare: (db, comparing) => compareFacts(kind, db, comparing) as Promise<Comparison<object>>,
    names: [...labels.keys()],
    labelOf: (name) => labels.get(name) ?? null,
    corrections: {
      may: (db, correcting) => mayCorrect(kind, db, correcting),
      find: (db, correcting) => correctEarlier(kind, db, correcting),
    },
    lastDay: (db, importId, today) => lastDayOf(kind, db, importId, today),
    ...(kind === 'contract' && { newPlans: settleNewPlans, previous: endPrevious }),
    write: (tx, importId, shops, now, _, onRows) => writeFacts(kind, tx, importId, shops, now, onRows),
    undo: (tx, importId, shops) => undoFacts(kind, tx, importId, shops),
    countUndo: async (scoped, importId, shops) => {
      const table = factTables[kind]
      return withRemoved(await countUndo(table, scoped, importId, shops), table, scoped, importId, shops)
    },
  }
}

/** Staff are written by the verbs of their noun (api/nouns.ts). */
export const kindsOfRows: Omit<Kinds, 'staff'> = {
  member: members,
  contract: facts('contract'),
  ticket: facts('ticket'),
  visit: facts('visit'),
  booking: facts('booking'),
  sale: facts('sale'),
  bill: facts('bill'),
}
