import { z } from 'zod'
import { zDate, zId } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { todayKinds } from './today-lines.ts'

/** The caller's open tasks today; only non-empty lines, and only those they may open. */
export const Today = z.strictObject({
  /** The day (in Asia/Tokyo) of the lines; their counts depend on it. */
  on: zDate,
  lines: z.array(
    z.strictObject({
      kind: z.enum(todayKinds),
      /** The total of the list that the line opens. */
      count: z.int().min(1),
      /** The oldest day, or the next one, of what is counted; null for lists where that is expensive. */
      day: zDate.nullable(),
      /** Of a single report that is missing: its shop, whose form of that day the line opens. */
      shopId: zId.optional(),
    }),
  ),
})
export type Today = z.output<typeof Today>

export const today = {
  get: get('/today', 'account.self', '今日、対応を待っているもの', { shopId: zId.optional() }, Today, {
    cost: 'heavy',
  }),
} satisfies Endpoints
