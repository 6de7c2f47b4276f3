import type { Provider } from './lists.ts'
import { firstLine } from './sales.ts'
import { dayOf } from './time.ts'
import type { Member, Purchase, Row, World } from './world.ts'

/** How records look from outside at the clock's time, as far as traps are on. */
export function createViews({ world, contracts, traps, now }: Provider) {
  const today = () => dayOf(now())

  /** Whether nobody finds the member any more. */
  const isGone = (member: Row, day = today()) =>
    (member as Member)._erased === true ||
    (traps.isOn('withdrawnVanish') &&
      (member as Member).cancel_requested_at !== null &&
      contracts.isOver(member.id, day))

  const statusOf = (id: number) => {
    if (contracts.isActive(id, today())) return '契約中'
    if (contracts.isResting(id, today())) return '休会中'
    return contracts.isOver(id, today()) ? '退会' : '未契約'
  }

  const purchase = (row: Purchase): Row => ({
    ...row,
    ...(traps.isOn('firstSaleInOneLine') && row._isFirst && { details: [firstLine(row.details)] }),
    ...(traps.isOn('feesComeLater') && (row.deposited_on ?? '9999') > today() && { fee: null, deposited_on: null }),
  })

  const dressed = (of: keyof World, row: Row): Row => {
    if (of === 'members') return { ...row, status: statusOf(row.id) }
    return of === 'purchases' ? purchase(row as Purchase) : row
  }

  return {
    isGone,
    /** Which members a list has. */
    listedBy(query: URLSearchParams): (member: Row) => boolean {
      const day = today()
      const studio = traps.isOn('oneShopOnly') ? world.studios[0]?.id : null
      const isActiveAsked = query.get('is_active') === 'true'
      const isResting = (id: number) => !traps.isOn('restNotActive') && contracts.isResting(id, day)
      return (member) => {
        if (isGone(member, day) || (studio !== null && member.studio_id !== studio)) return false
        return !isActiveAsked || contracts.isActive(member.id, day) || isResting(member.id)
      }
    },
    /** As it is sent, without what is the provider's own. */
    send: (of: keyof World, row: Row): Row =>
      Object.fromEntries(Object.entries(dressed(of, row)).filter(([key]) => !key.startsWith('_'))) as Row,
  }
}
