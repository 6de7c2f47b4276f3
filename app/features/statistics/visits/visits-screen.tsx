import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ChangesInVisitsSummary } from '#contract/report-visits.ts'
import { usualThresholds } from '#contract/words/visit-class.ts'
import { useCan } from '~/auth/session'
import { ChoiceSelect } from '~/components/choice-select'
import { CsvButton } from '~/components/report/csv-button'
import { Block } from '~/components/report/report-states'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { exportChangesInVisitsSeries, exportChangesInVisitsSummary } from '~/functions/report'
import { currentMonth, formatDate, formatMonth } from '~/lib/dates'
import { changeOf, formatCount, formatDecimal, formatDifference, formatPercent } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { previousOfShop } from '~/shop/shop-query'
import { controls } from '../controls'
import { Change, FigureCards, type ShownFigure } from '../figure-cards'
import type { ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { visitsVerdict } from '../verdicts'
import { ClassMembersPanel } from './class-members'
import { ClassTable } from './class-table'
import {
  choices,
  isCountedNow,
  type RequestedVisits,
  requestedVisits,
  type VisitsSearch,
  visitSeriesQuery,
  visitsQuery,
  visitsSearch,
} from './queries'
import { DistributionPanel, HoursPanel, SeriesPanel } from './visit-panels'

/** Whose visits became more or fewer, who stopped and who came back; from each class to its people. */
export function VisitsScreen({ search, onSearchChange }: ScreenProps<VisitsSearch>) {
  const can = useCan()
  const { shops } = useSelectedShop(search.shop)
  const request = requestedVisits(search, shops)
  const shared = { search, request, onSearchChange }
  return (
    <StatisticsScreen
      report="changesInVisits"
      search={search}
      onSearchChange={(next) => onSearchChange({ ...next, page: undefined })}
      read={visitsSearch}
      query={(next) => visitsQuery(requestedVisits(next, shops))}
      verdict={visitsVerdict}
      daysOf={({ window }) => window}
      nameOf={(month) => (month === currentMonth() ? '最新のデータまで' : `${formatMonth(month)}末まで`)}
      save={() => exportChangesInVisitsSummary({ data: request })}
      above={
        <>
          <Thresholds {...shared} />
          <Computing request={request} />
        </>
      }
      whyEmpty={({ population, reach, requestInfo }) =>
        population === null &&
        (reach.lessonsOnly
          ? 'レッスンの来館のみが届いています。入館の記録を取り込むと表示します。'
          : `来館のデータが${2 * requestInfo.windowDays}日分そろうと表示します。`)
      }
    >
      {(stats) => (
        <>
          <Windows stats={stats} />
          <FigureCards figures={cardsOf(stats)} />
          <ClassTable stats={stats} {...shared} />
          {can('member.export') && (
            <Link
              to="/hacomono/members/talk"
              search={{ shop: search.shop }}
              className="block text-sm font-medium text-primary underline underline-offset-4 print:hidden"
            >
              今週話す会員（離脱リスクが高い順）
            </Link>
          )}
          {search.group && can('member.export') && (
            <ClassMembersPanel key={search.group} group={search.group} {...shared} />
          )}
          <Charts request={request} />
          <DistributionPanel stats={stats} />
        </>
      )}
    </StatisticsScreen>
  )
}

/** Other thresholds are counted when they are chosen: says so where the figures stand, which are dimmed meanwhile. */
function Computing({ request }: { request: RequestedVisits }) {
  const { data, isPending, isPlaceholderData } = useQuery({
    ...visitsQuery(request),
    placeholderData: previousOfShop(request),
  })
  const isNow = data ? isPlaceholderData && isOfOther(data, request) : isPending && !isUsual(request)
  return <ComputingLine of="来館の変化" isNow={isNow} isOfAll={request.shopId === undefined} />
}

const thresholdKeys = ['windowDays', 'minDiff', 'ratio'] as const
const isOfOther = ({ requestInfo }: Pick<ChangesInVisitsSummary, 'requestInfo'>, request: RequestedVisits) =>
  thresholdKeys.some((key) => requestInfo[key] !== request[key])
const isUsual = (request: RequestedVisits) => thresholdKeys.every((key) => request[key] === usualThresholds[key])

/** Announced to a screen reader, too; the region stands before its text. */
function ComputingLine({ of, isNow, isOfAll }: { of: string; isNow: boolean; isOfAll: boolean }) {
  return (
    <p role="status" className={cn('text-sm text-muted-foreground print:hidden', isNow && 'mb-3')}>
      {isNow && `${of}を計算中です。${isOfAll ? `全店舗では数秒かかります。` : ''}`}
    </p>
  )
}

/** Twelve months, and weekdays by hour: a request of their own. */
function Charts({ request }: { request: RequestedVisits }) {
  const can = useCan()
  const input = { ...request, months: 12 }
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...visitSeriesQuery(input),
    placeholderData: previousOfShop(request),
  })
  const isNow = data ? isPlaceholderData && isOfOther(data, request) : isPending && !isUsual(request)
  return (
    <div>
      <ComputingLine of="12か月の推移" isNow={isNow} isOfAll={request.shopId === undefined} />
      {data ? (
        // Dimmed once, where the summary around it is dimmed too.
        <div
          className={cn('space-y-4 transition-opacity', isPlaceholderData && 'opacity-55 in-aria-busy:opacity-100')}
          aria-busy={isFetching}
        >
          <SeriesPanel
            stats={data}
            controls={
              can('report.export') && (
                <CsvButton of="12か月の推移" save={() => exportChangesInVisitsSeries({ data: input })} />
              )
            }
          />
          {data.heatmap && <HoursPanel heatmap={data.heatmap} />}
        </div>
      ) : error ? (
        <FailedState title="12か月の推移を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <Block className="h-[420px]" />
      )}
    </div>
  )
}

function Windows({ stats: { window, before, requestInfo } }: { stats: ChangesInVisitsSummary }) {
  if (!window || !before) return null
  const daysOf = ({ from, to }: { from: string; to: string }) => `${formatDate(from)}〜${formatDate(to)}`
  return (
    <p className="figures text-sm text-muted-foreground">
      {daysOf(window)}の{requestInfo.windowDays}日間の来館日数を、その前の{daysOf(before)}と比べています。
    </p>
  )
}

/** The thresholds, all of them in the URL. */
function Thresholds({ search, request, onSearchChange }: ScreenProps<VisitsSearch> & { request: RequestedVisits }) {
  const choose = (next: Partial<VisitsSearch>) => onSearchChange({ ...search, ...next, page: undefined })
  const select = (
    label: string,
    key: 'days' | 'diff' | 'ratio',
    of: keyof typeof choices,
    textOf: (value: number) => string,
  ) => (
    <ChoiceSelect
      label={label}
      value={request[of]}
      choices={choices[of].map((value) => [value, textOf(value)] as const)}
      onChange={(value) => choose({ [key]: value === usualThresholds[of] ? undefined : value })}
    />
  )
  return (
    <fieldset className={cn('mb-4 items-center gap-2', controls)}>
      <legend className="sr-only">増加・減少とみなす条件</legend>
      {select('比べる期間', 'days', 'windowDays', (days) => `${days}日間`)}
      {select('来館日数の差', 'diff', 'minDiff', (days) => `${days}日以上の差`)}
      {select('来館日数の変化の割合', 'ratio', 'ratio', (ratio) => `${Math.round(ratio * 100)}%以上の変化`)}
      {isCountedNow(search) && (
        <Button variant="outline" onClick={() => choose({ days: undefined, diff: undefined, ratio: undefined })}>
          標準の条件に戻す
        </Button>
      )}
    </fieldset>
  )
}

function cardsOf({
  population,
  avgVisits,
  prevAvgVisits,
  medianVisits,
  zeroVisitors,
  requestInfo,
}: ChangesInVisitsSummary) {
  const { windowDays } = requestInfo
  const change = changeOf(avgVisits, prevAvgVisits)
  const few = population !== null && population < 20
  return [
    {
      label: '対象会員',
      definition:
        '期間の最終日の終わりに稼働している会員（休会を除く）。7つの分類の合計と一致します。来館は、どの店舗への来館も数えます。',
      text: formatCount(population),
      unit: '名',
      isOfFew: few,
    },
    {
      label: `来館頻度（${windowDays}日間）`,
      definition: `${windowDays}日間に来館した日数の合計 ÷ 対象会員。1日に何度来館しても1日です。月の来館頻度は暦の月で数え、2つの店舗に来館した日を2日と数えます。`,
      text: formatDecimal(avgVisits),
      unit: '日',
      lines: [
        {
          label: '前の期間から',
          text: change === null ? '–' : <Change of={change}>{formatDifference(change, 1)}日</Change>,
        },
      ],
    },
    {
      label: '来館日数の中央値',
      definition: '対象会員を来館日数の順に並べたときの真ん中の値。来館のない会員を含みます。',
      text: formatDecimal(medianVisits),
      unit: '日',
    },
    {
      label: `未来館者（${windowDays}日間）`,
      definition: `${windowDays}日間に一度も来館していない対象会員。休眠化と休眠のほか、新規で来館のない会員を含みます。月の未来館者は、暦の月に1日でも稼働していた会員で数えます。`,
      text: formatCount(zeroVisitors),
      unit: '名',
      lines: [
        {
          label: '対象会員のうち',
          text: formatPercent(population && zeroVisitors !== null ? zeroVisitors / population : null),
        },
      ],
    },
  ] satisfies ShownFigure[]
}
