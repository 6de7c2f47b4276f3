import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { currentYear, yearName } from './year-queries'

const offered = 10

interface Year {
  year: number
  fiscalStartMonth: number
}

interface YearPickerProps {
  value: Year
  /** Whether the first month of the year can be chosen. */
  hasStart: boolean
  onChange: (value: Year) => void
  /** Hover or focus on a year, for prefetching. */
  onIntent: (value: Year) => void
}

/** Previous year, next year or any of the last ten, and the year's first month; never a future year. */
export function YearPicker({ value, hasStart, onChange, onIntent }: YearPickerProps) {
  const { year, fiscalStartMonth } = value
  const current = currentYear(fiscalStartMonth)
  const years = Array.from({ length: offered }, (_, index) => current - index)
  if (!years.includes(year)) years.push(year)

  const step = (distance: number) => {
    const target = { year: year + distance, fiscalStartMonth }
    const intent = () => target.year <= current && onIntent(target)
    const disabled = target.year > current || target.year < 2000
    return { onClick: () => onChange(target), onPointerEnter: intent, onFocus: intent, disabled }
  }

  // Stays on the current year when its first month changes.
  const begin = (month: number) =>
    onChange({ year: year === current ? currentYear(month) : year, fiscalStartMonth: month })

  return (
    // Its parts wrap together with the screen's other controls.
    <fieldset className="contents print:hidden">
      <legend className="sr-only">対象年</legend>
      <Button variant="outline" size="icon" aria-label="前の年" {...step(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <NativeSelect
        aria-label="対象年"
        value={year}
        onChange={(event) => onChange({ year: Number(event.target.value), fiscalStartMonth })}
        className="figures w-30"
      >
        {years.map((one) => (
          <option key={one} value={one}>
            {yearName(one, fiscalStartMonth)}
          </option>
        ))}
      </NativeSelect>
      <Button variant="outline" size="icon" aria-label="次の年" {...step(1)}>
        <ChevronRight aria-hidden />
      </Button>
      {hasStart && (
        <NativeSelect
          aria-label="期間の始まり"
          value={fiscalStartMonth}
          onChange={(event) => begin(Number(event.target.value))}
        >
          {startMonths.map((month) => (
            <option key={month} value={month}>
              {month === 1 ? '暦年（1月〜12月）' : `年度（${month}月〜${month - 1}月）`}
            </option>
          ))}
        </NativeSelect>
      )}
    </fieldset>
  )
}

/** The calendar year and the 年度 of most companies come first. */
const startMonths = [1, 4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]
