import type { Ltv, Range } from '#contract/report-ltv.ts'
import { firstYearsNote } from '#contract/unknown-days.ts'
import { ageBands, byGroup, ltvGroups } from '#contract/words/groups.ts'
import { genders } from '#contract/words/member.ts'
import { ChoiceSelect, choicesOf } from '~/components/choice-select'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportLtv } from '~/functions/report'
import { formatCount, formatDecimal, formatPercent, formatRange, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { controls } from '../controls'
import { FigureCards, type ShownFigure } from '../figure-cards'
import type { ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { ltvVerdict } from '../verdicts'
import { CohortPanel } from './cohort-panel'
import { CoursePanel, DifferencePanel, GroupBars, GroupTable, SurvivalPanel } from './group-panels'
import { joinersOf } from './joiners'
import { type LtvSearch, ltvQuery, ltvSearch, requestedLtv, routes } from './queries'

/** What a membership is worth and how long it lasts, by group and by cohort. */
export function LtvScreen({ search, onSearchChange }: ScreenProps<LtvSearch>) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="ltv"
      {...{ search, onSearchChange }}
      read={ltvSearch}
      query={(next) => ltvQuery(requestedLtv(next, shops))}
      verdict={ltvVerdict}
      daysOf={({ period }) => period}
      length={12}
      isOfClosed
      save={() => exportLtv({ data: requestedLtv(search, shops) })}
    >
      {(stats) => (
        <>
          <Choices stats={stats} search={search} onSearchChange={onSearchChange} />
          {search.plan !== undefined && !stats.plans.some(({ code }) => code === search.plan) ? (
            <EmptyState title="このプランは表示できません">
              <p>条件のプランは、削除されたか、この店舗にありません。</p>
              <Button variant="outline" size="lg" onClick={() => onSearchChange({ ...search, plan: undefined })}>
                すべてのプランを表示
              </Button>
            </EmptyState>
          ) : stats.period === null ? (
            <EmptyState title="LTVを計算できる12か月がまだありません">
              <p>
                締まった月が12か月続き、どの月も会員がいる状態で始まると表示します。
                {stats.reach.counting.length > 0 && `集計中の月があと${stats.reach.counting.length}か月あります。`}
              </p>
            </EmptyState>
          ) : (
            <Shown stats={stats} period={stats.period} search={search} onSearchChange={onSearchChange} />
          )}
        </>
      )}
    </StatisticsScreen>
  )
}

type ShownProps = ScreenProps<LtvSearch> & { stats: Ltv; period: NonNullable<Ltv['period']> }

function Shown({ stats, period, search, onSearchChange }: ShownProps) {
  const by = ltvGroups[stats.requestInfo.groupBy]
  return (
    <>
      <UnknownDays reach={stats.reach} period={period} kinds={['contracts', 'leavers', 'sales']} />
      <FigureCards figures={cardsOf(stats)} />
      <CoursePanel stats={stats} />
      <div className="grid gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-1">
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
        onLength={(isLong) => onSearchChange({ ...search, cohorts: isLong ? 24 : undefined })}
      />
    </>
  )
}

const margins = [30, 40, 50, 60, 70, 80, 90]

/** Grouping and filters, all of them in the URL. */
function Choices({ stats, search, onSearchChange }: { stats: Ltv } & ScreenProps<LtvSearch>) {
  const choose = (next: Partial<LtvSearch>) => onSearchChange({ ...search, ...next })
  const filter = <Value extends string>(
    label: string,
    value: Value | undefined,
    choices: readonly (readonly [Value, string])[],
    onChange: (value: Value | undefined) => void,
  ) => (
    <ChoiceSelect<Value | ''>
      label={`${label}で絞り込む`}
      value={value ?? ''}
      choices={[['', `${label}: すべて`], ...choices]}
      onChange={(next) => onChange(next || undefined)}
      className="max-w-44"
    />
  )
  const { plan, gender, age, route, margin = 0 } = search
  return (
    <div className={cn('items-center gap-2', controls)}>
      <ChoiceSelect
        label="分け方"
        value={search.by ?? 'plan'}
        choices={choicesOf(ltvGroups).map(([value, text]) => [value, value === 'none' ? text : byGroup(text)] as const)}
        onChange={(by) => choose({ by: by === 'plan' ? undefined : by })}
      />
      {filter(
        'プラン',
        plan,
        stats.plans.map(({ code, name }) => [code, name] as const),
        (next) => choose({ plan: next }),
      )}
      {filter('性別', gender, choicesOf(genders), (next) => choose({ gender: next }))}
      {filter('年代', age, ageChoices, (next) => choose({ age: next }))}
      {filter('入会経路', route, choicesOf(routes), (next) => choose({ route: next }))}
      <ChoiceSelect
        label="粗利率"
        value={margin}
        choices={[
          [0, '売上で計算'],
          ...[...new Set([...margins, ...(margin ? [margin] : [])])].map(
            (percent) => [percent, `粗利率 ${percent}%`] as const,
          ),
        ]}
        onChange={(percent) => choose({ margin: percent || undefined })}
      />
    </div>
  )
}

const ageChoices = choicesOf(ageBands).sort(([one], [other]) => Number(one === '0') - Number(other === '0'))

const rangeLine = (range: Range) =>
  range.low === null || range.high === null ? [] : [{ label: '幅（95%）', text: formatRange(range, formatYen) }]

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
