import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ShopPlan } from '#contract/shop-plan.ts'
import { type PublicationStatus, publicationStatuses } from '#contract/words/common.ts'
import { Chip } from '~/components/ui/chip'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { ClubAdminLink } from '~/nouns/club-system/club-admin-link'

/** Tabs for plans and tickets, which keep the shop. */
export const Tabs = ({ shop }: { shop: string | undefined }) => (
  <ViewTabs label="プランとチケット">
    <Link to="/hacomono/plans-or-tickets" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
      プラン
    </Link>
    <Link to="/hacomono/plans-or-tickets/tickets" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
      チケット
    </Link>
  </ViewTabs>
)

interface HeadProps {
  title: string
  shop: string
  note?: ReactNode
  rows: readonly { lastSyncedAt: string | null }[] | undefined
}

/** Header of the list: title, shop, data age. */
export function Head({ title, shop, note, rows = [] }: HeadProps) {
  const newest = rows.reduce<string | null>((last, { lastSyncedAt }) => {
    return lastSyncedAt !== null && lastSyncedAt > (last ?? '') ? lastSyncedAt : last
  }, null)
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="text-sm font-medium">{shop}</p>
      {note && <p className="text-xs text-muted-foreground">{note}</p>}
      <Synced at={newest} />
    </div>
  )
}

/** Last synchronisation with the club system, and a link to it. */
export function Synced({ at }: { at: string | null }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted-foreground">
      {/* Reserves the width of a timestamp, so that nothing shifts. */}
      <span className="figures min-w-50">最終同期日時 {at ? formatDateTime(at) : '–'}</span>
      <ClubAdminLink className="print:hidden" />
    </p>
  )
}

export const StatusChip = ({ status }: { status: PublicationStatus }) => (
  <Chip tone={status === 'active' ? 'positive' : 'neutral'}>{publicationStatuses[status]}</Chip>
)

/** Number of contractors, linked to them; not for optional plans, which the members' list cannot filter by. */
export function Contractors({ plan: { name, code, shopId, category, contractorCount } }: { plan: ShopPlan }) {
  const text = `${formatCount(contractorCount)}名`
  if (category === 'option' || contractorCount === 0) return text
  return (
    <Link
      to="/hacomono/members"
      search={{ shop: shopId, planCode: code, left: 'all' }}
      className="text-primary underline underline-offset-4"
    >
      <span className="sr-only">{name}の会員 </span>
      {text}
    </Link>
  )
}
