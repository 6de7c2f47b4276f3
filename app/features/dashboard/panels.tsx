import { useState } from 'react'
import type { MonthlyStats } from '#contract/report.ts'
import { salesCategories } from '#contract/words/report.ts'
import { taxes } from '#contract/words/sales.ts'
import { valuesOf } from '#contract/words/words.ts'
import { Waterfall } from '~/components/charts/waterfall'
import type { WaterfallStep } from '~/components/charts/waterfall-geometry'
import { ChoiceSelect, choicesOf } from '~/components/choice-select'
import { InfoTip } from '~/components/report/info-tip'
import { Panel } from '~/components/report/panel'
import { ViewSwitch } from '~/components/report/view-switch'
import { shortDay } from '~/lib/dates'
import { formatCount, formatPercent, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { dailyCourse } from './course'
import { FigureLink } from './figure-link'
import { FigureRow } from './figure-row'
import { comparison, type Figure, figureOf, type PeriodKpi, pointOf, shownFigure, withoutTax } from './figures'

const ComparedWith = ({ stats }: { stats: MonthlyStats }) => (
  <span className="text-xs text-muted-foreground">{comparison(stats).label}比</span>
)

/** Member movements from 期首 to 期末, as lines or as a waterfall chart. */
export function MembersPanel({ stats, period }: { stats: MonthlyStats; period: string }) {
  const [asChart, setAsChart] = useState(false)
  const steps = stepsOf(stats)
  const row = (key: PeriodKpi, sign?: '＋' | '−' | '＝') => (
    <FigureRow figure={figureOf(stats, key)} sign={sign} course={dailyCourse(stats.dailyReports, key)} />
  )
  return (
    <Panel
      title="会員の動き"
      aside={
        <div className="flex items-center gap-3">
          {!(asChart && steps) && (
            <span className="text-xs text-muted-foreground">
              {stats.prevMonthToSameDay && `${pointOf(stats.thisMonthReport)}・`}
              {comparison(stats).label}比
            </span>
          )}
          {steps && <ViewSwitch asTable={!asChart} onChange={(asTable) => setAsChart(!asTable)} />}
        </div>
      }
    >
      {asChart && steps ? (
        <>
          <Waterfall
            steps={steps}
            format={formatCount}
            label={`${period}の期首在籍から期末在籍までの増減。数値は「表で見る」で確認できます。`}
          />
          <p className="pt-2 text-xs text-muted-foreground">在籍の棒は下を省略しています。</p>
        </>
      ) : (
        <dl className="@container">
          {row('openingMembers')}
          {row('admissions', '＋')}
          {row('transferIn', '＋')}
          {row('withdrawals', '−')}
          {row('transferOut', '−')}
          {/* No sparkline: the running month's longer label needs its room, and the chart above shows the same. */}
          <FigureRow figure={figureOf(stats, 'closingMembers')} sign="＝" />
          {row('operatingMembers')}
          {row('suspendedMembers')}
          {row('readmissions')}
          {row('admissionRate')}
          {row('withdrawalRequests')}
        </dl>
      )}
    </Panel>
  )
}

/** The month's movements in order; null if one is withheld or not known yet. */
function stepsOf({ thisMonthReport, prevMonthToSameDay }: MonthlyStats): WaterfallStep[] | null {
  const { members } = thisMonthReport
  const { opening, admissions, transferIn, withdrawals, transferOut, closing } = members
  const steps: (Omit<WaterfallStep, 'value'> & { value: number | null })[] = [
    { label: '期首', value: opening, kind: 'total' },
    { label: '入会', value: admissions, kind: 'in' },
    { label: '転入', value: transferIn, kind: 'in' },
    { label: '退会', value: withdrawals, kind: 'out' },
    { label: '転出', value: transferOut, kind: 'out' },
    { label: prevMonthToSameDay ? shortDay(thisMonthReport.to) : '期末', value: closing, kind: 'total' },
  ]
  const known = steps.filter((step): step is WaterfallStep => step.value !== null)
  return known.length === steps.length ? known : null
}

/** Of a month: in a running month they say of how much of it. */
const perMonth: ReadonlySet<PeriodKpi> = new Set([
  'visitFrequency',
  'visitsPerVisitor',
  'visitMedian',
  'arpu',
  'duesPerMember',
])

function ofMonth(stats: MonthlyStats, key: PeriodKpi): Figure {
  const figure = figureOf(stats, key)
  // A member's 未収金 is of all months.
  if (key === 'unpaid') return { ...figure, label: `${figure.label}（${stats.requestInfo.month}月分）` }
  return stats.prevMonthToSameDay && perMonth.has(key)
    ? { ...figure, label: `${figure.label}（${pointOf(stats.thisMonthReport)}）` }
    : figure
}

const visitFigures = [
  'visitCount',
  'visitDays',
  'uniqueVisitors',
  'visitRate',
  'visitFrequency',
  'visitsPerVisitor',
  'visitMedian',
  'zeroVisitors',
] as const satisfies PeriodKpi[]

export function VisitsPanel({ stats }: { stats: MonthlyStats }) {
  return (
    <Panel title="来館" aside={<ComparedWith stats={stats} />}>
      <dl className="@container">
        {visitFigures.map((key) => (
          <FigureRow key={key} figure={ofMonth(stats, key)} course={dailyCourse(stats.dailyReports, key)} />
        ))}
      </dl>
    </Panel>
  )
}

const salesFigures = ['netSales', 'arpu', 'duesPerMember', 'collectionRate', 'unpaid'] as const satisfies PeriodKpi[]

const withTax: ReadonlySet<PeriodKpi> = new Set(['collectionRate', 'unpaid'])

interface SalesPanelProps extends TaxChoice {
  stats: MonthlyStats
  onExTaxChange: (exTax: boolean) => void
}

interface TaxChoice {
  /** 税抜 is chosen. */
  exTax: boolean
}

/** Only where the answer has money. */
export function SalesPanel({ stats, exTax, onExTaxChange }: SalesPanelProps) {
  if (stats.thisMonthReport.sales === undefined) return null
  const shown = exTax ? withoutTax(stats) : stats
  const tax = exTax ? 'excluded' : 'included'
  return (
    <Panel
      title={`売上（${taxes[tax]}）`}
      aside={
        <div className="flex items-center gap-3">
          <ComparedWith stats={stats} />
          <ChoiceSelect
            label="税込・税抜"
            value={tax}
            choices={choicesOf(taxes)}
            onChange={(next) => onExTaxChange(next === 'excluded')}
            className="print:hidden"
          />
        </div>
      }
    >
      <dl className="@container">
        {salesFigures.map((key) =>
          exTax && !withTax.has(key) ? (
            <FigureRow key={key} figure={unlinked(ofMonth(shown, key))} />
          ) : (
            <FigureRow key={key} figure={ofMonth(shown, key)} course={dailyCourse(stats.dailyReports, key)} />
          ),
        )}
      </dl>
      {exTax && <p className="pt-2 text-xs text-muted-foreground">回収率と未収金は、税込の請求で計算しています。</p>}
    </Panel>
  )
}

/** Not linked if net: the rows include tax and would not add up to it. */
const unlinked = (figure: Figure): Figure => ({
  ...figure,
  value: null,
  formula: (formulas) => `${formulas[figure.key]}ここでは、売上から消費税を引いています。税は明細ごとの額の合計です。`,
})

/** Net sales by kind, the largest first. */
export function SalesBreakdown({ stats, exTax }: TaxChoice & { stats: MonthlyStats }) {
  const { sales } = (exTax ? withoutTax(stats) : stats).thisMonthReport
  if (!sales || sales.net === null) return null
  const { net } = sales
  const parts = valuesOf(salesCategories)
    .map((category) => ({ category, label: salesCategories[category], amount: sales.byCategory[category] ?? 0 }))
    .sort((one, other) => other.amount - one.amount)
  const largest = Math.max(1, ...parts.map((part) => part.amount))
  const share = (amount: number) => (net > 0 ? formatPercent(amount / net) : '–')

  return (
    <Panel
      title="区分別売上"
      aside={
        <span className="flex items-center text-xs text-muted-foreground">
          {exTax && '税抜・'}構成比
          <InfoTip
            label="区分別売上"
            text={({ netSales }) => `区分ごとの売上です。${netSales}構成比は、売上に占める割合です。`}
          />
        </span>
      }
    >
      <table className="w-full text-sm">
        <caption className="sr-only">区分別売上</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">区分</th>
            <th scope="col">金額</th>
            <th scope="col">構成比</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ category, label, amount }) => (
            <tr key={label} className="h-10 border-b last:border-b-0 print:h-7">
              <th scope="row" className="w-22 text-left font-normal whitespace-nowrap">
                {label}
              </th>
              <td className="figures">
                <span className="flex items-center gap-3">
                  <span aria-hidden className="h-2 min-w-6 flex-1">
                    <span
                      className="block h-full rounded-xs bg-chart-bar"
                      style={{ width: `${(Math.max(0, amount) / largest) * 100}%` }}
                    />
                  </span>
                  <span className="min-w-22 text-right font-semibold whitespace-nowrap">
                    <FigureLink
                      figure={{ key: 'netSales', label, value: exTax ? null : amount, text: formatYen(amount) }}
                      category={category}
                    />
                  </span>
                </span>
              </td>
              <td className="figures w-14 text-right text-xs text-muted-foreground">{share(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const scheduledFigures = {
  scheduledAdmissions: 'admissions',
  scheduledWithdrawals: 'withdrawals',
  scheduledSuspensions: 'suspensions',
} as const

/** Scheduled changes after the data's last day; not included in the figures above. */
export function ScheduledPanel({ scheduled, className }: { scheduled: MonthlyStats['scheduled']; className: string }) {
  const figures = (Object.keys(scheduledFigures) as (keyof typeof scheduledFigures)[]).map((key) =>
    shownFigure(key, scheduled[scheduledFigures[key]]),
  )
  return (
    <Panel
      title="今後の予定"
      aside={<span className="text-xs text-muted-foreground">ほかの数値には含みません</span>}
      className={cn('@container', className)}
    >
      <dl className="grid gap-x-10 @min-[520px]:grid-cols-3">
        {figures.map((figure) => (
          <div
            key={figure.key}
            className="flex min-h-10 items-center justify-between border-b py-1 last:border-b-0 @min-[520px]:border-b-0 print:min-h-7"
          >
            <dt className="flex items-center gap-1 text-sm">
              {figure.label}
              <InfoTip label={figure.label} text={figure.formula} />
            </dt>
            <dd className="figures font-semibold">
              <FigureLink figure={figure} />
              {figure.unit && <span className="ml-0.5 text-xs font-normal text-muted-foreground">{figure.unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
