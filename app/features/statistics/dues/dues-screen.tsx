import { Link } from '@tanstack/react-router'
import type { DuesRecovery } from '#contract/report-dues.ts'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportDuesRecovery } from '~/functions/report'
import { formatCount, formatPercent, formatRange, formatYen, none } from '~/lib/format'
import { allShops, useSelectedShop } from '~/shop/selected-shop'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { monthLabel, type ReportSearch, reportSearch, requestedMonth, type ScreenProps } from '../period'
import { fewPeople } from '../shops/rates'
import { StatisticsScreen } from '../statistics-screen'
import { duesVerdict } from '../verdicts'
import { AgesPanel, MethodPanel, MonthPanels, ShopPanel } from './panels'
import { duesQuery } from './queries'

/** Dues that were not paid on their day: what came back, how soon, and what is open. */
export function DuesScreen({ search, onSearchChange }: ScreenProps<ReportSearch>) {
  const { shops, shopId } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="dues"
      {...{ search, onSearchChange }}
      read={reportSearch}
      query={(next) => duesQuery(requestedMonth(next, shops))}
      save={() => exportDuesRecovery({ data: requestedMonth(search, shops) })}
      verdict={duesVerdict}
      daysOf={({ period }) => period}
      length={13}
      isToCome={({ period }) => period === null}
      whyEmpty={({ months }) => months.every(({ figures }) => figures === null) && '会費の請求のデータがない期間です。'}
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={stats.period} kinds={['bills']} />
          <FigureCards figures={cardsOf(stats, shopId ?? allShops)} />
          <MonthPanels stats={stats} />
          <div className="grid gap-4 @min-[1000px]:grid-cols-2">
            {stats.open && <AgesPanel open={stats.open} />}
            <MethodPanel stats={stats} />
          </div>
          {stats.byShop.length > 1 && <ShopPanel stats={stats} />}
        </>
      )}
    </StatisticsScreen>
  )
}

const UnpaidLink = ({ shop }: { shop: string }) => (
  <Link to="/hacomono/members/unpaid" search={{ shop } as never} className="text-primary underline underline-offset-4">
    未収金のある会員
  </Link>
)

function cardsOf({ months, open, newest }: DuesRecovery, shop: string): ShownFigure[] {
  const known = months.flatMap(({ month, figures }) => (figures ? [{ month, ...figures }] : []))
  const at = known.findLastIndex(({ isComplete }) => isComplete)
  const [last, before] = [known[at], known[at - 1]]
  const old = open?.ages.filter(({ from }) => from > 60) ?? []
  /** Of the newest month whose bills have all had so many days. */
  const backWithin = (days: number): ShownFigure => {
    const found = known.findLast(({ back }) => back.some((one) => one.days === days && one.isRipe))
    const back = found?.back.find((one) => one.days === days)
    return {
      label: `${days}日以内の回収${found ? `（${monthLabel(found.month)}分）` : ''}`,
      definition: `期日に払われなかった会費がある会員のうち、その月の未払いをどれも期日から${days}日以内に払った割合。すべての請求が期日から${days}日たった最も新しい対象月です。幅は、人数が少ないために偶然に出る範囲（95%）で、20名未満は参考値です。`,
      text: formatPercent(back?.people.rate),
      isOfFew: back?.people.of != null && back.people.of < fewPeople,
      lines: [
        { label: '幅（95%）', text: back ? formatRange(back.people, formatPercent) : none },
        { label: '人数', text: back ? `${formatCount(back.people.count)} / ${formatCount(back.people.of)}名` : none },
        { label: '金額では', text: formatPercent(back?.rate) },
        ...(days === 30 && newest && newest.monthsBefore > 0
          ? [{ label: `その前の${newest.monthsBefore}か月`, text: formatPercent(newest.before.rate) }]
          : []),
      ],
    }
  }
  return [
    {
      label: '未収金',
      definition:
        '引落日が来た会費のうち、データの日に入金のない金額。表にない古い対象月と、結果待ちの請求を含みます。会員の一覧の未収金は結果待ちを含みません。',
      text: formatYen(open?.yen),
      lines: [
        { label: '人数', text: open ? `${formatCount(open.people)}名` : none },
        { label: '期日から60日超', text: open ? formatYen(old.reduce((sum, { yen }) => sum + yen, 0)) : none },
        ...(open?.waiting ? [{ label: 'うち結果待ち', text: formatYen(open.waiting) }] : []),
        { label: '', text: <UnpaidLink shop={shop} /> },
      ],
    },
    {
      label: `期日に未払い${last ? `（${monthLabel(last.month)}分）` : ''}`,
      definition:
        '結果の出た請求額のうち、期日（引落日）に払われなかった金額の割合。あとから払われた会費も含みます。すべての引落が終わった最も新しい対象月です。',
      text: formatPercent(last?.failedRate),
      lines: [
        { label: '金額', text: formatYen(last?.failed) },
        { label: '人数', text: last ? `${formatCount(last.people)}名` : none },
        { label: '前の対象月', text: formatPercent(before?.failedRate) },
      ],
    },
    backWithin(30),
    backWithin(90),
  ]
}
