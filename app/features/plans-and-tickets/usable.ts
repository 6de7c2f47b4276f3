import type { ShopTicket } from '#contract/shop-ticket.ts'
import { formatCount } from '~/lib/format'

/** Where a ticket can be used: 全店舗, or the shops in scope by name and the others by number. */
export function usableText({ scope, shops, others }: ShopTicket['usable']): string {
  if (scope === 'all') return '全店舗'
  const names = shops.map(({ name }) => name).join('、')
  return others === 0 ? names : `${names} ほか${formatCount(others)}店舗`
}
