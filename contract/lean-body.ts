import { z } from 'zod'
import { authored, changesOf, Empty, listInput, listOf, zId, zInt32, zName, zRate, zText, zWord } from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import { publicationStatuses } from './words/common.ts'
import { bodyParts, leanBodyCategories, leanBodyList } from './words/lean-body.ts'
import { moods } from './words/mood.ts'

/** Null: every shop. */
const zShops = z.array(zId).nullable()

/** A video of the on-demand service: its content comes from there, its visibility to members is set here. */
export const LeanBodyRow = z.strictObject({
  id: zId,
  externalId: z.string(),
  title: z.string(),
  imgUrl: z.string().nullable(),
  program: z.string().nullable(),
  instructorName: z.string(),
  category: zWord(leanBodyCategories),
  targetParts: z.array(zWord(bodyParts)),
  /** 1 to 5. */
  intensity: z.int(),
  durationSec: z.int(),
  tags: z.array(z.string()),
  recommendedMoods: z.array(zWord(moods)),
  status: zWord(publicationStatuses),
  sortOrder: z.int(),
  shopIds: zShops,
  /** Number of views, by all members. */
  viewCount: z.int(),
  /** Number of completed views (docs/domain.md, "LEAN BODY"). */
  completionRate: zRate,
  /** The mean of 1 to 5; null without ratings. */
  avgRating: z.number().nullable(),
  ...authored,
})
export type LeanBodyRow = z.output<typeof LeanBodyRow>

export const LeanBody = LeanBodyRow.extend({
  description: z.string().nullable(),
  videoUrl: z.string(),
  /** Kilocalories, approximate. */
  kcal: z.int().nullable(),
  equipment: z.array(z.string()),
  ratingCount: z.int(),
})
export type LeanBody = z.output<typeof LeanBody>

const zTag = zName(20)
const zChosenShops = z
  .array(zId)
  .min(1, { error: 'この項目には店舗を1つ以上選択してください。' })
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, { error: '同じ店舗は1度だけ選択してください。' })
  .nullable()

/** What staff choose; all else comes with the content. */
export const LeanBodyDraft = z.strictObject({
  title: zText(80).pipe(z.string().trim().min(1)),
  description: zText(1000).nullable(),
  tags: z
    .array(zTag)
    .max(10, { error: 'タグは10個までです。' })
    .refine((tags) => new Set(tags).size === tags.length, { error: '同じタグは1度だけ入力してください。' }),
  recommendedMoods: z.array(zWord(moods)).max(4),
  status: zWord(publicationStatuses),
  /** Display order, ascending. */
  sortOrder: zInt32.min(0).max(9999),
  shopIds: zChosenShops,
})
export type LeanBodyDraft = z.input<typeof LeanBodyDraft>

export const leanBody = {
  list: get(
    '/content/lean-body/list',
    'leanBody.read',
    'LEAN BODYのコンテンツの一覧',
    listInput(leanBodyList),
    listOf(LeanBodyRow),
  ),
  choices: get(
    '/content/lean-body/choices',
    'leanBody.read',
    'コンテンツを絞り込むプログラム',
    Empty,
    z.strictObject({ programs: z.array(z.string()) }),
  ),
  get: get('/content/lean-body/:id', 'leanBody.read', 'LEAN BODYのコンテンツの詳細', { id: zId }, LeanBody),
  /** All of them or none: 404 where one is missing, 422 where one may not change to the requested state. */
  bulk: put(
    '/content/lean-body/bulk',
    'leanBody.write',
    'LEAN BODYのコンテンツ（200件まで）の状態と公開店舗をまとめて更新する',
    {
      ids: z.array(zId).min(1, { error: 'コンテンツを選択してください。' }).max(200),
      status: zWord(publicationStatuses).optional(),
      shopIds: zChosenShops.optional(),
    },
    z.strictObject({ changed: z.int(), unchanged: z.int() }),
    { cost: 'exclusive' },
  ),
  update: put(
    '/content/lean-body/:id',
    'leanBody.write',
    'LEAN BODYのコンテンツのうち、こちらで管理する項目を更新する',
    changesOf(LeanBodyDraft),
    LeanBody,
  ),
} satisfies Endpoints
