import { useQueryClient } from '@tanstack/react-query'
import type { MemberPlan } from '#contract/report-member-plan.ts'
import { MonthPicker } from '~/components/report/month-picker'
import { Block, headlineGrid, ToCome } from '~/components/report/report-states'
import { EmptyState } from '~/components/states'
import { ReportScreen } from '~/frame/report/report-screen'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportMemberPlan } from '~/functions/report'
import { addMonths, currentMonth, formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { ReportViews } from '../report-views'
import { StatisticsTabs } from '../statistics-tabs'
import { WhySheet } from '../why'
import { FeesPanel, FiledPanel } from './fee-panels'
import { OptionTable, PlanTable, SharesPanel, TransitionsPanel } from './plan-panels'
import { type PlansSearch, plansMonth, plansQuery, plansSearch, requestedPlans } from './queries'

interface PlansScreenProps {
  search: PlansSearch
  onSearchChange: (next: PlansSearch) => void
}

/** Which plans the members have, how that changes, and what is filed for the months to come. */
export function PlansScreen({ search, onSearchChange }: PlansScreenProps) {
  const queryClient = useQueryClient()
  const { shops } = useSelectedShop(search.shop)
  const month = plansMonth(search)
  const at = (next: string) => ({ ...search, month: next === currentMonth() ? undefined : next }) as PlansSearch
  return (
    <ReportScreen
      title="統計"
      tabs={<StatisticsTabs shop={search.shop} />}
      search={search}
      onShopChange={(shop) => onSearchChange({ ...search, shop })}
      period={`プラン構成 ${formatMonth(month)}`}
      query={plansQuery(requestedPlans(search, shops))}
      picker={(first) => (
        <>
          <MonthPicker
            month={month}
            first={first?.slice(0, 7)}
            onChange={(next) => onSearchChange(at(next))}
            onIntent={(next) => void queryClient.prefetchQuery(plansQuery(requestedPlans(at(next), shops)))}
          />
          <ReportViews report="memberPlan" read={plansSearch} search={search} onSearchChange={onSearchChange} />
        </>
      )}
      save={() => exportMemberPlan({ data: requestedPlans(search, shops) })}
      skeleton={<PlansSkeleton />}
    >
      {(stats) => {
        if (stats.dataAsOf !== null && stats.closeOn === null) {
          const last = stats.dataAsOf.slice(0, 7)
          return (
            <ToCome
              period={formatMonth(month)}
              last={formatMonth(last)}
              dataAsOf={stats.dataAsOf}
              onShowLast={() => onSearchChange(at(last))}
            />
          )
        }
        if (stats.total === null) {
          return (
            <EmptyState title={`${formatMonth(month)}のプラン構成はまだありません`}>
              <p>
                {stats.reach.counting.length > 0
                  ? `集計中です（あと${stats.reach.counting.length}か月）。数え終わると表示します。`
                  : '契約のデータがない月です。'}
              </p>
            </EmptyState>
          )
        }
        return (
          <div className="space-y-4">
            <UnknownDays reach={stats.reach} period={shownDays(stats)} kinds={['contracts', 'leavers']} />
            {stats.fees && <WhySheet shopId={stats.requestInfo.shopId ?? undefined} first={month} last={month} />}
            <FigureCards figures={cardsOf(stats, month)} />
            <div className="grid gap-4 @min-[1000px]:grid-cols-2">
              <SharesPanel stats={stats} />
              {stats.fees && <FeesPanel fees={stats.fees} hasTransfers={stats.requestInfo.shopId !== null} />}
            </div>
            <PlanTable stats={stats} />
            <div className="grid gap-4 @min-[1000px]:grid-cols-2">
              <FiledPanel stats={stats} />
              <TransitionsPanel stats={stats} />
            </div>
            {stats.options.length > 0 && <OptionTable stats={stats} />}
          </div>
        )
      }}
    </ReportScreen>
  )
}

/** From the first month of the course to the counted day. */
const shownDays = ({ series, closeOn }: MemberPlan) =>
  closeOn === null ? null : { from: series[0]?.month ?? closeOn, to: closeOn }

function cardsOf(stats: MemberPlan, month: string): ShownFigure[] {
  const { closeOn, total, prevTotal, suspended, prevSuspended, plans, fees } = stats
  const isOpen = closeOn !== null && addMonths(month, 1) > closeOn.slice(0, 7) && stats.isProvisional
  const diff = (now: number | null, before: number | null) =>
    now === null || before === null ? '–' : `${formatDifference(now - before)}名`
  const mrr = fees === undefined ? undefined : plans.reduce((sum, one) => sum + (one.mrr ?? 0), 0)
  return [
    {
      label: isOpen && closeOn ? `在籍（${Number(closeOn.slice(5, 7))}/${Number(closeOn.slice(8))}時点）` : '期末在籍',
      definition:
        'その日の終わりの会員。プランが2つある会員も、その日に有効な契約（開始が遅いもの、次に会費が高いもの）で1名と数えます。休会を含み、プランの合計と一致します。',
      text: formatCount(total),
      unit: '名',
      lines: [{ label: '前月末から', text: diff(total, prevTotal) }],
    },
    {
      label: '休会',
      definition: 'その日の終わりに休会のプランである会員。',
      text: formatCount(suspended),
      unit: '名',
      lines: [{ label: '前月末から', text: diff(suspended, prevSuspended) }],
    },
    ...(mrr === undefined
      ? []
      : [
          {
            label: '月会費の合計',
            definition:
              '在籍している会員の契約の月会費の合計（税込、休会の会費を含み、オプションを含みません）。請求額や売上ではなく契約の金額です。会員管理システムの会費売上は、入金のあった金額です。',
            text: formatYen(mrr),
            why: fees ? ('fees' as const) : undefined,
            lines: [
              {
                label: '前月末から',
                text: fees ? formatDifference(fees.closing - fees.opening, 0, '¥') : '–',
              },
            ],
          },
          {
            label: '1名あたり月会費',
            definition: '月会費の合計 ÷ 在籍（休会を含みます）。',
            text: formatYen(total ? mrr / total : null),
            lines: [],
          },
        ]),
  ]
}

const PlansSkeleton = () => (
  <>
    <div className={headlineGrid}>
      {['在籍', '休会', '会費', '単価'].map((key) => (
        <Block key={key} className="h-32" />
      ))}
    </div>
    <Block className="h-96" />
  </>
)
