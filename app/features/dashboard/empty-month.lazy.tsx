import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'

interface EmptyMonthProps {
  month: string
  onShowMonth: ((month: string) => void) | undefined
}

/** A month of which nothing is recorded yet: leads to one that has figures. */
export default function EmptyMonth({ month, onShowMonth }: EmptyMonthProps) {
  const current = currentMonth()
  const other = month === current ? addMonths(month, -1) : current
  return (
    <EmptyState title={`${formatMonth(month)}のデータはまだありません`}>
      <p>この月の会員・来館・売上の記録がありません。</p>
      {onShowMonth && (
        <Button variant="outline" size="lg" onClick={() => onShowMonth(other)}>
          {formatMonth(other)}を見る
        </Button>
      )}
    </EmptyState>
  )
}
