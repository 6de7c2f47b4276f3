import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'

const offered = 36

interface MonthPickerProps {
  month: string
  onChange: (month: string) => void
  /** Hover or focus on a month, for prefetching. */
  onIntent: (month: string) => void
}

/** Previous month, next month, or any month of the last three years; never a future month. */
export function MonthPicker({ month, onChange, onIntent }: MonthPickerProps) {
  const current = currentMonth()
  const months = Array.from({ length: offered }, (_, index) => addMonths(current, -index))
  if (!months.includes(month)) months.push(month)
  const options = useDeferredValue(months, [month])

  const step = (distance: number) => {
    const target = addMonths(month, distance)
    const intent = () => target <= current && onIntent(target)
    return { onClick: () => onChange(target), onPointerEnter: intent, onFocus: intent, disabled: target > current }
  }

  return (
    <fieldset className="flex items-center gap-1.5 print:hidden">
      <legend className="sr-only">対象月</legend>
      <Button variant="outline" size="icon" aria-label="前の月" {...step(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <NativeSelect
        aria-label="対象月"
        value={month}
        onChange={(event) => onChange(event.target.value)}
        className="figures w-34"
      >
        {options.map((one) => (
          <option key={one} value={one}>
            {formatMonth(one)}
          </option>
        ))}
      </NativeSelect>
      <Button variant="outline" size="icon" aria-label="次の月" {...step(1)}>
        <ChevronRight aria-hidden />
      </Button>
    </fieldset>
  )
}
