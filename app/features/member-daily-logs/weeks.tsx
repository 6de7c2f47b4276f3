import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DailyLogSummary } from '#contract/daily-log.ts'
import { isApiError } from '#contract/errors.ts'
import { smallestGroup } from '#contract/permissions.ts'
import {
  type HealthcareKey,
  healthcareType,
  type LogKind,
  logKinds,
  otherMedians,
  type WeekCount,
  type WeekMedian,
  weekCounts,
  weekMedians,
} from '#contract/words/daily-log.ts'
import { type Mood, moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import { InfoTip } from '~/components/report/info-tip'
import { ScrollBox } from '~/components/scroll-box'
import { EmptyState, FailedState, StaleNotice } from '~/components/states'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { ShopNotFound } from '~/shop/shop-not-found'
import { pathOf } from './kind-tabs'
import { type LogSearch, weeksQuery } from './queries'

type Group = DailyLogSummary['groups'][number]
type Week = Group['weeks'][number]

interface WeeksProps {
  kind: LogKind
  search: LogSearch
  shopId: string | undefined
}

const rule = `1週間（月曜日から日曜日まで）が終わるごとに、一度だけ集計します。
人数は${smallestGroup}名単位に丸めています。${smallestGroup}名未満の人数と、ほかの数値から差し引いて求められる数値は表示しません。
期間の一部だけの週も、1週間分をまとめて表示します。`

/** Published weekly counts of a shop; of several shops the total, and the last week of each. */
export function Weeks({ kind, search, shopId }: WeeksProps) {
  const { data, error, refetch } = useQuery(weeksQuery(kind, search, shopId))
  if (error && !data && isApiError(error) && error.code === 'not_found') return <ShopNotFound />
  if (error && !data) {
    return <FailedState title="日次ログの集計を表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div role="status" className="space-y-4">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  const together = data.groups.find(({ shop }) => shop === null)
  const shops = data.groups.filter(({ shop }) => shop !== null)
  const alone = together ?? (shops.length === 1 ? shops[0] : undefined)
  const hasMedians = data.groups.some(({ weeks }) => mediansIn(weeks).length > 0)
  const hasWeeks = data.groups.some(({ weeks }) => weeks.length > 0)
  return (
    <div className="space-y-4">
      {error && <StaleNotice of="集計" error={error} onRetry={() => void refetch()} className="" />}
      <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted-foreground">
        <span>
          人数は{smallestGroup}名単位です。＊は{smallestGroup}名未満のため非表示です。
          {hasMedians && '値は、会員ごとの平均の中央値です。'}
        </span>
        <InfoTip label="集計のしかた" text={rule} />
      </p>
      {!hasWeeks ? (
        <EmptyState title="集計できる週がまだありません">
          <p>週の集計は、日曜日が終わったあとに表示します。前の週は、期間を変えると表示できます。</p>
        </EmptyState>
      ) : (
        <>
          {alone && <GroupWeeks kind={kind} group={alone} />}
          {shops.length > 1 && <ShopsLastWeek kind={kind} shops={shops} search={search} />}
        </>
      )}
    </div>
  )
}

/** Placeholder for a figure withheld because it covers too few people. */
const Hidden = () => (
  <>
    <span aria-hidden className="text-muted-foreground">
      ＊
    </span>
    <span className="sr-only">{smallestGroup}名未満のため非表示</span>
  </>
)

const People = ({ count }: { count: number | null }) =>
  count === null ? <Hidden /> : `${count === 0 ? '' : '約'}${formatCount(count)}名`

const weekText = ({ from, to }: Pick<Week, 'from' | 'to'>) =>
  `${from.slice(5).replace('-', '/')}〜${to.slice(5).replace('-', '/')}`

const labelOf = (key: WeekMedian) =>
  key in otherMedians ? otherMedians[key as keyof typeof otherMedians] : healthcareType(key as HealthcareKey)

function medianText(key: WeekMedian, value: number): string {
  const places = String(weekMedians[key]).split('.')[1]?.length ?? 0
  return places === 0 ? formatCount(value) : value.toFixed(places)
}

/** Medians published for at least one week, in the fixed order. */
const mediansIn = (weeks: readonly Week[]) =>
  (Object.keys(weekMedians) as WeekMedian[]).filter((key) =>
    weeks.some(({ medians }) => medians.some((one) => one.key === key)),
  )
const countsIn = (weeks: readonly Week[]) =>
  valuesOf(weekCounts).filter((key) => weeks.some(({ counts }) => counts.some((one) => one.key === key)))

const countOf = ({ counts }: Week, key: WeekCount) => counts.find((one) => one.key === key)?.people ?? null
const medianOf = ({ medians }: Week, key: WeekMedian) => medians.find((one) => one.key === key)

/** A mood's share of all loggers, as a whole per cent; null if withheld. */
function moodShare(week: Week, mood: Mood): number | null {
  const people = countOf(week, mood)
  const all = week.loggers
  return people === null || !all ? null : Math.min(1, people / all)
}
const percent = (share: number) => `約${Math.round(share * 100)}%`

const MedianCell = ({ week, metric }: { week: Week; metric: WeekMedian }) => {
  const median = medianOf(week, metric)
  if (!median || median.value === null) return <Hidden />
  return (
    <>
      {medianText(metric, median.value)} {labelOf(metric).unit}
      <span className="ml-1.5 text-xs text-muted-foreground">n={median.people}</span>
    </>
  )
}

const CountCell = ({ week, count }: { week: Week; count: WeekCount }) => {
  const share = count === 'fever' ? null : moodShare(week, count)
  return (
    <>
      <People count={countOf(week, count)} />
      {share !== null && <span className="ml-1.5 text-xs text-muted-foreground">{percent(share)}</span>}
    </>
  )
}

const heading = 'h-9 border-b px-2 text-xs font-medium whitespace-nowrap text-muted-foreground'
const cell = 'figures border-b px-2 py-1.5 whitespace-nowrap'

/** Sticky while scrolling. */
const stuck = 'sticky left-0 z-10 bg-card print:static'

interface FigureTableProps {
  /** Caption for screen readers. */
  caption: string
  first: string
  rows: { key: string; head: ReactNode; week: Week }[]
}

/** A row per week or shop: consents, loggers, and their values. */
function FigureTable({ caption, first, rows }: FigureTableProps) {
  const weeks = rows.map(({ week }) => week)
  const counts = countsIn(weeks)
  const medians = mediansIn(weeks)
  return (
    <ScrollBox label={caption}>
      <table className="w-full text-sm print:text-[8.5pt]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={cn(heading, stuck, 'text-left')}>
              {first}
            </th>
            <th scope="col" className={cn(heading, 'text-right')}>
              同意
            </th>
            <th scope="col" className={cn(heading, 'text-right')}>
              記録あり
            </th>
            {counts.map((key) => (
              <th key={key} scope="col" className={cn(heading, 'text-right')}>
                {weekCounts[key]}
              </th>
            ))}
            {medians.map((key) => (
              <th key={key} scope="col" className={cn(heading, 'text-right')}>
                {labelOf(key).label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, week }) => (
            <tr key={key}>
              <th scope="row" className={cn(cell, stuck, 'text-left font-normal')}>
                {head}
              </th>
              <td className={cn(cell, 'text-right')}>
                <People count={week.consented} />
              </td>
              <td className={cn(cell, 'text-right')}>
                <People count={week.loggers} />
              </td>
              {counts.map((count) => (
                <td key={count} className={cn(cell, 'text-right')}>
                  <CountCell week={week} count={count} />
                </td>
              ))}
              {medians.map((metric) => (
                <td key={metric} className={cn(cell, 'text-right')}>
                  <MedianCell week={week} metric={metric} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Weeks of one or all shops, latest first. */
function GroupWeeks({ kind, group: { shop, weeks } }: { kind: LogKind; group: Group }) {
  const name = shop?.name ?? '全店舗'
  return (
    <Card>
      <CardHeader>
        <CardTitle>{name}の週ごとの集計</CardTitle>
      </CardHeader>
      <CardContent>
        <div className={cn('grid gap-6', kind === 'condition' && 'lg:grid-cols-[minmax(15rem,1fr)_minmax(0,auto)]')}>
          {kind === 'condition' && <MoodBars weeks={weeks} />}
          <FigureTable
            caption={`${name}の${logKinds[kind]}の週ごとの集計`}
            first="週"
            rows={weeks.toReversed().map((week) => ({ key: week.from, head: weekText(week), week }))}
          />
        </div>
      </CardContent>
    </Card>
  )
}

const moodFill: Record<Mood, string> = {
  perfect: 'bg-chart-bar',
  happy: 'bg-chart-bar/45',
  lazy: 'bg-warning/45',
  slump: 'bg-bad/75',
}

/** Moods by week; the rest of a bar is withheld. The table has the figures. */
function MoodBars({ weeks }: { weeks: readonly Week[] }) {
  return (
    <div>
      <ul aria-label="色の意味" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {valuesOf(moods).map((mood) => (
          <li key={mood} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-3 rounded-xs', moodFill[mood])} />
            {moods[mood]}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-xs border bg-card" />
          非表示
        </li>
      </ul>
      <ul aria-label="週ごとの気分の割合" className="space-y-1.5">
        {weeks.toReversed().map((week) => {
          const shares = valuesOf(moods).map((mood) => ({ mood, share: moodShare(week, mood) ?? 0 }))
          // Counts are rounded individually, so their sum may exceed the total.
          const whole = Math.max(
            1,
            shares.reduce((sum, { share }) => sum + share, 0),
          )
          const words = valuesOf(moods).map((mood) => {
            const share = moodShare(week, mood)
            return `${moods[mood]} ${share === null ? '非表示' : percent(share)}`
          })
          return (
            <li key={week.from} className="flex items-center gap-2 text-xs">
              <span className="figures w-21 shrink-0 text-muted-foreground">{weekText(week)}</span>
              <span className="sr-only">{week.loggers === null ? '非表示' : words.join('、')}</span>
              <span aria-hidden className="flex h-5 min-w-0 flex-1 overflow-hidden rounded-sm border bg-card">
                {shares.map(({ mood, share }) => (
                  <span key={mood} className={moodFill[mood]} style={{ width: `${(share / whole) * 100}%` }} />
                ))}
              </span>
              <span className="figures w-12 shrink-0 text-right text-muted-foreground">
                {week.loggers === null ? <Hidden /> : `n=${formatCount(week.loggers)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ShopsProps {
  kind: LogKind
  shops: readonly Group[]
  search: LogSearch
}

/** The last week of each shop, linked to all its weeks. */
function ShopsLastWeek({ kind, shops, search: { from, to } }: ShopsProps) {
  const rows = shops.flatMap(({ shop, weeks }) => {
    const week = weeks.at(-1)
    if (!shop || !week) return []
    const head = <ShopLink kind={kind} shop={shop} days={{ from, to }} key={shop.id} />
    return [{ key: shop.id, head, week }]
  })
  const [first] = rows
  if (!first) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle>店舗ごとの最新の週（{weekText(first.week)}）</CardTitle>
      </CardHeader>
      <CardContent>
        <FigureTable caption={`店舗ごとの${logKinds[kind]}の集計`} first="店舗" rows={rows} />
      </CardContent>
    </Card>
  )
}

interface ShopLinkProps {
  kind: LogKind
  shop: { id: string; name: string }
  days: { from: string | undefined; to: string | undefined }
}

const ShopLink = ({ kind, shop, days }: ShopLinkProps) => (
  <Link
    to={pathOf[kind]}
    search={{ shop: shop.id, ...days, view: 'summary' }}
    className="font-medium underline-offset-4 hover:underline"
  >
    {shop.name}
  </Link>
)
