import type { ReactNode } from 'react'
import type { Fact, SeriesChartProps } from '~/components/charts/series'
import { SeriesChart } from '~/components/charts/series-chart'
import { formatDate, shortDay } from '~/lib/dates'
import { daysToName } from './period'

interface DayChartProps<Row extends { date: string }> extends Omit<SeriesChartProps, 'points' | 'namedKeys'> {
  /** One row per day of the period. */
  rows: readonly Row[]
  valuesOf: (row: Row) => Record<string, number | null>
  /** Tooltip of a day; null if nothing was logged. */
  factsOf: (row: Row) => readonly Fact[] | null
  table: ReactNode
}

/** Chart by day. */
export function DayChart<Row extends { date: string }>({ rows, valuesOf, factsOf, ...chart }: DayChartProps<Row>) {
  const dates = rows.map(({ date }) => date)
  const points = rows.map((row) => {
    const facts = factsOf(row)
    return {
      ...{ key: row.date, label: shortDay(row.date), name: formatDate(row.date), values: valuesOf(row) },
      ...{ facts: facts ?? [], ...(!facts && { note: '記録なし' }) },
    }
  })
  return <SeriesChart {...chart} points={points} namedKeys={(most) => daysToName(dates, most)} />
}
