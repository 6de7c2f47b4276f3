import { z } from 'zod'
import { Campaigns } from './campaigns.ts'
import { zDate, zId, zInt32, zName, zVersion, zWord } from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import { reportHead } from './report-head.ts'
import { joinRoutes } from './words/member.ts'

/** YYYY-MM */
const zMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
/** Whole yen; null: not entered, which is never 0. */
const zCost = z.int().min(0).max(2_000_000_000).nullable()

/** A part of a month's 広告費 by what it was spent on: a campaign, the 入会経路 that it brings people by, or both. */
const AdPart = z
  .strictObject({
    campaign: zName(100).nullable(),
    route: zWord(joinRoutes).nullable(),
    yen: z.int().min(0).max(2_000_000_000),
  })
  .refine(({ campaign, route }) => campaign !== null || route !== null, {
    error: 'この項目には、キャンペーンか入会経路を指定してください。',
  })
export type AdPart = z.output<typeof AdPart>

/** 広告費の内訳: named parts of `ads`, never added to it; what no part names is left without a name. */
const zAdParts = z.array(AdPart).max(40)

const costs = { labor: zCost, ads: zCost, rent: zCost, other: zCost }

export const ShopCostDraft = z.strictObject({ ...costs, adParts: zAdParts })
export type ShopCostDraft = z.input<typeof ShopCostDraft>

export const ShopCost = ShopCostDraft.extend({
  shopId: zId,
  month: zMonth,
  /** Null: nothing of the month was ever entered. */
  version: zInt32.nullable(),
})
export type ShopCost = z.output<typeof ShopCost>

/** A figure of yen; null where something of it is not known. */
const zYenOrNull = z.int().nullable()

const ProfitMonth = z.strictObject({
  month: zMonth,
  /** Of all shops in question; null where one has not entered it. */
  ...costs,
  costs: zYenOrNull,
  netSales: zYenOrNull,
  admissions: z.int().nullable(),
  /** Net sales − costs. */
  profit: zYenOrNull,
  /** 獲得コスト: 広告費 ÷ 入会; null also without 入会. */
  acquisition: z.number().nullable(),
  /** 客単価: net sales ÷ 稼働会員. */
  arpu: z.number().nullable(),
  /**
   * 回収月数: until 客単価 × margin of those who are still members has paid 獲得コスト; null where a cost or the survival is
   * not known, or where it is not paid within the months of the curve.
   */
  payback: z.number().nullable(),
  /** All of it is known, and it is not paid within the months of the curve. */
  isUnrecovered: z.boolean(),
  /** Shops that were open in the month, and how many of them have not entered every kind. */
  shops: z.int(),
  missingShops: z.int(),
  missing: z.array(zId),
  /** Of the shops that have entered every kind, where others have not; null where none or all have. */
  entered: z.strictObject({ costs: z.int(), profit: zYenOrNull }).nullable(),
})
export type ProfitMonth = z.output<typeof ProfitMonth>

export const Profit = z.strictObject({
  /** The first and the last day of the twelve months. */
  requestInfo: z.strictObject({ shopId: zId.nullable(), from: zDate, to: zDate }),
  ...reportHead,
  /** Those of them that the data reach; null: none. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  /** Twelve, the oldest first. */
  months: z.array(ProfitMonth),
})
export type Profit = z.output<typeof Profit>

/** 費用と損益 (decision 0093). `month`: the last of twelve. */
export const shopCost = {
  year: get(
    '/shop-cost',
    'cost.read',
    '店舗の12か月の費用',
    { shopId: zId, month: zMonth },
    // `campaigns`: of those who joined in these months, and of the parts; in the order of their names.
    z.strictObject({ months: z.array(ShopCost), campaigns: z.array(z.string()) }),
  ),
  profit: get(
    '/shop-cost/profit',
    'cost.read',
    '12か月の費用と損益',
    { shopId: zId.optional(), month: zMonth },
    Profit,
    { csv: { permission: 'report.export' }, cost: 'exclusive' },
  ),
  campaigns: get(
    '/shop-cost/campaigns',
    'cost.read',
    '12か月のキャンペーンと獲得コスト',
    { shopId: zId.optional(), month: zMonth },
    Campaigns,
    { csv: { permission: 'report.export' }, cost: 'exclusive' },
  ),
  save: put(
    '/shop-cost',
    'cost.write',
    '店舗の1か月の費用を登録・更新する',
    // `seen`: the version that was changed; null: nothing was entered yet. Without `adParts` those of before stay.
    ShopCostDraft.extend({
      ...{ shopId: zId, month: zMonth, seen: zVersion.nullable(), adParts: zAdParts.optional() },
    }),
    ShopCost,
  ),
} satisfies Endpoints
