import type { MemberPlan } from '#contract/report-member-plan.ts'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportMemberPlan } from '~/functions/report'
import { addMonths, shortDay } from '~/lib/dates'
import { changeOf, formatCount, formatDifference, formatYen, none } from '~/lib/format'
import { shownMonth } from '~/lib/period-in-url'
import { useSelectedShop } from '~/shop/selected-shop'
import { Change, FigureCards, type ShownFigure } from '../figure-cards'
import type { ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { plansVerdict } from '../verdicts'
import { WhySheet } from '../why'
import { FeesPanel, FiledPanel } from './fee-panels'
import { OptionTable, PlanTable, SharesPanel, TransitionsPanel } from './plan-panels'
import { type PlansSearch, plansQuery, plansSearch, requestedPlans } from './queries'

/** Which plans the members have, how that changes, and what is filed for the months to come. */
export function PlansScreen({ search, onSearchChange }: ScreenProps<PlansSearch>) {
  const { shops } = useSelectedShop(search.shop)
  const month = shownMonth(search)
  return (
    <StatisticsScreen
      report="memberPlan"
      {...{ search, onSearchChange }}
      read={plansSearch}
      query={(next) => plansQuery(requestedPlans(next, shops))}
      verdict={plansVerdict}
      daysOf={({ closeOn }) => (closeOn === null ? null : { from: `${closeOn.slice(0, 7)}-01`, to: closeOn })}
      save={() => exportMemberPlan({ data: requestedPlans(search, shops) })}
      isToCome={({ closeOn }) => closeOn === null}
      whyEmpty={({ total }) => total === null && '契約のデータがない月です。'}
    >
      {(stats) => (
        <>
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
        </>
      )}
    </StatisticsScreen>
  )
}

/** From the first month of the course to the counted day. */
const shownDays = ({ series, closeOn }: MemberPlan) =>
  closeOn === null ? null : { from: series[0]?.month ?? closeOn, to: closeOn }

function cardsOf(stats: MemberPlan, month: string): ShownFigure[] {
  const { closeOn, total, prevTotal, suspended, prevSuspended, plans, fees } = stats
  const isOpen = closeOn !== null && addMonths(month, 1) > closeOn.slice(0, 7) && stats.isProvisional
  const diff = (now: number | null, before: number | null, better: 'more' | 'less' = 'more') => {
    const change = changeOf(now, before)
    if (change === null) return none
    return (
      <Change of={change} better={better}>
        {formatDifference(change)}名
      </Change>
    )
  }
  const feeChange = changeOf(fees?.closing, fees?.opening)
  const mrr = fees === undefined ? undefined : plans.reduce((sum, one) => sum + (one.mrr ?? 0), 0)
  return [
    {
      label: isOpen && closeOn ? `在籍（${shortDay(closeOn)}時点）` : '期末在籍',
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
      lines: [{ label: '前月末から', text: diff(suspended, prevSuspended, 'less') }],
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
              { label: '前月末から', text: <Change of={feeChange ?? 0}>{formatDifference(feeChange, 0, '¥')}</Change> },
            ],
          },
          {
            label: '1名あたり月会費',
            definition: '月会費の合計 ÷ 在籍（休会を含みます）。',
            text: formatYen(total ? mrr / total : null),
          },
        ]),
  ]
}
