import { z } from 'zod'
import { ClubMerge, MergeAnswers, MergeChoice, MergeRow, WaitingMerge } from './club-merge.ts'
import { RowAside, SyncRuns, UnreadRow, WordAnswer } from './club-sync.ts'
import { listInput, listOf, zDateTime, zId, zText, zVersion, zWord } from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { visibleCode } from './invisible.ts'
import { zCode } from './second-factor.ts'
import { ShopFactsDraft } from './shop.ts'
import { mergeList, mergeRowList } from './words/club-merge.ts'
import {
  brandCodeOf,
  connectionStates,
  instructorChoices,
  isBrandCode,
  studioAnswers,
  studioChoices,
} from './words/club-system.ts'
import { unreadRowList } from './words/unread-row.ts'

const zBrandCode = zText(100)
  .transform((text) => brandCodeOf(visibleCode(text)))
  .pipe(
    z.string().refine(isBrandCode, {
      error: 'この項目は、半角の英小文字・数字・ハイフンの2文字から40文字で入力してください。',
    }),
  )

/** A number or word by which the club system knows a record of its own. */
const zTheirId = zText(64).pipe(z.string().min(1))

const zAddresses = z.strictObject({ api: z.string(), admin: z.string() })

export const ClubSystem = z.strictObject({
  /** Settings that the operator of the server has not made yet; empty: it may be connected. */
  missing: z.array(z.string()),
  /** The demo's made-up people are here, so no real club may come beside them. */
  holdsDemo: z.boolean(),
  /** Of the club system, or of its files without any connection. */
  hasRuns: z.boolean(),
  /** Whether the caller can confirm with a code. */
  hasSecondFactor: z.boolean(),
  /** What is entered at the club system as the address to come back to. */
  redirectUri: z.string(),
  /** The addresses of a brand code, with `{brand}` in its place. */
  addresses: zAddresses,
  connection: z
    .strictObject({
      state: zWord(connectionStates),
      brandCode: z.string(),
      connectedAt: zDateTime,
      connectedBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
      version: zVersion,
    })
    .nullable(),
  /** Where the club system tells of changes; null: not connected. */
  webhook: z
    .strictObject({
      address: z.string(),
      /** False: the operator has not said where this installation is found from outside. */
      isPublic: z.boolean(),
      /** When the last one was accepted. */
      lastAt: zDateTime.nullable(),
    })
    .nullable(),
})
export type ClubSystem = z.output<typeof ClubSystem>

const Studio = z.strictObject({
  id: z.string(),
  name: z.string(),
  code: z.string().nullable(),
  /** Answered here, and no longer at the club system. */
  isGone: z.boolean(),
  /** Null: not answered yet. */
  choice: zWord(studioAnswers).nullable(),
  shop: z.strictObject({ id: zId, name: z.string() }).nullable(),
})

const Instructor = z.strictObject({
  id: z.string(),
  name: z.string(),
  isGone: z.boolean(),
  choice: zWord(instructorChoices).nullable(),
  staff: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
})

export const ClubSystemMapping = z.strictObject({
  /** Null: nothing was connected yet. */
  brandCode: z.string().nullable(),
  /** Why the club system was not read, so that only what was answered is here; null: it was. */
  failure: z.string().nullable(),
  studios: z.array(Studio),
  instructors: z.array(Instructor),
  shops: z.array(z.strictObject({ id: zId, code: z.string(), name: z.string() })),
  staff: z.array(z.strictObject({ id: zId, displayName: z.string() })),
  /** Of the connection; null where there is none. */
  version: zVersion.nullable(),
})
export type ClubSystemMapping = z.output<typeof ClubSystemMapping>

/** Answers to be changed; null takes one back. What is not named stays. */
export const MappingDraft = z.strictObject({
  studios: z
    .array(
      z.strictObject({
        id: zTheirId,
        choice: zWord(studioChoices).nullable(),
        /** With the choice `shop`. */
        shopId: zId.nullable(),
        /** With the choice `new`: what it is registered with. */
        shop: ShopFactsDraft.nullable(),
      }),
    )
    .max(500),
  instructors: z
    .array(
      z.strictObject({
        id: zTheirId,
        choice: zWord(instructorChoices).nullable(),
        /** With the choice `staff`. */
        staffId: zId.nullable(),
      }),
    )
    .max(500),
})
export type MappingDraft = z.input<typeof MappingDraft>

/** Limited, because codes could be guessed here. */
const guarded = { repeatable: true, rate: 10 } as const

export const clubSystem = {
  get: get('/club-system', 'sync.run', '会員管理システムとの接続の状態', {}, ClubSystem),
  begin: post(
    '/club-system/begin',
    'sync.run',
    '会員管理システムとの接続を始める',
    { brandCode: zBrandCode, code: zCode },
    /** Where the club system asks whether we may. */
    z.strictObject({ address: z.string() }),
    guarded,
  ),
  finish: post(
    '/club-system/callback',
    'sync.run',
    '会員管理システムの許可を受け取り、接続する',
    { state: zText(200), authorizationCode: zText(4000).pipe(z.string().min(1)) },
    ClubSystem,
    guarded,
  ),
  disconnect: post(
    '/club-system/disconnect',
    'sync.run',
    '会員管理システムとの接続を解除する',
    { code: zCode },
    ClubSystem,
    guarded,
  ),
  webhookSecret: post(
    '/club-system/webhook-secret',
    'sync.run',
    '通知の受け取りの秘密鍵を表示する',
    {},
    z.strictObject({ secret: z.string() }),
    { onlyReads: true, ...guarded },
  ),
  mapping: get('/club-system/mapping', 'sync.run', '会員管理システムとの対応付け', {}, ClubSystemMapping, {
    /** Each one asks the club system. */
    rate: 30,
  }),
  saveMapping: put(
    '/club-system/mapping',
    'sync.run',
    '会員管理システムとの対応付けを保存する',
    MappingDraft.extend({ version: zVersion.optional() }),
    ClubSystemMapping,
  ),
  runs: get('/club-system/runs', 'sync.run', '会員管理システムからの取得の状況', {}, SyncRuns),
  startRun: post(
    '/club-system/runs/start',
    'sync.run',
    '会員管理システムからの取得を始める、または再開する',
    {},
    SyncRuns,
  ),
  stopRun: post('/club-system/runs/stop', 'sync.run', '会員管理システムからの取得を止める', {}, SyncRuns),
  unread: get(
    '/club-system/unread/list',
    'sync.run',
    '会員管理システムから読めない行の一覧',
    listInput(unreadRowList),
    listOf(UnreadRow),
  ),
  setAside: post(
    '/club-system/unread/aside',
    'sync.run',
    '読めない行を、理由を添えて対応不要にする',
    RowAside,
    UnreadRow,
  ),
  merge: get(
    '/club-system/merge',
    'sync.run',
    '取り込んだデータと会員管理システムの突き合わせの状況',
    {},
    ClubMerge.nullable(),
  ),
  merges: get(
    '/club-system/merge/list',
    'sync.run',
    '回答を待つ、取り込んだデータと会員管理システムの突き合わせ',
    listInput(mergeList),
    listOf(WaitingMerge),
  ),
  mergeRows: get(
    '/club-system/merge/rows',
    'sync.run',
    '突き合わせで回答が必要な行の一覧',
    listInput(mergeRowList),
    listOf(MergeRow),
  ),
  compareSample: post(
    '/club-system/merge/sample',
    'sync.run',
    '取り込んだデータと会員管理システムの一部を比べる',
    {},
    ClubMerge.nullable(),
    guarded,
  ),
  chooseMerge: post(
    '/club-system/merge/choose',
    'sync.run',
    '取り込んだデータをどう扱うかを選び、取得を始める',
    MergeChoice,
    ClubMerge.nullable(),
  ),
  answerMerge: post(
    '/club-system/merge/answer',
    'sync.run',
    '突き合わせの組に回答する',
    MergeAnswers,
    ClubMerge.nullable(),
  ),
  takeBackMerge: post(
    '/club-system/merge/take-back',
    'sync.run',
    '会員管理システムから反映したデータを、反映前に戻す',
    {},
    ClubMerge.nullable(),
  ),
  answerWord: post('/club-system/words', 'sync.run', '会員管理システムの言葉の意味に回答する', WordAnswer, SyncRuns),
} satisfies Endpoints
