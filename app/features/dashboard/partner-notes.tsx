import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { addMonths, currentMonth } from '~/lib/dates'

/** The last month that is over on the day (in Asia/Tokyo) of the data, YYYY-MM. */
export const lastMonthOver = (dataAsOf: string) =>
  addMonths(currentMonth(new Date(Date.parse(dataAsOf) + 86_400_000)), -1)

/** Explains why the figures are rounded and few. */
export const RoundNote = () => (
  <p className="rounded-md bg-muted px-4 py-2.5 text-sm text-muted-foreground">
    終わった月の会員数と来館数を、5単位の概数（約）で表示しています。丸めの幅を超えない差は「ほぼ同じ」、5名未満の項目と、まだ終わっていない月は「–」です。
  </p>
)

interface NotOverProps {
  title: string
  /** The month or year that can be shown instead, as in 2026年10月; absent without any. */
  instead: string | undefined
  onShowInstead: () => void
}

/** Shown for a period whose figures are not available yet. */
export const NotOver = ({ title, instead, onShowInstead }: NotOverProps) => (
  <EmptyState title={title}>
    {instead && (
      <Button variant="outline" size="lg" onClick={onShowInstead}>
        {instead}を見る
      </Button>
    )}
  </EmptyState>
)
