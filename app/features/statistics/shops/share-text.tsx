import { Link } from '@tanstack/react-router'
import type { Share } from '#contract/report-shops.ts'
import { useCan } from '~/auth/session'
import { Chip } from '~/components/ui/chip'
import { formatCount, formatPercent } from '~/lib/format'
import { isOfFew } from './rates'

interface ShareTextProps {
  share: Share
  /** The rate's scale ends here; the bar shows the interval on it. */
  max: number
  /** Months in each of which it counts its people. */
  months?: number | undefined
}

/** A rate, its interval in figures and as a bar where it has one, and of how many people. */
export function ShareText({ share, max, months }: ShareTextProps) {
  const { rate, low, high, count, of } = share
  if (rate === null) return <span>–</span>
  const hasInterval = low !== null && high !== null
  const place = (value: number) => `${Math.min(100, (value / max) * 100).toFixed(2)}%`
  return (
    <div className="min-w-24">
      <p className="flex items-center justify-end gap-1.5 font-semibold">
        {isOfFew(share, months) && <Chip>参考値</Chip>}
        {formatPercent(rate)}
      </p>
      {hasInterval && (
        <div aria-hidden className="relative mt-0.5 h-2">
          <span className="absolute inset-x-0 top-1/2 h-px bg-chart-grid print:[print-color-adjust:exact]" />
          <span
            className="absolute inset-y-0.5 rounded-full bg-chart-bar/40 print:[print-color-adjust:exact]"
            style={{ left: place(low), width: place(high - low) }}
          />
          <span
            className="absolute top-0 h-2 w-0.5 bg-chart-line print:[print-color-adjust:exact]"
            style={{ left: place(rate) }}
          />
        </div>
      )}
      {hasInterval && (
        <p className="text-xs text-muted-foreground">
          {formatPercent(low)}〜{formatPercent(high)}
        </p>
      )}
      <p className="text-xs text-muted-foreground">
        {formatCount(count)} / {formatCount(of)}
      </p>
    </div>
  )
}

interface EarlyLinkProps {
  shopId: string
  shopName: string
  share: Share
  /** The compared days. */
  period: { from: string; to: string }
  isMonth: boolean
}

/** The people behind 早期退会, for who may read members. */
export function EarlyLink({ shopId, shopName, share, period, isMonth }: EarlyLinkProps) {
  const can = useCan()
  if (!share.count || !can('member.read')) return null
  const [year, month] = (isMonth ? period.to : period.from).split('-').map(Number) as [number, number]
  return (
    <Link
      to="/dashboard/members"
      search={{
        figure: 'retentionLost',
        months: 3,
        shop: shopId,
        year,
        ...(isMonth ? { month } : month > 1 && { fiscalStartMonth: month }),
      }}
      className="relative inline-block text-xs text-primary underline underline-offset-4 print:hidden"
    >
      <span className="sr-only">
        {shopName}の早期退会 {formatCount(share.count)}名の
      </span>
      退会した会員を見る
    </Link>
  )
}
