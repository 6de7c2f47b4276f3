import { z } from 'zod'
import { zDate, zDateTime, zId, zText, zWord } from './common.ts'
import { zWho } from './people.ts'
import { syncKinds, syncPartStates, syncStates, translatedFieldNames, translatedFields } from './words/club-sync.ts'
import { syncResources } from './words/sync-resources.ts'
import { valuesOf } from './words/words.ts'

const zCount = z.int().nonnegative()
const zPerson = z.strictObject({ id: zId, displayName: z.string() })

const SyncPart = z.strictObject({
  resource: zWord(syncResources),
  state: zWord(syncPartStates),
  calls: zCount,
  /** As far as is known; null: not yet. */
  expectedCalls: zCount.nullable(),
  fetched: zCount,
  created: zCount,
  updated: zCount,
  unchanged: zCount,
  /** Kept as a file has brought them. */
  locked: zCount,
  skipped: zCount,
  failed: zCount,
  /** 提供元 and こちら; null until they are known. */
  theirTotal: zCount.nullable(),
  ourTotal: zCount.nullable(),
  goneSuspected: zCount,
  /** Why rows were not written, with their numbers. */
  reasons: z.array(z.strictObject({ reason: z.string(), rows: zCount })),
  sentence: z.string().nullable(),
})

export const SyncRun = z.strictObject({
  id: zId,
  kind: zWord(syncKinds),
  state: zWord(syncStates),
  /** Null: by the clock, or somebody who is gone. */
  requestedBy: zPerson.nullable(),
  beganAt: zDateTime,
  endedAt: zDateTime.nullable(),
  /** Of a run that is at work, by its pace; null: not to be said yet. */
  expectedEndAt: zDateTime.nullable(),
  sentence: z.string().nullable(),
  parts: z.array(SyncPart),
})
export type SyncRun = z.output<typeof SyncRun>

export const SyncRuns = z.strictObject({
  /** Whether a run may be begun; why not, for staff. */
  refusal: z.string().nullable(),
  /** The one that is not over: at work, or stopped. */
  current: SyncRun.nullable(),
  /** Those that are over, the newest first. */
  past: z.array(SyncRun),
  /** Words that we do not know, those without an answer first. */
  words: z.array(
    z.strictObject({
      field: zWord(translatedFieldNames),
      word: z.string(),
      /** Rows of the last run that had it. */
      rows: zCount,
      answer: z.string().nullable(),
      answeredBy: zPerson.nullable(),
    }),
  ),
})
export type SyncRuns = z.output<typeof SyncRuns>

const zUnreadId = zText(140).pipe(z.string().regex(new RegExp(`^(${valuesOf(syncResources).join('|')})-.`, 'u')))

/** A row of the club system that cannot be read or written. */
export const UnreadRow = z.strictObject({
  /** The kind and the number there: `purchases-123`; rows without a number have one of ours. */
  id: zUnreadId,
  kind: zWord(syncResources),
  /** Null: the row has none that can be read. */
  theirId: z.string().nullable(),
  /** Whose it is, where they are here; null: nobody's, or not known. */
  member: zWho.nullable(),
  reason: z.string(),
  since: zDateTime,
  /** Of a sale, as far as they can be read: its day and sum. */
  day: zDate.nullable(),
  yen: z.int().nullable(),
  /** Who has said that nothing is to be done about it, and why; null: nobody. */
  aside: z.strictObject({ reason: z.string(), by: zPerson.nullable(), at: zDateTime }).nullable(),
})
export type UnreadRow = z.output<typeof UnreadRow>

/** Why nothing is to be done about a row; null takes that back. */
export const RowAside = z.strictObject({ id: zUnreadId, reason: zText(200).pipe(z.string().min(1)).nullable() })

/** What a word means; null takes the answer back. */
export const WordAnswer = z
  .strictObject({
    field: zWord(translatedFieldNames),
    word: zText(100).pipe(z.string().min(1)),
    answer: z.string().max(40).nullable(),
  })
  .refine(({ field, answer }) => answer === null || Object.hasOwn(translatedFields[field].words, answer), {
    path: ['answer'],
    error: 'この項目は、選択肢から選んでください。',
  })
