import { useQuery } from '@tanstack/react-query'
import type { DigestByShop, Finding, ShopFinding } from '#contract/digest.ts'
import { unreadRemark } from '#contract/words/unread-sales.ts'
import { Panel } from '~/components/report/panel'
import { FailedState } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatDateTime } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { ChanceLink } from '../chance/chance-link'
import { NextSteps, ReportLink } from './next-steps'
import { tonightQuery } from './queries'
import { aheadInWords, alsoInWords, isBad, restOf, unjudgedInWords, verdictOf } from './words'

/** 今夜の一枚: which shops are not as usual, why, what is coming to them, and what to do next. */
export function Tonight() {
  const { data, error, refetch } = useQuery(tonightQuery)
  if (data) return <Page page={data} />
  if (error)
    return <FailedState title="今夜の一枚を表示できませんでした" error={error} onRetry={() => void refetch()} />
  return (
    <Panel title="今夜の一枚">
      <p role="status" className="sr-only">
        読み込み中...
      </p>
      <Skeleton className="h-6 w-64" />
      <Skeleton className="mt-4 h-24 w-full" />
    </Panel>
  )
}

function Page({ page }: { page: DigestByShop }) {
  const { shops, together, dataAsOf } = page
  const rest = restOf(page)
  return (
    <Panel
      title="今夜の一枚"
      aside={
        <span className="flex flex-wrap items-center gap-x-4 text-xs text-muted-foreground">
          <span className="figures">
            {formatDate(page.from)}〜{formatDate(page.to)}
          </span>
          <ChanceLink />
        </span>
      }
    >
      <h3 className="text-lg font-semibold">{verdictOf(page)}</h3>
      {page.isOld && dataAsOf && (
        <p className="mt-1 text-sm text-warning">
          データは{formatDateTime(dataAsOf)}までです。データのある最後の週を示しています。
        </p>
      )}
      {!dataAsOf && (
        <p className="mt-1 text-sm text-muted-foreground">会員と来館のデータが届くと、半年後から判断します。</p>
      )}
      <ol className="mt-4 space-y-4 empty:hidden">
        {together && <FoundTogether finding={together} />}
        {shops.map((shop) => (
          <Shop key={shop.shopId} shop={shop} />
        ))}
      </ol>
      <div className="mt-4 space-y-1 text-sm text-muted-foreground empty:hidden">
        {rest && <p>{rest}</p>}
        {unjudgedInWords(page.unjudged).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {page.unreadSales && <p className="figures">{unreadRemark(page.unreadSales)}</p>}
      </div>
    </Panel>
  )
}

const found = 'border-l-4 pl-3 print:break-inside-avoid'

function Shop({ shop }: { shop: ShopFinding }) {
  return (
    <li className={cn(found, isBad(shop) ? 'border-bad' : 'border-good')}>
      <p className="font-medium">{shop.sentence}</p>
      <p className="mt-1 text-sm">
        {shop.reason}
        {alsoInWords(shop)}
        {aheadInWords(shop.ahead)}
      </p>
      <NextSteps shop={shop} />
    </li>
  )
}

const FoundTogether = ({ finding }: { finding: Finding }) => (
  <li className={cn(found, 'border-border')}>
    <p className="font-medium">{finding.sentence}</p>
    {finding.reason && <p className="mt-1 text-sm">{finding.reason}</p>}
    <p className="mt-2 text-sm print:hidden">
      <ReportLink path={finding.path} name="全店舗" />
    </p>
  </li>
)
