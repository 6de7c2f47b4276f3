import type { ValueOf } from './words.ts'

/** What a change between two periods is taken apart by. */
export const whyDimensions = {
  movement: '動き',
  plan: 'プラン',
  ageBand: '年代',
  tenure: '在籍期間',
  joinRoute: '入会経路',
  shop: '店舗',
  category: '種別',
} as const
export type WhyDimension = ValueOf<typeof whyDimensions>

/** Completed months of membership on the first day of a period. */
export const tenureBands = {
  '0': '3か月未満',
  '3': '3か月以上6か月未満',
  '6': '6か月以上1年未満',
  '12': '1年以上2年未満',
  '24': '2年以上',
  unknown: '在籍期間不明',
} as const
export type TenureBand = ValueOf<typeof tenureBands>

/** What changes 在籍; a 休会 does not, because 在籍 has it. */
export const whyMovements = {
  admissions: '入会',
  transferIn: '転入',
  withdrawals: '退会',
  transferOut: '転出',
} as const
export type WhyMovement = ValueOf<typeof whyMovements>

/** Figures whose change is explained; the labels are those of their cards. */
export const whyFigures = {
  closing: '在籍',
  admissions: '入会',
  withdrawals: '退会',
  netGrowth: '純増減',
  churnRate: '退会率',
  visits: '来館数',
  sales: '売上',
  otherSales: '会費以外の売上',
  fees: '会費',
} as const
export type WhyFigure = ValueOf<typeof whyFigures>

/** Figures of money: only with `report.money`. */
export const whyOfMoney: readonly WhyFigure[] = ['sales', 'otherSales', 'fees']

/** The other period of a comparison. */
export const whyAgainst = {
  previous: '前の期間',
  lastYear: '前年の同じ期間',
  /** Of a week the four weeks before, of a month the three months before. */
  mean: '前の平均',
} as const
export type WhyAgainst = ValueOf<typeof whyAgainst>

/** The group of what belongs to no member of the shops: guests, members of other shops. */
export const noMember = 'none'
/** Visits that are no first visit of a member on a day. */
export const otherVisits = 'rest'
