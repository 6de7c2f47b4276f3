import { z } from 'zod'
import { zDateTime, zId, zText, zWord } from './common.ts'
import { syncKinds, syncPartStates, syncStates, translatedFieldNames, translatedFields } from './words/club-sync.ts'
import { syncResources } from './words/sync-resources.ts'

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
