import { z } from 'zod'
import {
  Empty,
  listInput,
  listOf,
  pageInput,
  zDate,
  zDateTime,
  zDay,
  zId,
  zInt32,
  zLine,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import {
  blankRules,
  corrections,
  faultActs,
  importFileBytes,
  importKinds,
  importList,
  importOutcomes,
  importPartBytes,
  importStates,
  mostMendedCells,
  previousContracts,
  translatedColumns,
  undoOutcomes,
} from './words/import.ts'
import { contractKinds } from './words/member.ts'

const mostHeadings = 200

/** One of `importColumns` of the file's kind. */
const zColumn = zText(40)
const atMost = (most: number) => (map: object) => Object.keys(map).length <= most

/** Most kinds of equal faults that are answered together. */
const mostGroups = 100

/** How a file is read. */
const ImportAnswers = z.strictObject({
  /** By heading: the column that it is, or null: it is left out. Other headings are found by their names. */
  columns: z.record(zText(200), zColumn.nullable()).refine(atMost(mostHeadings)),
  /** What a cell's text means where it means nothing here: a shop's id, a gender, the name of a plan or a ticket. */
  values: z.partialRecord(zWord(translatedColumns), z.record(zText(500), zText(200)).refine(atMost(500))),
  blanks: zWord(blankRules),
  /** Whether values of the club system are replaced, too. */
  overwrite: z.boolean(),
  /**
   * Of contracts: from when on those of members who have left since are in the file, too. Null: they are not, or nobody
   * has said so.
   */
  leaversFrom: zDay.nullable().optional(),
  /**
   * Of contracts: whether earlier ones without an end, of members who have a later one with this file, end on the day
   * before it begins. Absent: nobody has said so, and where there are some the file is not written.
   */
  previous: zWord(previousContracts).optional(),
  /** Of a workbook: the name of the sheet that is read; absent: the first that is shown. */
  sheet: z.string().max(200).optional(),
  /** Where the file corrects an earlier import: what becomes of that one's rows; absent: they are replaced, none goes. */
  correction: zWord(corrections).optional(),
  /** Of visits, bookings and sales: whether the day of the last row is in the file to its end. */
  isLastDayWhole: z.boolean().optional(),
  /** Digits of a member's number: shorter ones have lost their leading zeros. Absent: as the file itself shows. */
  numberWidth: zInt32.min(2).max(40).optional(),
  /** Faults that are answered for all of their rows: by the column and the reason that the check has named. */
  groups: z
    .array(
      z.strictObject({
        column: zText(40).nullable(),
        reason: zText(500),
        act: zWord(faultActs),
        /** Of `value`: what all of the cells become. */
        text: zText(500).optional(),
      }),
    )
    .max(mostGroups)
    .optional(),
  /** Cells that were mended on the screen: row as spreadsheets count, column from 0. */
  cells: z
    .array(z.strictObject({ row: zInt32.min(2), column: zInt32.min(0).max(mostHeadings), text: zText(500) }))
    .max(mostMendedCells, { error: `画面で直せるのは${mostMendedCells}か所までです。ファイルを直してください。` }),
})
export type ImportAnswers = z.output<typeof ImportAnswers>

const zCounts = z.record(z.string(), z.int())

/** What the check of a file found. */
const ImportResult = z.strictObject({
  /** As staff read it: Shift_JIS・CSV. */
  format: z.string(),
  rows: z.int(),
  headings: z.array(
    z.strictObject({
      heading: z.string(),
      column: zColumn.nullable(),
      /** Known, and of no use here. */
      isElsewhere: z.boolean(),
      samples: z.array(z.string()),
    }),
  ),
  /** Rows that are left out as was answered. */
  left: z.int().optional(),
  counts: z.strictObject({
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    kept: z.int(),
    refused: z.int(),
    stale: z.int(),
    missing: z.int().optional(),
    removed: z.int().optional(),
  }),
  /** Members, or facts, by the column that changes. */
  changes: zCounts,
  /** Rows by the column whose leading zeros were lost, and put back. */
  restored: zCounts,
  /** Numbers that are nobody's here, but with leading zeros are members': how many digits these have, and in how many rows. */
  zeros: z
    .strictObject({
      ...{ width: z.int(), rows: z.int() },
      examples: z.array(z.strictObject({ text: z.string(), memberNo: z.string() })),
    })
    .optional(),
  /** Rows that are new by their numbers, but have reading, birthday and phone of somebody here. */
  alike: z.array(z.strictObject({ row: z.int(), memberNo: z.string() })),
  alikeRows: z.int(),
  /** What a text of a plan or a ticket may mean: the names here. Where some are unknown. */
  names: z.partialRecord(zWord(translatedColumns), z.array(z.string())).optional(),
  /** Of contracts: plans that the file makes, as they will be. */
  newPlans: z
    .array(z.strictObject({ name: z.string(), kind: zWord(contractKinds), withLeanBodyContent: z.boolean() }))
    .optional(),
  /** Of a file that corrects earlier imports: their names, and how many of their rows it changes and no longer has. */
  correction: z
    .strictObject({
      files: z.array(z.string()),
      replaced: z.int(),
      added: z.int(),
      missing: z.int(),
      isReplacing: z.boolean(),
      isRemoving: z.boolean(),
    })
    .optional(),
  /** The day of the last row that is written; of kinds where the importer must confirm that it is whole. */
  lastDay: zDate.nullable().optional(),
  /** Of contracts: earlier ones without an end beside a later one, and those of them that are the club system's. */
  previous: z.strictObject({ contracts: z.int(), ofClubSystem: z.int() }).optional(),
  /** Of a workbook of several sheets: the one that was read. */
  sheet: z
    .strictObject({ name: z.string(), sheets: z.array(z.strictObject({ name: z.string(), isHidden: z.boolean() })) })
    .optional(),
  /** Other kinds that the file has rows of by its headings: of members with their contracts. */
  also: z.array(zWord(importKinds)).optional(),
  /** What staff should know before they import it, as sentences. */
  notes: z.array(z.string()).optional(),
  /** Equal reasons, the most frequent first. */
  faults: z.array(
    z.strictObject({
      ...{ column: z.string().nullable(), reason: z.string(), rows: z.int(), first: z.array(z.int()) },
      /** How all of them can be answered at once. */
      acts: z.array(zWord(faultActs)).optional(),
    }),
  ),
  /** Values that mean nothing here, by column. */
  unknown: z.partialRecord(zWord(translatedColumns), z.array(z.strictObject({ text: z.string(), rows: z.int() }))),
})
export type ImportResult = z.output<typeof ImportResult>

const ListedImport = z.strictObject({
  id: zId,
  kind: zWord(importKinds),
  name: z.string(),
  size: z.int(),
  received: z.int(),
  state: zWord(importStates),
  /** Rows that the running step is done with. */
  done: z.int(),
  /** Rows of the running step; null until they are known. */
  total: z.int().nullable(),
  /** Of the last check. */
  counts: ImportResult.shape.counts.nullable(),
  failure: z.string().nullable(),
  createdBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  createdAt: zDateTime,
  writtenAt: zDateTime.nullable(),
  undoneAt: zDateTime.nullable(),
  expiresAt: zDateTime,
})
export type ListedImport = z.output<typeof ListedImport>

const Import = ListedImport.extend({ answers: ImportAnswers, result: ImportResult.nullable() })
export type Import = z.output<typeof Import>

const ImportRow = z.strictObject({
  row: z.int(),
  outcome: zWord(importOutcomes),
  /** Of the member who changes, or was made. */
  userId: zId.nullable(),
  memberNo: z.string().nullable(),
  name: z.string().nullable(),
  changes: z.array(z.strictObject({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** The column of the fault, as it is named here. */
  column: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who has what was refused; for head office. */
  why: z.string().nullable(),
  cells: z.array(z.string()),
  undo: zWord(undoOutcomes).nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

const byId = { id: zId }

const HereOfKind = z.strictObject({
  kind: zWord(importKinds),
  /** Rows that the reader sees, counted up to `mostCountedRows`; null: without the right to see them. */
  rows: z.int().nullable(),
  /** The days that are known, of the reader's shops together; null: none, or a kind without days. */
  firstOn: zDate.nullable(),
  lastOn: zDate.nullable(),
  /** Shops of the reader of which nothing is known. */
  without: z.array(z.string()),
})

/** What is here already, by kind, for who chooses the next file. */
const Overview = z.strictObject({
  /** Of the reader. */
  shops: z.int(),
  kinds: z.array(HereOfKind),
  /** Shops with contracts of which nobody knows who has left. */
  withoutLeavers: z.array(z.string()),
})
export type ImportOverview = z.output<typeof Overview>

/** The bytes of a part, from the one `start` on. */
const Part = z.strictObject({ id: zId, start: z.string().regex(/^(0|[1-9]\d{0,7})$/), bytes: z.instanceof(Uint8Array) })

const ImportFileDraft = z.strictObject({
  kind: zWord(importKinds),
  name: zLine(200),
  size: zInt32.min(1, { error: 'ファイルが空です。' }).max(importFileBytes, {
    error: 'ファイルが大きすぎます。20MBまでに分けてください。',
  }),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export const fileImport = {
  list: get('/import/list', 'import.run', '取り込みの一覧', listInput(importList), listOf(ListedImport)),
  overview: get('/import/overview', 'import.run', '種類ごとの件数と期間', {}, Overview, { cost: 'heavy' }),
  create: post('/import/file/new', 'import.run', '取り込むファイルを登録する', ImportFileDraft, Import, { rate: 20 }),
  part: put(
    '/import/file/:id/part/:start',
    'import.run',
    'ファイルの一部を送信する',
    Part,
    z.strictObject({ received: z.int() }),
    { bytes: importPartBytes, rate: 60 },
  ),
  get: get('/import/:id', 'import.run', '取り込みの状態と結果', byId, Import),
  rows: get(
    '/import/:id/rows',
    'import.run',
    '取り込みの行ごとの結果',
    {
      ...{ ...byId, ...pageInput, outcome: zWord(importOutcomes).optional() },
      /** As CSV: the whole file as it came, with エラー beside its refused rows, instead of these rows alone. */
      isWholeFile: z.boolean().optional(),
    },
    listOf(ImportRow),
    { csv: { permission: 'import.run' } },
  ),
  /** A file that was not checked yet: its kind becomes what its headings say; where they say nothing, it waits for an answer (failed). */
  findKind: post('/import/:id/kind', 'import.run', 'ファイルの内容を見出しから判断する', byId, Import, { rate: 30 }),
  check: post(
    '/import/:id/check',
    'import.run',
    'ファイルの全行を確認する',
    // `kind`: where it is not what the file was taken for.
    ImportAnswers.extend({ ...byId, kind: zWord(importKinds).optional() }),
    Import,
    { rate: 30 },
  ),
  /** A file of its own with the same bytes, and the answers that hold for both. */
  again: post(
    '/import/:id/again',
    'import.run',
    '送信したファイルを別の内容としても取り込む',
    { ...byId, kind: zWord(importKinds) },
    Import,
    { rate: 20 },
  ),
  release: post('/import/:id/release', 'import.release', '本部の確認待ちのファイルを通す', byId, Import),
  refuse: post('/import/:id/refuse', 'import.release', '本部の確認待ちのファイルを通さない', byId, Import),
  write: post('/import/:id/write', 'import.run', '確認した内容を取り込む', byId, Import),
  undoPreview: get(
    '/import/:id/undo',
    'import.run',
    '取り消した場合の件数',
    byId,
    z.strictObject({ restored: z.int(), later: z.int(), used: z.int(), impossible: z.int() }),
    { cost: 'heavy' },
  ),
  undo: post('/import/:id/undo', 'import.run', '取り込みを取り消す', byId, Import),
  cancel: post('/import/:id/cancel', 'import.run', '確認、取り込み、取り消しを中止する', byId, Import),
  remove: del('/import/:id', 'import.run', '取り込んでいないファイルを削除する', byId, Empty),
} satisfies Endpoints
