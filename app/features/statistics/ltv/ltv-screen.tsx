import { useQueryClient } from '@tanstack/react-query'
import type { Ltv, Range } from '#contract/report-ltv.ts'
import { firstYearsNote } from '#contract/unknown-days.ts'
import { ageBands, ltvGroups } from '#contract/words/groups.ts'
import { genders } from '#contract/words/member.ts'
import { MonthPicker } from '~/components/report/month-picker'
import { Block, headlineGrid } from '~/components/report/report-states'
import { EmptyState } from '~/components/states'
import { NativeSelect } from '~/components/ui/native-select'
import { ReportScreen } from '~/frame/report/report-screen'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportLtv } from '~/functions/report'
import { currentMonth, formatMonth } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent, formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { ReportViews } from '../report-views'
import { StatisticsTabs } from '../statistics-tabs'
import { CohortPanel } from './cohort-panel'
import { CoursePanel, DifferencePanel, GroupBars, GroupTable, SurvivalPanel } from './group-panels'
import { joinersOf } from './joiners'
import { type LtvSearch, ltvMonth, ltvQuery, ltvSearch, requestedLtv, routes } from './queries'

interface LtvScreenProps {
  search: LtvSearch
  onSearchChange: (next: LtvSearch) => void
}

/** What a membership is worth and how long it lasts, by group and by cohort. */
export function LtvScreen({ search, onSearchChange }: LtvScreenProps) {
  const queryClient = useQueryClient()
  const { shops } = useSelectedShop(search.shop)
  const month = ltvMonth(search)
  const at = (next: string): LtvSearch => ({
    ...search,
    ...{ month: next === currentMonth() ? undefined : next },
  })
  return (
    <ReportScreen
      title="統計"
      tabs={<StatisticsTabs shop={search.shop} />}
      search={search}
      onShopChange={(shop) => onSearchChange({ ...search, shop })}
      period={`LTV ${formatMonth(month)}`}
      query={ltvQuery(requestedLtv(search, shops))}
      picker={(first) => (
        <>
          <MonthPicker
            month={month}
            first={first?.slice(0, 7)}
            onChange={(next) => onSearchChange(at(next))}
            onIntent={(next) => void queryClient.prefetchQuery(ltvQuery(requestedLtv(at(next), shops)))}
          />
          <ReportViews report="ltv" read={ltvSearch} search={search} onSearchChange={onSearchChange} />
        </>
      )}
      save={() => exportLtv({ data: requestedLtv(search, shops) })}
      skeleton={<LtvSkeleton />}
    >
      {(stats) => (
        <div className="space-y-4">
          <Choices stats={stats} search={search} onSearchChange={onSearchChange} />
          {stats.period === null ? (
            <EmptyState title="LTVを計算できる12か月がまだありません">
              <p>
                締まった月が12か月続き、どの月も会員がいる状態で始まると表示します。
                {stats.reach.counting.length > 0 && `集計中の月があと${stats.reach.counting.length}か月あります。`}
              </p>
            </EmptyState>
          ) : (
            <Shown stats={stats} search={search} onSearchChange={onSearchChange} />
          )}
        </div>
      )}
    </ReportScreen>
  )
}

function Shown({ stats, search, onSearchChange }: { stats: Ltv } & LtvScreenProps) {
  const by = ltvGroups[stats.requestInfo.groupBy]
  return (
    <>
      <p className="figures text-sm text-muted-foreground">
        {formatMonth(stats.period?.from ?? '')}から{formatMonth(stats.period?.to ?? '')}
        までの12か月の合計で計算しています。
      </p>
      <UnknownDays reach={stats.reach} period={stats.period} kinds={['contracts', 'leavers', 'sales']} />
      <FigureCards figures={cardsOf(stats)} />
      <CoursePanel stats={stats} />
      <div className="grid gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-2">
        {stats.groups.length > 0 && <GroupBars groups={stats.groups} by={by} />}
        <SurvivalPanel stats={stats} by={by} />
      </div>
      {stats.groups.length > 1 && (
        <DifferencePanel groups={stats.groups} by={by} margin={stats.requestInfo.grossMargin ?? 1} />
      )}
      {stats.groups.length > 0 && <GroupTable stats={stats} by={by} />}
      <CohortPanel
        cohorts={stats.cohorts}
        survival={stats.survival}
        isLong={search.cohorts === 24}
        onLength={(isLong) => onSearchChange({ ...search, ...{ cohorts: isLong ? 24 : undefined } } as LtvSearch)}
      />
    </>
  )
}

/** Grouping and filters, all of them in the URL. */
function Choices({ stats, search, onSearchChange }: { stats: Ltv } & LtvScreenProps) {
  const choose = (next: Record<string, unknown>) => onSearchChange({ ...search, ...next } as LtvSearch)
  const filter = (
    label: string,
    key: 'plan' | 'gender' | 'age' | 'route',
    options: readonly (readonly [string, string])[],
  ) => (
    <NativeSelect
      aria-label={`${label}で絞り込む`}
      value={search[key] ?? ''}
      onChange={({ target }) => choose({ [key]: target.value || undefined })}
      className="max-w-44"
    >
      <option value="">{label}: すべて</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </NativeSelect>
  )
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <NativeSelect
        aria-label="分け方"
        value={search.by ?? 'plan'}
        onChange={({ target }) => choose({ by: target.value === 'plan' ? undefined : target.value })}
      >
        {Object.entries(ltvGroups).map(([value, text]) => (
          <option key={value} value={value}>
            {value === 'none' ? text : `${text}別`}
          </option>
        ))}
      </NativeSelect>
      {filter(
        'プラン',
        'plan',
        stats.plans.map(({ code, name }) => [code, name] as const),
      )}
      {filter('性別', 'gender', Object.entries(genders))}
      {filter('年代', 'age', ageOptions)}
      {filter('入会経路', 'route', Object.entries(routes))}
      <NativeSelect
        aria-label="粗利率"
        value={String(search.margin ?? '')}
        onChange={({ target }) => choose({ margin: target.value ? Number(target.value) : undefined })}
      >
        <option value="">売上で計算</option>
        {[...new Set([30, 40, 50, 60, 70, 80, 90, ...(search.margin ? [search.margin] : [])])].map((percent) => (
          <option key={percent} value={percent}>
            粗利率 {percent}%
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}

const ageOptions = Object.entries(ageBands).sort(([one], [other]) => Number(one === '0') - Number(other === '0'))

const rangeLine = ({ low, high }: Range) =>
  low === null || high === null ? [] : [{ label: '幅（95%）', text: `${formatYen(low)}〜${formatYen(high)}` }]

function cardsOf({ summary, requestInfo, firstYears }: Ltv): ShownFigure[] {
  const isOfFew = summary.isOfFew
  const note = firstYearsNote(firstYears)
  const margin =
    requestInfo.grossMargin === null ? '' : `粗利率${Math.round(requestInfo.grossMargin * 100)}%を掛けています。`
  return [
    {
      label: '予測LTV',
      definition: `在籍1名あたりの月の売上（売上 ÷ 各月の期首在籍の合計）÷ 月次退会率。今の売上と退会率がこの先も続くと仮定した推定です。${margin}会員管理システムのLTVは、退会した会員が支払った合計の平均（この画面の実績LTV）の場合があります。`,
      text: formatYen(summary.predicted),
      isOfFew,
      lines: [
        { label: '1名あたり月売上', text: formatYen(summary.salesPerMember) },
        { label: '平均在籍期間（推定）', text: `${formatDecimal(summary.avgTenureMonths)}か月` },
        ...rangeLine(summary.ranges.predicted),
      ],
    },
    {
      label: '1年LTV',
      definition: `${joinersOf(firstYears)}の最初の1年の在籍月数の平均 × 客単価。入会は契約の初日で数えます。全員が1年を過ごした会員だけで数えます。${margin}`,
      text: formatYen(summary.cohort12),
      isOfFew: (summary.joined ?? 0) < 20,
      lines: [
        { label: '対象の入会', text: `${formatCount(summary.joined)}名` },
        ...(note ? [{ label: '入会した月', text: note }] : []),
        ...rangeLine(summary.ranges.cohort12),
      ],
    },
    {
      label: '実績LTV',
      definition:
        '12か月に退会した会員が、退会した月の末日までに全店舗で支払った合計の平均（返金を引いた税込）。売上のデータがある日より前に入会した会員は、支払いの合計が分からないため含みません。長く続いた会員ほど外れるため、実際より低く出ます。',
      text: formatYen(summary.realized),
      isOfFew: (summary.realizedOf ?? 0) < 20,
      lines: [
        { label: '対象の退会', text: `${formatCount(summary.realizedOf)}名` },
        ...rangeLine(summary.ranges.realized),
      ],
    },
    {
      label: 'ARM × LEG',
      definition:
        'ARM: 会員への売上 ÷ その月に支払いのあった会員の数（12か月の合計どうし）。LEG: 退会した会員が支払った月の数の平均。海外のクラブと比べるときの計算です。',
      text: formatYen(summary.armLeg),
      isOfFew: (summary.realizedOf ?? 0) < 20,
      lines: [
        { label: 'ARM', text: formatYen(summary.arm) },
        { label: 'LEG', text: `${formatDecimal(summary.leg)}か月` },
      ],
    },
    {
      label: '月次退会率',
      definition: '12か月の退会の合計 ÷ 各月の期首在籍の合計。',
      text: formatPercent(summary.churnRate),
      isOfFew,
      lines: [{ label: '退会', text: `${formatCount(summary.withdrawals)}名` }],
    },
    {
      label: '客単価',
      definition: '売上（税込） ÷ 各月の平均稼働会員の合計。休会中の会員を含みません。',
      text: formatYen(summary.arpu),
      isOfFew,
      lines: [{ label: '期末在籍', text: `${formatCount(summary.members)}名` }],
    },
  ]
}

const LtvSkeleton = () => (
  <>
    <div className={headlineGrid}>
      {['予測', '1年', '実績', 'ARM'].map((key) => (
        <Block key={key} className="h-36" />
      ))}
    </div>
    <Block className="h-96" />
  </>
)
