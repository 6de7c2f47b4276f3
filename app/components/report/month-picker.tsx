import { useDeferredValue } from 'react'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { PeriodPicker } from './period-picker'

const offered = 36

interface MonthPickerProps {
  month: string
  /** The first one with data; undefined while it is not known. */
  first?: string | undefined
  /** The last one that can be chosen; omitted: the current one. */
  last?: string
  /** What a month is called, where its figures are of other days; omitted: 2026年11月. */
  nameOf?: (month: string) => string
  onChange: (month: string) => void
  /** Hover or focus on a month, for prefetching. */
  onIntent: (month: string) => void
}

/** Previous month, next month, or any month of the last three years; none in the future or before the first data. */
export function MonthPicker({
  month,
  first = '',
  last = currentMonth(),
  nameOf,
  onChange,
  onIntent,
}: MonthPickerProps) {
  const months = Array.from({ length: offered }, (_, index) => addMonths(last, -index)).filter((one) => one >= first)
  if (!months.includes(month)) months.push(month)
  const options = useDeferredValue(months, [month])

  return (
    <PeriodPicker
      unit="月"
      period={month}
      periods={options.map((one) => [one, (nameOf ?? formatMonth)(one)])}
      stepTo={(distance) => {
        const target = addMonths(month, distance)
        return target <= last && target >= first ? target : undefined
      }}
      onChange={onChange}
      onIntent={onIntent}
      className="flex items-center gap-1.5 print:hidden"
      selectClass={cn('figures', nameOf ? 'max-w-64' : 'w-34')}
    />
  )
}
