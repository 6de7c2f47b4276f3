import { z } from 'zod'
import { zDate, zId } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { todayKinds } from './today-lines.ts'

/** What waits for the caller today: only what there is, and only what they may open. */
export const Today = z.strictObject({
  /** The day (in Asia/Tokyo) that the lines are of: what they are counted from follows from it. */
  on: zDate,
  lines: z.array(
    z.strictObject({
      kind: z.enum(todayKinds),
      /** As the list has it that the line opens. */
      count: z.int().min(1),
      /** The oldest day, or the next one, of what is counted; null where the list has no order of days. */
      day: zDate.nullable(),
    }),
  ),
})
export type Today = z.output<typeof Today>

export const today = {
  get: get('/today', 'account.self', '今日、対応を待っているもの', { shopId: zId.optional() }, Today),
} satisfies Endpoints
