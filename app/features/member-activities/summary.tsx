import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ActivitySummary } from '#contract/activity.ts'
import { mostActivityDays } from '#contract/words/activity.ts'
import { SeriesChart } from '~/components/charts/series-chart'
import { ScreenHead } from '~/components/screen-head'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { inputClass } from '~/components/ui/input-class'
import { Skeleton } from '~/components/ui/skeleton'
import { formatCount, formatDecimal, formatPercent } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { ActivityTabs } from './activity-tabs'
import { daysText, minutesText, nameOf } from './labels'
import { type ActivitySearch, shownDays, summaryQuery } from './queries'

interface SummaryProps {
  search: ActivitySearch
  onSearchChange: (next: ActivitySearch) => void
}

/** Summary of these days: total viewing, top contents, and time of day. */
export function Summary({ search, onSearchChange }: SummaryProps) {
  const { shops, label } = useSelectedShop(search.shop)
  const { data, error, refetch } = useQuery(summaryQuery(search, shops))
  return (
    <div className="space-y-4 px-4 pb-3 sm:px-6 print:p-0">
      <ScreenHead
        title="会員の利用状況"
        lead={`${label} ${daysText(shownDays(search))}`}
        tabs={<ActivityTabs search={search} />}
        actions={<Days search={search} onSearchChange={onSearchChange} />}
      />
      {data && (data.member || data.content) && (
        <ul aria-label="絞り込み" className="flex flex-wrap gap-2">
          {data.member && (
            <Narrowed onRemove={() => onSearchChange({ ...search, userId: undefined })}>
              会員: {nameOf(data.member)}
            </Narrowed>
          )}
          {data.content && (
            <Narrowed onRemove={() => onSearchChange({ ...search, contentId: undefined })}>
              コンテンツ: {data.content.title}
            </Narrowed>
          )}
        </ul>
      )}
      {data ? (
        <>
          <Figures summary={data} />
          <div className="grid gap-4 lg:grid-cols-2">
            <Hours summary={data} period={`${label}の${daysText(data)}`} />
            <Ranking summary={data} search={search} />
          </div>
        </>
      ) : error ? (
        <FailedState title="利用状況の集計を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="space-y-4">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-24" />
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  )
}

/** Period picker; drops the first days of a period that is too long. */
function Days({ search, onSearchChange }: SummaryProps) {
  const { from, to } = shownDays(search)
  const change = (next: Partial<ActivitySearch>) => onSearchChange({ ...search, from, to, ...next })
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 text-sm print:hidden">
      <legend className="sr-only">期間（{mostActivityDays}日まで）</legend>
      <DayInput label="開始日" value={from} onChange={(day) => change({ from: day })} />
      <span aria-hidden>〜</span>
      <DayInput label="終了日" value={to} onChange={(day) => change({ to: day })} />
      <span className="text-xs text-muted-foreground">{mostActivityDays}日まで</span>
    </fieldset>
  )
}

interface DayInputProps {
  label: string
  value: string
  onChange: (day: string) => void
}

const DayInput = ({ label, value, onChange }: DayInputProps) => (
  <input
    type="date"
    aria-label={label}
    value={value}
    required
    onChange={({ target }) => target.value !== '' && onChange(target.value)}
    className={cn(inputClass, 'w-auto px-2')}
  />
)

const Narrowed = ({ onRemove, children }: { onRemove: () => void; children: ReactNode }) => (
  <li className="inline-flex items-center rounded-full bg-accent pl-3 text-sm">
    {children}
    <button
      type="button"
      aria-label="この条件を外す"
      onClick={onRemove}
      className="grid size-8 place-items-center rounded-full text-muted-foreground hover:text-foreground"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  </li>
)

function Figures({ summary }: { summary: ActivitySummary }) {
  const { activeMembers, viewCount, watchedSec, completionRate, avgRating } = summary
  const figures = [
    ['視聴した会員', `${formatCount(activeMembers)}名`],
    ['再生数', `${formatCount(viewCount)}回`],
    ['視聴時間', minutesText(watchedSec)],
    ['完了率', formatPercent(completionRate)],
    ['評価', formatDecimal(avgRating)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {figures.map(([label, text]) => (
        <div key={label} className="rounded-lg border bg-card px-4 py-3 shadow-card">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="figures mt-1 text-xl font-semibold">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const hourText = (hour: number | string) => `${hour}時台`

/** Viewings by hour of the day, as a chart or a table. */
function Hours({ summary: { hours, viewCount }, period }: { summary: ActivitySummary; period: string }) {
  const [asTable, setAsTable] = useState(false)
  const title = `${period}の時間帯ごとの再生数`
  const shareOf = (count: number) => formatPercent(viewCount === 0 ? null : count / viewCount)
  const table = (
    <table className="w-full text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col" className="border-b py-1.5 text-left font-medium">
            時間帯
          </th>
          <th scope="col" className="border-b py-1.5 text-right font-medium">
            再生数
          </th>
          <th scope="col" className="border-b py-1.5 text-right font-medium">
            割合
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.map((count, hour) => (
          <tr key={hourText(hour)}>
            <th scope="row" className="figures border-b py-1 text-left font-normal">
              {hourText(hour)}
            </th>
            <td className="figures border-b py-1 text-right">{formatCount(count)}回</td>
            <td className="figures border-b py-1 text-right">{shareOf(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>時間帯ごとの再生数</CardTitle>
        <Button variant="outline" onClick={() => setAsTable(!asTable)} className="print:hidden">
          {asTable ? 'グラフで見る' : '表で見る'}
        </Button>
      </CardHeader>
      <CardContent>
        {asTable ? (
          table
        ) : (
          <SeriesChart
            points={hours.map((count, hour) => ({
              key: String(hour),
              label: String(hour),
              name: hourText(hour),
              values: { count },
              note: `割合 ${shareOf(count)}`,
            }))}
            series={[{ key: 'count', label: '再生数', as: 'bar', tone: 1 }]}
            label={`${title}。数値は「表で見る」で確認できます。`}
            format={(count) => `${formatCount(count)}回`}
            formatMark={formatCount}
            table={table}
          />
        )}
      </CardContent>
    </Card>
  )
}

/** Most watched contents, each linked to its viewers. */
function Ranking({ summary: { contents }, search }: { summary: ActivitySummary; search: ActivitySearch }) {
  const most = Math.max(1, ...contents.map(({ viewCount }) => viewCount))
  const { shop, from, to, userId } = search
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>よく見られたコンテンツ</CardTitle>
      </CardHeader>
      <CardContent>
        {contents.length === 0 ? (
          <p className="py-6 text-sm text-muted-foreground">この期間の視聴はありません。</p>
        ) : (
          <table className="w-full table-fixed text-sm">
            <caption className="sr-only">再生数の多いコンテンツ</caption>
            <thead>
              <tr>
                <th scope="col" className="border-b py-1.5 text-left font-medium">
                  コンテンツ
                </th>
                <th scope="col" className="w-20 border-b py-1.5 text-right font-medium">
                  再生数
                </th>
                <th scope="col" className="w-24 border-b py-1.5 text-right font-medium max-sm:hidden">
                  視聴時間
                </th>
                <th scope="col" className="w-20 border-b py-1.5 text-right font-medium">
                  完了率
                </th>
              </tr>
            </thead>
            <tbody>
              {contents.map(({ id, title, viewCount, watchedSec, completionRate }) => (
                <tr key={id}>
                  <th scope="row" className="border-b py-1.5 pr-3 text-left font-normal">
                    <Link
                      to="/lean-body/member-activities"
                      search={{ shop, from, to, userId, contentId: id }}
                      className="line-clamp-2 font-medium underline-offset-4 hover:underline"
                    >
                      {title}
                    </Link>
                    <span
                      aria-hidden
                      className="mt-1 block h-1.5 rounded-xs bg-chart-bar"
                      style={{ width: `${(viewCount / most) * 100}%` }}
                    />
                  </th>
                  <td className="figures border-b py-1.5 text-right">{formatCount(viewCount)}回</td>
                  <td className="figures border-b py-1.5 text-right max-sm:hidden">{minutesText(watchedSec)}</td>
                  <td className="figures border-b py-1.5 text-right">{formatPercent(completionRate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </CardContent>
    </Card>
  )
}
