import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { AnswerOf } from '#contract/names.ts'
import { visitSources } from '#contract/words/member-record.ts'
import { ShopName } from '~/auth/record-links'
import { Heatmap } from '~/components/heatmap/heatmap'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { Button } from '~/components/ui/button'
import { formatDateTime, todayInTokyo, weekdayName } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { withOffset } from './offset'
import { Panel } from './panel'
import { pageLength, type TabSearch, visitsQuery } from './queries'
import { type TabColumn, TabTable } from './tab-table'
import { hourGrid } from './visit-hours'
import { reportWeek, YearCalendar } from './year-calendar'

type MemberVisits = AnswerOf<'member.visits'>
type Visit = MemberVisits['list'][number]

interface VisitsProps {
  userId: string
  search: TabSearch
  onSearchChange: (search: TabSearch) => void
}

/** Visits of a member: year calendar, weekday and hour, and list. */
export function Visits({ userId, search, onSearchChange }: VisitsProps) {
  const query = useQuery({ ...visitsQuery(userId, search), placeholderData: keepPreviousData })
  const queryClient = useQueryClient()
  // Renders the calendar first, the rest right after.
  const isBelowDrawn = useDeferredValue(true, false)
  const ofYear = (year: number): TabSearch => ({ ...withOffset(search, undefined), year })
  return (
    <TabState query={query} noun="来館">
      {(answer) => (
        <div className="space-y-4">
          <Panel
            title="来館カレンダー"
            actions={
              <YearSteps
                answer={answer}
                onYear={(year) => onSearchChange(ofYear(year))}
                onIntent={(year) => void queryClient.prefetchQuery(visitsQuery(userId, ofYear(year)))}
              />
            }
          >
            <p className="figures mb-3 text-sm">
              {answer.days.length === 0
                ? `${answer.year}年の来館はありません。`
                : `${answer.year}年の来館日数 ${formatCount(answer.days.length)}日`}
            </p>
            <YearCalendar year={answer.year} days={answer.days} today={todayInTokyo()} />
          </Panel>
          {isBelowDrawn && answer.hours.length > 0 && <Hours answer={answer} />}
          {isBelowDrawn && answer.paging.total > 0 && (
            <Panel title="来館の記録">
              <TabTable label={`${answer.year}年の来館の記録`} rows={answer.list} columns={columns} />
              <TabPages
                paging={answer.paging}
                size={pageLength}
                onPage={(offset) => onSearchChange(withOffset(search, offset))}
              />
            </Panel>
          )}
        </div>
      )}
    </TabState>
  )
}

interface YearStepsProps {
  answer: MemberVisits
  onYear: (year: number) => void
  onIntent: (year: number) => void
}

/** From the first year with a visit to the last one. */
function YearSteps({ answer: { year, firstYear, lastYear }, onYear, onIntent }: YearStepsProps) {
  const step = (target: number) => {
    const isPossible = target >= Math.min(firstYear, year) && target <= Math.max(lastYear, year)
    const intent = () => isPossible && onIntent(target)
    return {
      'aria-disabled': !isPossible || undefined,
      onClick: () => isPossible && onYear(target),
      onPointerEnter: intent,
      onFocus: intent,
    }
  }
  return (
    <div className="flex items-center gap-2 print:hidden">
      <Button variant="outline" size="icon" aria-label="前の年" {...step(year - 1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <span aria-live="polite" className="figures min-w-14 text-center text-sm font-medium">
        {year}年
      </span>
      <Button variant="outline" size="icon" aria-label="次の年" {...step(year + 1)}>
        <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}

/** The year's visits by weekday and hour. */
function Hours({ answer: { year, hours } }: { answer: MemberVisits }) {
  const [asTable, setAsTable] = useState(false)
  const grid = hourGrid(hours)
  const count = (value: number | null) => (value === null ? '–' : formatCount(value))
  const label = `${year}年の曜日と時間帯ごとの来館回数`
  return (
    <Panel
      title="来館の曜日と時間帯"
      actions={
        <Button variant="outline" onClick={() => setAsTable(!asTable)} className="print:hidden">
          {asTable ? 'グラフで見る' : '表で見る'}
        </Button>
      }
    >
      {asTable ? (
        <TabTable
          label={label}
          rows={grid.rows.map(({ dow, values }) => ({ id: String(dow), values }))}
          columns={[
            { id: 'dow', label: '曜日', cell: ({ id }) => weekdayName(Number(id)) },
            ...grid.hours.map((hour, at) => ({
              id: String(hour),
              label: `${hour}時台`,
              align: 'right' as const,
              cell: ({ values }: { values: number[] }) => count(values[at] || null),
            })),
          ]}
        />
      ) : (
        <Heatmap
          label={`${label}。数値は「表で見る」で確認できます。`}
          rows={grid.rows.map(({ dow, values }) => ({ key: String(dow), label: weekdayName(dow), values }))}
          columns={grid.hours.map(String)}
          highest={grid.highest}
          format={(value) => (value === 0 ? '' : count(value))}
          describeCell={({ row, column }) => {
            const { dow, values } = grid.rows[row] ?? { dow: reportWeek[0] ?? 1, values: [] }
            return `${weekdayName(dow)}曜 ${grid.hours[column]}時台 ${formatCount(values[column] ?? 0)}回`
          }}
        />
      )}
    </Panel>
  )
}

const columns: TabColumn<Visit>[] = [
  {
    id: 'enteredAt',
    // Another name: the tab is narrow.
    label: '入館',
    className: 'whitespace-nowrap',
    cell: ({ enteredAt }) => formatDateTime(enteredAt),
  },
  {
    id: 'leftAt',
    // Another name: the tab is narrow.
    label: '退館',
    className: 'whitespace-nowrap',
    cell: ({ leftAt }) => (leftAt ? formatDateTime(leftAt).slice(-5) : '–'),
  },
  { id: 'shop', label: '店舗', className: 'whitespace-nowrap', cell: ({ shop }) => <ShopName shop={shop} isQuiet /> },
  // Another name: the tab is narrow.
  { id: 'source', label: '記録', className: 'whitespace-nowrap', cell: ({ source }) => visitSources[source] },
]
