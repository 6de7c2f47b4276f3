import { MonthPicker } from '~/components/report/month-picker'
import { NativeSelect } from '~/components/ui/native-select'
import { currentMonth } from '~/lib/dates'
import { lengths, type PeriodSearch, shownMonths } from './period'

interface MonthsPickerProps {
  search: PeriodSearch
  /** The first day with data; undefined while it is not known. */
  first: string | undefined
  onChange: (period: Pick<PeriodSearch, 'month' | 'months'>) => void
  /** Hover or focus on a month, for prefetching. */
  onIntent: (period: Pick<PeriodSearch, 'month' | 'months'>) => void
}

/** The last month of a report, and how many months it shows together. */
export function MonthsPicker({ search, first, onChange, onIntent }: MonthsPickerProps) {
  const { last } = shownMonths(search)
  const upTo = (month: string) => ({ month: month === currentMonth() ? undefined : month, months: search.months })
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <MonthPicker
        month={last}
        first={first?.slice(0, 7)}
        onChange={(month) => onChange(upTo(month) as PeriodSearch)}
        onIntent={(month) => onIntent(upTo(month) as PeriodSearch)}
      />
      <NativeSelect
        aria-label="期間の長さ"
        value={search.months ?? 1}
        onChange={({ target }) => {
          const length = lengths.find((one) => String(one) === target.value)
          onChange({ month: search.month, months: length === 1 ? undefined : length } as PeriodSearch)
        }}
      >
        {lengths.map((length) => (
          <option key={length} value={length}>
            {length === 1 ? '1か月' : `${length}か月間`}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
