import type { Ltv } from '#contract/report-ltv.ts'
import { firstYearsNote } from '#contract/unknown-days.ts'

/** Whose first year 1年LTV is of, as in a definition. */
export function joinersOf(firstYears: Ltv['firstYears']): string {
  const note = firstYearsNote(firstYears)
  return note === null
    ? '12〜24か月前に入会した会員'
    : `12〜24か月前に入会した会員のうち、入会と退会が分かる会員（${note}）`
}
