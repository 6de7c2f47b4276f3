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

/** Of the people to speak to. */
const lists = { toTalk: '/hacomono/members/talk', unpaid: '/hacomono/members/unpaid' }

const step = buttonVariants({ variant: 'outline' })

/** What to do next about a shop: speak to people, begin an action, read the figures. */
export function NextSteps({ shop }: { shop: ShopFinding }) {
  const { shopId, shopName, figure, path } = shop
  const can = useCan()
  const mayBeginActions = useMayBeginActions()
  const mayCall = isBad(shop) && can('member.write')
  const of = <span className="sr-only">{shopName}の</span>
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      {mayCall && (figure === 'withdrawals' || figure === 'visits') && can('member.export') && (
        <Link to={lists.toTalk as never} search={{ shop: shopId } as never} className={step}>
          {of}今週話す会員
        </Link>
      )}
      {mayCall && figure === 'sales' && can('report.money') && (
        <Link to={lists.unpaid as never} search={{ shop: shopId } as never} className={step}>
          {of}未収金のある会員
        </Link>
      )}
      {mayBeginActions && isBad(shop) && (
        <Link to="/shop-reports/actions/new" search={{ shop: shopId, metric: metrics[figure] }} className={step}>
          {of}改善アクションを登録
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
      className="text-primary underline underline-offset-4"
    >
      <span className="sr-only">{name}の</span>なぜ（数値を見る）
    </Link>
  )
}
