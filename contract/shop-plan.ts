import { z } from 'zod'
import { changesOf, listInput, listOf, zDateTime, zId, zLine, zVersion, zWord, zYen } from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { publicationStatuses } from './words/common.ts'
import { genders } from './words/member.ts'
import { planCategories, shopPlanList } from './words/shop.ts'

export const ShopPlan = z.strictObject({
  id: zId,
  externalId: z.int().nullable(),
  shopId: zId,
  shopName: z.string(),
  code: z.string(),
  name: z.string(),
  category: zWord(planCategories),
  isSuspensionPlan: z.boolean(),
  withLeanBodyContent: z.boolean(),
  status: zWord(publicationStatuses),
  /** Absent without the right to money, as the other two amounts. */
  priceMonthly: zYen.optional(),
  priceFirstMonth: zYen.nullable().optional(),
  admissionFee: zYen.nullable().optional(),
  minMonths: z.int().nullable(),
  limitPerMonth: z.int().nullable(),
  /** 0 Sunday; null: every day. */
  usableDow: z.array(z.int().min(0).max(6)).nullable(),
  /** HH:mm; either may be open. */
  usableFrom: z.string().nullable(),
  usableTo: z.string().nullable(),
  genderLimit: zWord(genders).nullable(),
  ageMin: z.int().nullable(),
  ageMax: z.int().nullable(),
  /** Members with this plan on the data date, as the members list counts them; for an option its holders. */
  contractorCount: z.int(),
  lastSyncedAt: zDateTime.nullable(),
  version: zVersion,
})
export type ShopPlan = z.output<typeof ShopPlan>

export const ShopPlanDetail = ShopPlan.extend({
  updatedBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  updatedAt: zDateTime.nullable(),
  /** The plan that it was joined with, and until when they can be two again. */
  joined: z.strictObject({ id: zId, name: z.string(), until: zDateTime }).nullable(),
  /** Plans that were joined with this one. */
  joinedHere: z.array(z.strictObject({ id: zId, name: z.string() })),
  /** The plan's members in the caller's shops, and what switching withLeanBodyContent would do. */
  leanBody: z.strictObject({
    /** Their flag follows the plan. */
    following: z.int(),
    /** Their flag was set by hand and is kept. */
    locked: z.int(),
    /** Members who would gain, and lose, the contents if the plan's flag were switched. */
    wouldGain: z.int(),
    wouldLose: z.int(),
  }),
})
export type ShopPlanDetail = z.output<typeof ShopPlanDetail>

/** The current plan, and the members whose flag changed with it. */
export const ChangedShopPlan = ShopPlanDetail.extend({
  changed: z.strictObject({ gained: z.int(), lost: z.int(), locked: z.int() }),
})
export type ChangedShopPlan = z.output<typeof ChangedShopPlan>

/** What is managed here; the rest is the club system's. */
const ShopPlanDraft = z.strictObject({ withLeanBodyContent: z.boolean() })

/** What a plan that was registered here is. */
export const ShopPlanFactsDraft = z.strictObject({
  name: zLine(100),
  category: zWord(planCategories),
  priceMonthly: zYen.min(0).max(9_999_999),
  status: zWord(publicationStatuses),
})

export type ShopPlanFactsDraft = z.input<typeof ShopPlanFactsDraft>

const listed = { ...listInput(shopPlanList), shopId: zId.optional() }

export const shopPlan = {
  list: get('/shop/plan/list', 'plan.read', '担当範囲のプランの一覧', listed, listOf(ShopPlan)),
  get: get('/shop/plan/:id', 'plan.read', 'プランの詳細', { id: zId }, ShopPlanDetail),
  update: put(
    '/shop/plan/:id',
    'plan.write',
    'プランのLEAN BODYを切り替え、固定されていない会員を合わせる',
    changesOf(ShopPlanDraft),
    ChangedShopPlan,
  ),
  updateFacts: put(
    '/shop/plan/:id/facts',
    'plan.write',
    'こちらで登録したプランの名前・会員種別・月会費・状態を更新する',
    changesOf(ShopPlanFactsDraft),
    ShopPlanDetail,
  ),
  joinPreview: get(
    '/shop/plan/:id/join',
    'plan.write',
    '統合した場合に移る契約と会員の数',
    { id: zId, into: zId },
    z.strictObject({ contracts: z.int(), members: z.int() }),
  ),
  join: post(
    '/shop/plan/:id/join',
    'plan.write',
    'こちらで登録したプランを、同じ店舗の別のプランに統合する',
    { id: zId, version: zVersion, into: zId },
    ShopPlanDetail,
  ),
  separate: post(
    '/shop/plan/:id/separate',
    'plan.write',
    '統合したプランを元に戻す',
    { id: zId, version: zVersion },
    ShopPlanDetail,
  ),
} satisfies Endpoints
