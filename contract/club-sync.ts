import { z } from 'zod'
import { zDateTime, zId, zText, zWord } from './common.ts'
import {
  syncKinds,
  syncPartStates,
  syncResources,
  syncStates,
  translatedFieldNames,
} from './words/club-sync.ts'

// The contract of runs, as the screen 同期 is being built against it at this moment: keep these names and fields, and
// implement them. Endpoints belong to `clubSystem` in club-system.ts, right `sync.run`:
//   sync: get('/club-system/sync') -> ClubSync
//   startSync: post('/club-system/sync/start', {}) -> ClubSync; begins a run, or goes on with a stopped one
//   stopSync: post('/club-system/sync/stop', {}) -> ClubSync
//   answerWord: put('/club-system/sync/word', WordAnswer) -> ClubSync

const SyncPart = z.strictObject({
  resource: zWord(syncResources),
  state: zWord(syncPartStates),
  calls: z.int(),
  /** Calls that it will take, as far as is known. */
  expectedCalls: z.int().nullable(),
  fetched: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Left as a file has brought them. */
  locked: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Rows that were there before and are no longer: a suspicion. */
  goneSuspected: z.int(),
  /** 提供元 and こちら; null until they are known. */
  theirTotal: z.int().nullable(),
  ourTotal: z.int().nullable(),
  sentence: z.string().nullable(),
  /** Why rows were not written, the most frequent first; at most ten. */
  reasons: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
})
export type SyncPart = z.output<typeof SyncPart>

const SyncRun = z.strictObject({
  id: zId,
  kind: zWord(syncKinds),
  state: zWord(syncStates),
  /** Null: by the clock. */
  requestedBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  beganAt: zDateTime,
  endedAt: zDateTime.nullable(),
  /** When it will be over at its present speed; null: not known, or over. */
  endsAt: zDateTime.nullable(),
  sentence: z.string().nullable(),
  parts: z.array(SyncPart),
})
export type SyncRun = z.output<typeof SyncRun>

const UnknownWord = z.strictObject({
  field: zWord(translatedFieldNames),
  word: z.string(),
  /** Rows of the last run that had it. */
  count: z.int(),
  /** A key of `translatedFields[field].words`; null: not answered. */
  answer: z.string().nullable(),
})
export type UnknownWord = z.output<typeof UnknownWord>

export const ClubSync = z.strictObject({
  isConnected: z.boolean(),
  /** Studios that nobody has answered for: their rows are not drawn. Null: not read yet. */
  openStudios: z.int().nullable(),
  /** The run that is not over, or else the last one; null: none yet. */
  run: SyncRun.nullable(),
  /** The ones before it, the newest first; at most twenty. */
  before: z.array(SyncRun.omit({ parts: true, endsAt: true })),
  /** The end of the last run that was 完了 or 部分成功. */
  lastSuccessAt: zDateTime.nullable(),
  /** When the next one begins by itself; null: not connected. */
  nextAt: zDateTime.nullable(),
  words: z.array(UnknownWord),
})
export type ClubSync = z.output<typeof ClubSync>

/** What a word of the club system means; null takes the answer back. */
export const WordAnswer = z.strictObject({
  field: zWord(translatedFieldNames),
  word: zText(200).pipe(z.string().min(1)),
  answer: z.string().nullable(),
})
