import { useQuery } from '@tanstack/react-query'
import { PeriodPicker } from '~/components/report/period-picker'
import { Block } from '~/components/report/report-states'
import { ScreenHead } from '~/components/screen-head'
import { FailedState } from '~/components/states'
import { addMonths, formatMonth } from '~/lib/dates'
import { useSelectedShop } from '~/shop/selected-shop'
import type { ScreenProps } from '../period'
import { StatisticsTabs } from '../statistics-tabs'
import { offeredMonths, requestedTargets, type TargetsSearch, targetsMonth, targetsQuery } from './queries'
import { TargetGrid } from './target-grid'

/** 月次目標 of the shops in scope, twelve months in one grid. */
export function TargetsScreen({ search, onSearchChange }: ScreenProps<TargetsSearch>) {
  const { shops, label } = useSelectedShop(search.shop)
  const month = targetsMonth(search)
  const request = requestedTargets(search, shops)
  const { data, error, refetch } = useQuery(targetsQuery(request))
  const months = offeredMonths()
  return (
    <div className="mx-auto max-w-[1608px] px-4 pt-4 pb-12 sm:px-6">
      <ScreenHead
        title="月次目標"
        tabs={<StatisticsTabs search={search} />}
        lead={label}
        actions={
          <PeriodPicker
            unit="月"
            period={month}
            periods={months.map((one) => [one, `${formatMonth(one)}から`])}
            stepTo={(distance) => months.find((one) => one === addMonths(month, distance))}
            onChange={(next) => onSearchChange({ ...search, month: next, year: undefined })}
            onIntent={() => {}}
            className="flex items-center gap-1.5 print:hidden"
            selectClass="figures w-40"
          />
        }
      />
      <div className="mt-4">
        {data ? (
          <TargetGrid key={`${request.shopId} ${month}`} year={data} onStale={() => void refetch()} />
        ) : error ? (
          <FailedState title="月次目標を表示できませんでした" error={error} onRetry={() => void refetch()} />
        ) : (
          <Block className="h-96" />
        )}
      </div>
    </div>
  )
}
