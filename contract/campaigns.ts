import { z } from 'zod'
import { zDate, zId, zRate, zWord } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { Share } from './report-shops.ts'
import { joinRoutes } from './words/member.ts'
import { campaignEffects } from './words/shop-cost.ts'

/** A value with its 95 % interval, unrounded; null where it is not known. */
const zRanged = z.strictObject({ value: zRate, low: zRate, high: zRate })

/** What it costs to win a member, and until when that is paid back. */
const payback = {
  /** 獲得コスト in yen: cost ÷ joiners; null without either. */
  acquisition: zRate,
  /** Months until contributions have paid it; null where a cost or the survival is not known. */
  payback: zRate,
  /** All of it is known, and it is not paid within the months of the curve. */
  isUnrecovered: z.boolean(),
}

const Campaign = z.strictObject({
  campaign: z.string(),
  /** First days of the first and the last of the twelve months with its costs, or without any with its joiners. */
  from: zDate,
  to: zDate,
  /** Named parts of the 広告費, in yen; null: none. */
  cost: z.int().nullable(),
  joined: zCount,
  /** All 入会 of these months, of the shops that know them now and a year before, and of the same months then. */
  admissions: zCount,
  before: zCount,
  /** What chance allows: those of the year before × the growth of the other months; null where these are too few. */
  usual: z.strictObject({ low: zRate, high: zRate }),
  effect: zWord(campaignEffects),
  /** Of its joiners whose three months are over, who left within them; and of the others of the same months. */
  early: Share,
  others: Share,
  /** Whether the two differ by more than chance, as one of the campaigns; both of 20 people at least. */
  isEarlyBeyondChance: z.boolean(),
  /** Its joiners that 獲得コスト divides by: of its months, in the shops that have named a cost for it. */
  paidJoined: z.int(),
  ...payback,
})
export type Campaign = z.output<typeof Campaign>

export const Campaigns = z.strictObject({
  /** The first and the last day of the twelve months. */
  requestInfo: z.strictObject({ shopId: zId.nullable(), from: zDate, to: zDate }),
  ...reportHead,
  /** Those of them that the data reach; null: none. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  /** Twelve, the oldest first: 入会, and those of the month a year before, of the shops that know both. */
  months: z.array(z.strictObject({ month: zDate, admissions: zCount, before: zCount })),
  /** Those with joiners or costs in the twelve months, the most joiners first; joiners are null where no joiner has one. */
  campaigns: z.array(Campaign),
  /** 入会 by 入会経路, and the parts of the 広告費 that name it. */
  routes: z.array(
    z.strictObject({
      route: zWord({ ...joinRoutes, unknown: '不明' }),
      joined: zCount,
      cost: z.int().nullable(),
      /** Joiners of the shops' months that name it, which 獲得コスト divides by. */
      paidJoined: z.int(),
      acquisition: zRate,
    }),
  ),
  /** Of the months in which every open shop has entered it and 入会 are known: 広告費, its named parts, 入会, and how many months. */
  ads: z.strictObject({ yen: z.int(), named: z.int(), joined: z.int(), months: z.int() }).nullable(),
  ...payback,
  /** 予測LTV × margin: what a member leaves; and that ÷ 獲得コスト. */
  ltv: zRanged,
  returnOnCost: zRanged,
})
export type Campaigns = z.output<typeof Campaigns>
