import { Link } from '@tanstack/react-router'
import type { ShopFinding } from '#contract/digest.ts'
import type { DigestFigure } from '#contract/words/digest.ts'
import type { ActionMetric } from '#contract/words/report-action.ts'
import { useCan } from '~/auth/session'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { buttonVariants } from '~/components/ui/button'
import { isBad } from './words'

const metrics: Record<DigestFigure, ActionMetric> = {
  admissions: 'admissions',
  withdrawals: 'withdrawals',
  visits: 'visitCount',
  sales: 'netSales',
}

const step = buttonVariants({ variant: 'outline' })

/** What to do next about a shop: speak to people, begin an action, read the figures. */
export function NextSteps({ shop }: { shop: ShopFinding }) {
  const { shopId, shopName, figure, path } = shop
  const can = useCan()
  const mayBeginActions = useMayBeginActions()
  const mayCall = isBad(shop) && can('member.write')
  const of = (step: string) => `${shopName}の${step}`
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      {mayCall && (figure === 'withdrawals' || figure === 'visits') && can('member.export') && (
        <Link
          to="/hacomono/members/talk"
          search={{ shop: shopId } as never}
          aria-label={of('今週話す会員')}
          className={step}
        >
          今週話す会員
        </Link>
      )}
      {mayCall && figure === 'sales' && can('report.money') && (
        <Link
          to="/hacomono/members/unpaid"
          search={{ shop: shopId } as never}
          aria-label={of('未収金のある会員')}
          className={step}
        >
          未収金のある会員
        </Link>
      )}
      {mayBeginActions && isBad(shop) && (
        <Link
          to="/shop-reports/actions/new"
          search={{ shop: shopId, metric: metrics[figure] }}
          aria-label={of('改善アクションを登録')}
          className={step}
        >
          改善アクションを登録
        </Link>
      )}
      <ReportLink path={path} name={shopName} />
    </p>
  )
}

/** To the report of a finding, whose address the API gives. */
export function ReportLink({ path, name }: { path: string; name: string }) {
  const { pathname, searchParams } = new URL(path, 'https://report')
  return (
    <Link
      to={pathname as never}
      search={Object.fromEntries(searchParams) as never}
      aria-label={`${name}のなぜ（数値を見る）`}
      className="text-primary underline underline-offset-4"
    >
      なぜ（数値を見る）
    </Link>
  )
}
