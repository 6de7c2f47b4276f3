import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import type { DataHealth } from '#contract/data-health.ts'
import { type DoubleCheck, doubleChecks, healthChecks } from '#contract/words/data-health.ts'
import { StaffName } from '~/auth/record-links'
import { RecordPage } from '~/components/record/record-page'
import { FailedState } from '~/components/states'
import { Card } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { settingsPage } from '~/frame/settings-page'
import { formatCount, formatYen } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { checkWords } from './checks'
import { DoubleMerges } from './double-merges'
import { Explained, FoundDoubles } from './found-doubles'
import { FoundMembers, FoundPlans } from './found-members'
import { JoinedDays } from './joined-days'
import { Opened } from './opened'
import { dataHealthQuery, type HealthSearch, ofShop } from './queries'

/** What is wrong with the data that came, who it is about, and what it bends. */
export function DataHealthPage({ search }: { search: HealthSearch }) {
  const { shops, label } = useSelectedShop(search.shop)
  const of = ofShop(search, shops)
  const { data, error, refetch } = useQuery(dataHealthQuery(of))
  return (
    <RecordPage
      list={settingsPage}
      title="データ健康診断"
      state={<span className="text-sm font-medium">{label}</span>}
      wide
    >
      <p className="mb-4 text-sm">
        受け取ったデータのうち、数字やメールをゆがめるおそれのあるものです。会員管理システムから届いたデータは会員管理システムで、ファイルから取り込んだデータは正しい値のファイルで直してください。ファイルと会員管理システムとで二重のデータは、この画面で統合できます。
      </p>
      {data ? (
        <div className="space-y-4 pb-12">
          {data.checks.map((one) => (
            <CheckCard key={`${one.check} ${of.shopId}`} of={one} health={data} shopId={of.shopId} />
          ))}
          <DoubleMerges />
        </div>
      ) : error ? (
        <FailedState title="データ健康診断を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="space-y-4">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      )}
    </RecordPage>
  )
}

const units: Partial<Record<CheckProps['of']['check'], string>> = {
  ...{ plansWithoutPrice: '件', peopleTwice: '組', salesTwice: '件', visitsTwice: '件' },
}
const isDouble = (check: CheckProps['of']['check']): check is DoubleCheck => Object.hasOwn(doubleChecks, check)

interface CheckProps {
  of: DataHealth['checks'][number]
  health: DataHealth
  shopId: string | undefined
}

function CheckCard({ of: { check, count, groups }, health, shopId }: CheckProps) {
  const id = useId()
  const { about, bends } = checkWords[check]
  const { joinedDays: days, staff } = health
  const unit = units[check] ?? '名'
  const isShown = count > 0 || (check === 'joinedDays' && days.length > 0)
  const found = `${formatCount(count)}${unit}`
  return (
    <Card aria-labelledby={id} className="px-4 py-3.5 sm:px-5">
      <h2 id={id} className="flex flex-wrap items-baseline gap-x-3 text-[15px] font-semibold">
        {healthChecks[check]}
        <span className="figures font-normal">
          {count > 0 ? (
            `${found}${groups === null ? '' : `（${formatCount(groups)}組）`}${
              check === 'salesTwice' ? `（${formatYen(health.salesTwiceYen)}）` : ''
            }`
          ) : (
            <span className="inline-flex items-center gap-1 text-sm text-muted-foreground">
              <CircleCheck aria-hidden className="size-4 self-center" />
              {isShown ? '回答済み' : 'ありません'}
            </span>
          )}
        </span>
      </h2>
      {isShown && (
        <>
          <p className="mt-1 text-sm">{about}</p>
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
            <span className="text-muted-foreground">影響する数字:</span>
            {bends}
          </p>
          {check === 'joinedDays' ? (
            <JoinedDays days={days} shopId={shopId} />
          ) : check === 'staffAddresses' ? (
            <ul aria-label={healthChecks[check]} className="mt-3 divide-y rounded-md border text-sm">
              {staff.map((one) => (
                <li key={one.id} className="px-3 py-2">
                  <StaffName staff={one} />
                </li>
              ))}
            </ul>
          ) : isDouble(check) ? (
            <>
              {check === 'peopleTwice' && <Explained of={health.explained} />}
              <Opened label="二重のデータを見る" count={found}>
                <FoundDoubles check={check} {...(shopId && { shopId })} />
              </Opened>
            </>
          ) : (
            <Opened label={check === 'plansWithoutPrice' ? 'プランを見る' : '会員を見る'} count={found}>
              {check === 'plansWithoutPrice' ? (
                <FoundPlans label={healthChecks[check]} {...(shopId && { shopId })} />
              ) : (
                <FoundMembers label={healthChecks[check]} check={check} {...(shopId && { shopId })} />
              )}
            </Opened>
          )}
        </>
      )}
    </Card>
  )
}
