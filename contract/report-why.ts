import { z } from 'zod'
import { zDate, zId, zWord } from './common.ts'
import { reportDays, reportHead } from './report-head.ts'
import { whyAgainst, whyDimensions, whyFigures } from './words/why.ts'

const zDays = z.strictObject({ from: zDate, to: zDate })
const Side = z.strictObject({ people: z.int(), value: z.number() })

/** What one group contributes to the change: `mix` + `rate` = `total`, and Σ `total` = the change. */
export const WhyPart = z.strictObject({
  /** A plan's code, an age band, a band of 在籍期間, a route, a shop's id, or `none` and `rest`. */
  key: z.string(),
  label: z.string(),
  before: Side,
  after: Side,
  /** 構成: by the number of people; of a rate by their share. Whole people, visits and yen; rates 0–1, unrounded. */
  mix: z.number(),
  /** 率: by each person. */
  rate: z.number(),
  total: z.number(),
  /** Whether the group's own change is within chance, as one of the groups of its dimension; null: not judged. */
  isChance: z.boolean().nullable(),
})
export type WhyPart = z.output<typeof WhyPart>

export const Why = z.strictObject({
  requestInfo: z.strictObject({
    shopId: zId.nullable(),
    from: zDate,
    to: zDate,
    figure: zWord(whyFigures),
    against: zWord(whyAgainst),
  }),
  ...reportHead,
  /** The counted days; null before the data. */
  period: zDays.nullable(),
  /** The days that they are compared with, to the same day while the period is open. */
  comparedWith: zDays.nullable(),
  /**
   * Of 入会 and 退会 of an open period: its days to the last, of which `before` and `after` have what is known too, each as known
   * on the last day of `period` and `comparedWith`. Null otherwise.
   */
  ahead: z.strictObject({ period: zDays, comparedWith: zDays }).nullable(),
  /** So many weeks, or months, of which `before` is the mean; null: it is of those days as a whole. */
  meanOf: z.int().nullable(),
  /** Null, as the one below, where a day of either period is not known or still to be counted, or without a denominator. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** Whether the whole change is within chance; null: not judged, or not known. */
  isChance: z.boolean().nullable(),
  /** The parts of each dimension, always in one order; those with a single group are left out. Null where it is not known. */
  dimensions: z.array(z.strictObject({ dimension: zWord(whyDimensions), parts: z.array(WhyPart) })).nullable(),
  /** The dimension that explains the most; プラン where no part is beyond chance, 動き of 在籍. Null without dimensions. */
  opensWith: zWord(whyDimensions).nullable(),
})
export type Why = z.output<typeof Why>

export const whyInput = {
  ...reportDays,
  figure: zWord(whyFigures),
  against: zWord(whyAgainst).default('previous'),
}
