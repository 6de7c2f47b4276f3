import type { PeriodReport, Reach } from '#contract/report.ts'
import { type FactKind, factKinds } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import { formatDate } from '~/lib/dates'

/** Why figures of the period are 「–」 or of a part of it: the kinds of facts without data for all of its days. */
export function unknownKinds(reach: Reach, { from, to }: PeriodReport): string[] {
  const reasonOf = (kind: FactKind) => {
    const days = reach[kind]
    if (days === undefined) return null
    if (days === null) return 'ありません'
    if (days.from > from) return `${formatDate(days.from)}からです`
    return days.to < to ? `${formatDate(days.to)}までです` : null
  }
  const kinds = Map.groupBy(valuesOf(factKinds), reasonOf)
  return [...kinds].flatMap(([reason, alike]) =>
    reason === null ? [] : `${alike.map((kind) => factKinds[kind]).join('・')}のデータは${reason}。`,
  )
}

/** Which data of the period are missing; nothing where all are there. */
export function Unknown({ stats: { reach }, report }: { stats: { reach: Reach }; report: PeriodReport }) {
  const sentences = unknownKinds(reach, report)
  if (sentences.length === 0) return null
  return (
    <p className="figures rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
      {sentences.join('')}データのない期間の数値は「–」で、比較しません。
    </p>
  )
}
