import { Link } from '@tanstack/react-router'
import type { Reach } from '#contract/report-head.ts'
import { type FactKind, factKinds } from '#contract/words/report.ts'
import { useCan } from '~/auth/session'
import { formatDate } from '~/lib/dates'

/** The part of a report's request that says which days it covers. */
export type RequestedDays = Partial<{
  from: string | null
  to: string | null
  year: number
  month: number
  months: number
  fiscalStartMonth: number
}>

const firstOf = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)

/** The days of a report with those of the year before, with which they are compared; null where they are not known. */
export function comparedDays({ from, to, year, month, months = 1, fiscalStartMonth }: RequestedDays) {
  if (from && to) return { from: `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`, to }
  if (year === undefined) return null
  const first = month ?? fiscalStartMonth ?? 1
  const length = month === undefined ? 12 : 1
  return { from: firstOf(year - 1, first - months + 1), to: firstOf(year, first + length) }
}

const mostShops = 5

/** The kinds of facts that some shops do not know, each with these shops. */
export function missingShops({ missing }: Pick<Reach, 'missing'>, days: { from: string; to: string } | null): string[] {
  const shown = missing.filter((one) => days === null || (one.from <= days.to && days.from <= one.to))
  const shopsOf = (kind: FactKind) => {
    const shops = shown
      .filter((one) => one.kind === kind)
      .map(({ shopName, from, to }) => `${shopName}（${formatDate(from)}〜${formatDate(to)}）`)
    return shops.length > mostShops
      ? `${shops.slice(0, mostShops).join('、')}、ほか${shops.length - mostShops}件`
      : shops.join('、')
  }
  const kinds = Map.groupBy(new Set(shown.map(({ kind }) => kind)), shopsOf)
  return [...kinds].map(
    ([shops, alike]) => `${alike.map((kind) => factKinds[kind]).join('・')}のデータがない店舗: ${shops}。`,
  )
}

interface MissingShopsProps {
  reach: Reach
  request: RequestedDays
}

/** Which shops keep figures of several shops from being known, and the way to those of the others. */
export default function MissingShops({ reach, request }: MissingShopsProps) {
  const can = useCan()
  const sentences = missingShops(reach, comparedDays(request))
  if (sentences.length === 0) return null
  return (
    <p className="figures mb-4 rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
      {sentences.join('')}その日を含む数値は、合わせた店舗では「–」です。
      {can('report.analysis') && (
        <>
          ほかの店舗の数値は
          <Link to="/statistics/shops" className="font-medium text-primary underline-offset-4 hover:underline">
            店舗比較
          </Link>
          で見られます。
        </>
      )}
    </p>
  )
}
