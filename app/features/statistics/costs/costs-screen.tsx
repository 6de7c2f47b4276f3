import { useQuery } from '@tanstack/react-query'
import { useCan } from '~/auth/session'
import { Block } from '~/components/report/report-states'
import { FailedState } from '~/components/states'
import { UnreadSales } from '~/frame/report/unread-sales'
import { exportProfit } from '~/functions/shop-cost'
import { useSelectedShop } from '~/shop/selected-shop'
import type { ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { profitVerdict } from '../verdicts'
import { CostGrid } from './cost-grid'
import { ProfitTable } from './profit-table'
import { type CostsSearch, costsQuery, costsSearch, profitQuery, requestedProfit, shownCosts } from './queries'

/** What a shop costs a month, entered here, and what is left of its sales. */
export function CostsScreen({ search, onSearchChange }: ScreenProps<CostsSearch>) {
  const { shopId, shops } = useSelectedShop(search.shop)
  const month = shownCosts(search)
  return (
    <StatisticsScreen
      report="profit"
      {...{ search, onSearchChange }}
      read={costsSearch}
      query={(next) => profitQuery(requestedProfit(next, shops))}
      save={() => exportProfit({ data: requestedProfit(search, shops) })}
      verdict={profitVerdict}
      daysOf={({ period }) => period}
      length={12}
      isOfClosed
      cards={0}
    >
      {(stats) => (
        <>
          <UnreadSales reach={stats.reach} period={stats.requestInfo} />
          <ProfitTable stats={stats} />
          {shopId === undefined ? (
            <p className="text-sm text-muted-foreground print:hidden">費用は、店舗を選ぶと入力できます。</p>
          ) : (
            <Costs shopId={shopId} month={month} />
          )}
        </>
      )}
    </StatisticsScreen>
  )
}

function Costs({ shopId, month }: { shopId: string; month: string }) {
  const mayWrite = useCan()('cost.write')
  const { data, error, refetch } = useQuery(costsQuery({ shopId, month }))
  if (data) {
    const { months, campaigns } = data
    return <CostGrid key={`${shopId} ${month}`} {...{ shopId, months, campaigns, mayWrite }} />
  }
  return error ? (
    <FailedState title="費用を表示できませんでした" error={error} onRetry={() => void refetch()} />
  ) : (
    <Block className="h-72" />
  )
}
