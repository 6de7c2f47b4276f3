import { useQuery } from '@tanstack/react-query'
import { useCan } from '~/auth/session'
import { MonthPicker } from '~/components/report/month-picker'
import { Block } from '~/components/report/report-states'
import { ScreenHead } from '~/components/screen-head'
import { FailedState } from '~/components/states'
import { UnreadSales } from '~/frame/report/unread-sales'
import { useSelectedShop } from '~/shop/selected-shop'
import { previousOfShop } from '~/shop/shop-query'
import type { ScreenProps } from '../period'
import { StatisticsTabs } from '../statistics-tabs'
import { CostGrid } from './cost-grid'
import { ProfitTable } from './profit-table'
import { type CostsSearch, costsMonth, costsQuery, profitQuery, requestedProfit } from './queries'

/** What a shop costs a month, entered here, and what is left of its sales. */
export function CostsScreen({ search, onSearchChange }: ScreenProps<CostsSearch>) {
  const { shopId, shops, label } = useSelectedShop(search.shop)
  const month = costsMonth(search)
  const request = requestedProfit(search, shops)
  const { data, error, refetch } = useQuery({ ...profitQuery(request), placeholderData: previousOfShop(request) })
  return (
    <div className="mx-auto max-w-[1608px] px-4 pt-4 pb-12 sm:px-6">
      <ScreenHead
        title="費用と損益"
        tabs={<StatisticsTabs shop={search.shop} />}
        lead={label}
        actions={
          <MonthPicker
            month={month}
            onChange={(next) => onSearchChange({ ...search, month: next })}
            onIntent={() => {}}
          />
        }
      />
      <div className="mt-4 space-y-4">
        {error && !data ? (
          <FailedState title="費用と損益を表示できませんでした" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <UnreadSales reach={data} period={{ from: `${data.months[0]?.month}-01`, to: `${month}-31` }} />
            <ProfitTable stats={data} />
          </>
        ) : (
          <Block className="h-96" />
        )}
        {shopId === undefined ? (
          <p className="text-sm text-muted-foreground">費用は、店舗を選ぶと入力できます。</p>
        ) : (
          <Costs shopId={shopId} month={month} />
        )}
      </div>
    </div>
  )
}

function Costs({ shopId, month }: { shopId: string; month: string }) {
  const mayWrite = useCan()('cost.write')
  const { data, error, refetch } = useQuery(costsQuery({ shopId, month }))
  if (data) return <CostGrid key={`${shopId} ${month}`} shopId={shopId} months={data.months} mayWrite={mayWrite} />
  return error ? (
    <FailedState title="費用を表示できませんでした" error={error} onRetry={() => void refetch()} />
  ) : (
    <Block className="h-72" />
  )
}
