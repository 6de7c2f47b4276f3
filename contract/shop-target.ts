import { z } from 'zod'
import { zId, zInt32, zVersion } from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import { MonthlyTargets } from './shop.ts'
import { mostTargetMonths } from './words/shop-target.ts'

/** YYYY-MM */
const zMonth = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'この項目には2000年から2099年までの月を指定してください。' })
/** People or whole yen; null: none of its own, so that the shop's targets of every month hold. */
const zTarget = zInt32.min(0).nullable()

export const ShopTargetDraft = z.strictObject({
  admission: zTarget,
  withdrawalMax: zTarget,
  sales: zTarget,
  closingMembers: zTarget,
})
export type ShopTargetDraft = z.output<typeof ShopTargetDraft>

export const ShopTarget = ShopTargetDraft.extend({
  shopId: zId,
  month: zMonth,
  /** Null: nothing of the month was ever entered. */
  version: zInt32.nullable(),
})
export type ShopTarget = z.output<typeof ShopTarget>

const ShopYear = z.strictObject({
  shop: z.strictObject({ id: zId, name: z.string() }),
  /** 月次目標 of every month without its own. */
  standing: MonthlyTargets.nullable(),
  /** Twelve, the oldest first. */
  months: z.array(ShopTarget),
})
export type ShopYear = z.output<typeof ShopYear>

/** 月次目標 by month (decision 0113). `month`: the first of twelve. */
export const shopTarget = {
  year: get(
    '/shop-target',
    'shop.write',
    '担当範囲の店舗の12か月の月次目標',
    { shopId: zId.optional(), month: zMonth },
    z.strictObject({ months: z.array(zMonth), shops: z.array(ShopYear) }),
  ),
  /** All of them or none. Of a month all four or none. `seen`: the version that was changed; null: nothing was there. */
  save: put(
    '/shop-target',
    'shop.write',
    `店舗の月ごとの月次目標（${mostTargetMonths}か月分まで）をまとめて登録・更新する`,
    {
      data: z
        .array(ShopTargetDraft.extend({ shopId: zId, month: zMonth, seen: zVersion.nullable() }))
        .min(1)
        .max(mostTargetMonths),
    },
    z.strictObject({ list: z.array(ShopTarget) }),
  ),
} satisfies Endpoints
