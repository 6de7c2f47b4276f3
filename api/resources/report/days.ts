import { ApiError } from '#contract/errors.ts'
import { addDays, type Period } from '../../figures/periods.ts'

/** Twelve months at most: the cost must not grow with the request. */
const longest = 366

/** 422 for a period that ends before it begins, or is longer than 12 months. */
export function requirePeriod({ from, to }: Period): void {
  if (to < from) refusePeriod('終了日は開始日以降にしてください。')
  if (to >= addDays(from, longest)) refusePeriod('期間は12か月以内にしてください。')
}

/** 422 at the end of the period. */
export function refusePeriod(text: string): never {
  throw new ApiError('invalid', { fields: { to: text } })
}
