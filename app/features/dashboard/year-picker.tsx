import { PeriodPicker } from '~/components/report/period-picker'
import { NativeSelect } from '~/components/ui/native-select'
import { currentYear, yearWith } from '~/lib/period-in-url'
import { yearName } from './year-queries'

const offered = 10

interface Year {
  year: number
  fiscalStartMonth: number
}

interface YearPickerProps {
  value: Year
  /** The first day of the data; undefined while it is not known. */
  first: string | undefined
  /** Whether the first month of the year can be chosen. */
  hasStart: boolean
  onChange: (value: Year) => void
  /** Hover or focus on a year, for prefetching. */
  onIntent: (value: Year) => void
}

/** Previous year, next year or any of the last ten with data, and the year's first month; never a future year. */
export function YearPicker({ value, first, hasStart, onChange, onIntent }: YearPickerProps) {
  const { year, fiscalStartMonth } = value
  const current = currentYear(fiscalStartMonth)
  const firstYear = first === undefined ? 2000 : yearWith(first, fiscalStartMonth)
  const years = Array.from({ length: offered }, (_, index) => current - index).filter((one) => one >= firstYear)
  if (!years.includes(year)) years.push(year)

  // Stays on the current year when its first month changes.
  const begin = (month: number) =>
    onChange({ year: year === current ? currentYear(month) : year, fiscalStartMonth: month })

  const of = (year: number) => ({ year, fiscalStartMonth })
  return (
    <PeriodPicker
      unit="年"
      period={year}
      periods={years.map((one) => [one, yearName(one, fiscalStartMonth)])}
      stepTo={(distance) => {
        const target = year + distance
        return target > current || target < firstYear ? undefined : target
      }}
      onChange={(next) => onChange(of(next))}
      onIntent={(next) => onIntent(of(next))}
      // Its parts wrap together with the screen's other controls.
      className="contents print:hidden"
      selectClass="figures w-30"
    >
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
    </PeriodPicker>
  )
}

/** The calendar year and the 年度 of most companies come first. */
const startMonths = [1, 4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]
