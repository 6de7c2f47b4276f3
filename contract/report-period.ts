import { z } from 'zod'
import { zId } from './common.ts'

/** The first month of the chain's fiscal year; the only choice for trading partners. */
export const yearStart = 1

/** A report's shop and period: with `month` that month, otherwise the year from `fiscalStartMonth`. */
export const reportPeriod = {
  /** Omitted: every shop the caller may see. */
  shopId: zId.optional(),
  year: z.int().min(2000).max(2100),
  month: z.int().min(1).max(12),
  /** With 4, `year` is the 年度: April to March of the next year. */
  fiscalStartMonth: z.int().min(1).max(12).default(yearStart),
}
