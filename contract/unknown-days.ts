import type { FirstYears, Reach } from './report-head.ts'
import { type FactKind, factKinds } from './words/report.ts'
import { valuesOf } from './words/words.ts'

interface Days {
  from: string
  to: string
}

const slashed = (date: string) => date.replaceAll('-', '/')
const moved = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const daysText = ({ from, to }: Days) => (from === to ? slashed(from) : `${slashed(from)}〜${slashed(to)}`)

/**
 * Which data of these kinds a period lacks, a sentence for those that are alike; none where every day is known. What
 * screens, print and files say of the same report.
 */
export function unknownDays(
  reach: Reach,
  { from, to }: Days,
  kinds: readonly FactKind[] = valuesOf(factKinds),
): string[] {
  const reasonOf = (kind: FactKind) => {
    const days = reach[kind]
    if (days === undefined) return null
    if (days === null) return 'ありません。'
    const first = days.from > from ? `${slashed(days.from)}から` : ''
    const last = days.to < to ? `${slashed(days.to)}まで` : ''
    if (!first && !last) return null
    const unknown =
      days.from > to || days.to < from
        ? [{ from, to }]
        : [...(first ? [{ from, to: moved(days.from, -1) }] : []), ...(last ? [{ from: moved(days.to, 1), to }] : [])]
    return `${first}${last}です（${unknown.map(daysText).join('、')}は分かりません）。`
  }
  const alike = Map.groupBy(kinds, reasonOf)
  return [...alike].flatMap(([reason, group]) =>
    reason === null ? [] : `${group.map((kind) => factKinds[kind]).join('・')}のデータは${reason}`,
  )
}

/** How the figures of such a period are counted. */
export const unknownRule =
  '人数・件数・金額は、データのある日だけの合計です。期首や率など、すべての日のデータが必要な数値は「–」です。'

/** Which joiners 1年LTV rests on, where only a part of its twelve months is known; null where all are. */
export function firstYearsNote(firstYears: FirstYears | null | undefined): string | null {
  if (!firstYears || firstYears.isWhole) return null
  const named = (day: string) => `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月`
  const [first, last] = [named(firstYears.from), named(firstYears.to)]
  return `${first === last ? first : `${first}〜${last}`}の入会だけ`
}
