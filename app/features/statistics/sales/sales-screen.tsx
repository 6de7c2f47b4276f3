import type { Sales } from '#contract/report-sales.ts'
import { seriesUnits } from '#contract/words/admission.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { salesBases, taxes } from '#contract/words/sales.ts'
import { ChoiceSwitch, switchOf } from '~/components/choice-switch'
import { UnknownDays } from '~/frame/report/unknown-days'
import { UnreadSales } from '~/frame/report/unread-sales'
import { exportSales } from '~/functions/report'
import { addMonths, formatMonth, shortDay } from '~/lib/dates'
import { formatPercent, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { allShops, useSelectedShop } from '~/shop/selected-shop'
import { controls } from '../controls'
import { comparedYen, FigureCards, type ShownFigure } from '../figure-cards'
import { type ScreenProps, shownMonths } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { salesVerdict } from '../verdicts'
import { WhySheet } from '../why'
import { CategoryTable, CoursePanel, PaymentPanel, StaffPanel } from './panels'
import { requestedSales, type SalesSearch, salesQuery, salesSearch, shownUnit } from './queries'

/** What was sold, by category, payment method and staff, against the goal. */
export function SalesScreen({ search, onSearchChange }: ScreenProps<SalesSearch>) {
  const { shops, shopId } = useSelectedShop(search.shop)
  const choose = (next: Partial<SalesSearch>) => onSearchChange({ ...search, ...next })
  const { unit, canBeDays, usual } = shownUnit(search)
  return (
    <StatisticsScreen
      report="sales"
      {...{ search, onSearchChange }}
      read={salesSearch}
      query={(next) => salesQuery(requestedSales(next, shops))}
      verdict={salesVerdict}
      daysOf={({ period }) => period}
      save={() => exportSales({ data: requestedSales(search, shops) })}
      hasLength
      above={
        <div className={cn('mb-4 items-center gap-2', controls)}>
          <ChoiceSwitch
            label="集計の基準"
            value={search.basis ?? 'settled'}
            choices={switchOf(salesBases)}
            onChange={(basis) => choose({ basis: basis === 'settled' ? undefined : basis })}
          />
          <ChoiceSwitch
            label="税"
            value={search.tax ?? 'included'}
            choices={switchOf(taxes)}
            onChange={(tax) => choose({ tax: tax === 'included' ? undefined : tax })}
          />
          {canBeDays && (
            <ChoiceSwitch
              label="推移の単位"
              value={unit}
              choices={switchOf(seriesUnits)}
              onChange={(next) => choose({ unit: next === usual ? undefined : next })}
            />
          )}
        </div>
      }
      isToCome={({ period }) => period === null}
      whyEmpty={({ byCategory }) => byCategory === null && '売上のデータがない期間です。'}
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={stats.period} kinds={['sales', 'bills']} />
          <UnreadSales reach={stats.reach} period={stats.requestInfo} />
          {isExplained(stats) && <WhySheet shopId={shopId} {...shownMonths(search)} />}
          <FigureCards figures={cardsOf(stats)} />
          <CoursePanel stats={stats} shop={shopId ?? allShops} />
          <CategoryTable stats={stats} />
          <div className="grid gap-4 @min-[1000px]:grid-cols-2">
            <PaymentPanel stats={stats} />
            <StaffPanel stats={stats} />
          </div>
        </>
      )}
    </StatisticsScreen>
  )
}

/** 「なぜ」 knows sales with tax, by the day of settlement. */
const isExplained = ({ requestInfo: { basis, tax } }: Pick<Sales, 'requestInfo'>) =>
  basis === 'settled' && tax === 'included'

/** 「2026年6月〜2026年11月の6か月」; with gaps each month; – without any. */
function comparedMonths(months: readonly string[]): string {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return '–'
  if (months.length === 1) return formatMonth(first)
  const isWhole = addMonths(first.slice(0, 7), months.length - 1) === last.slice(0, 7)
  return isWhole
    ? `${formatMonth(first)}〜${formatMonth(last)}の${months.length}か月`
    : months.map(formatMonth).join('、')
}

function cardsOf({ summary, goal, requestInfo, period }: Sales): ShownFigure[] {
  const { prev, lastYear } = summary
  const names = comparedWith(requestInfo, period?.to ?? requestInfo.to)
  const isOpen = period !== null && period.to < requestInfo.to
  // 前月同日 says it by its name.
  const to = (other: typeof prev) =>
    isOpen && other && names.previous === '前の期間' ? `（${shortDay(other.to)}まで）` : ''
  const basis =
    requestInfo.basis === 'targetMonth'
      ? '支払いの対象となった月の売上で、データの日時までに精算したものです。対象月のない売上は精算した月に数えます。'
      : '精算した日の売上から、返金した日の返金を引いた金額です。'
  const tax = requestInfo.tax === 'included' ? '税込' : '税抜'
  const shown = requestInfo.tax === 'included' ? summary.net : summary.netExTax
  const of = (other: typeof prev) => (requestInfo.tax === 'included' ? other?.net : other?.netExTax)
  return [
    {
      label: `売上（${tax}）`,
      definition: `${basis}未払いと決済エラーを含みません。返金は、元の売上の日ではなく返金した日に数えます。会員管理システムの売上は、請求した金額や返金を引く前の金額の場合があります。`,
      text: formatYen(shown),
      why: isExplained({ requestInfo }) ? 'sales' : undefined,
      lines: [
        // A year before the year is the same period.
        ...(prev !== null && prev.from === lastYear?.from
          ? []
          : [{ label: `${names.previous}比${to(prev)}`, text: comparedYen(shown, of(prev)) }]),
        { label: `${names.lastYear}比${to(lastYear)}`, text: comparedYen(shown, of(lastYear)) },
        { label: '返金（税込）', text: formatYen(summary.refund) },
      ],
    },
    {
      label: '目標達成率',
      definition:
        '売上（税込）÷ 目標。売上のデータが月の初めからあり、目標もある月だけで、売上と目標を比べます。目標のない店舗の目標は0円です。精算日・税込で、月単位の期間のときに表示します。',
      text: goal && goal.period > 0 ? formatPercent(goal.net / goal.period) : '–',
      lines: [
        { label: '目標', text: goal && goal.compared.length > 0 ? formatYen(goal.period) : '–' },
        ...(goal && goal.compared.length < goal.months.length
          ? [{ label: '比べた月', text: comparedMonths(goal.compared) }]
          : []),
      ],
    },
    {
      label: '客単価',
      definition:
        '売上（税込）÷ 各月の平均稼働会員（月の初めと終わりの平均）の合計。2か月以上のときは途中の月を除きます。精算日で、月単位の期間のときに表示します。',
      text: formatYen(summary.arpu),
      lines: [
        { label: names.previous, text: formatYen(prev?.arpu) },
        { label: names.lastYear, text: formatYen(lastYear?.arpu) },
      ],
    },
    {
      label: '回収率',
      definition: '期間の月の会費の請求のうち、入金のあった金額の割合。引落日がまだの請求を含みません。',
      text: formatPercent(summary.collectionRate),
      lines: [{ label: '未収金', text: formatYen(summary.unpaid) }],
    },
  ]
}
