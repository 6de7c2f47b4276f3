import { type Keys, type KindName, kinds, theirKey } from '../provider/answers.ts'
import type { Provider } from './lists.ts'
import { firstLine } from './sales.ts'
import { dayOf } from './time.ts'
import type { Member, Purchase, Row } from './world.ts'

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

  const dressed = (kind: KindName, row: Row): Row => {
    if (kind === 'members') return { ...row, status: statusOf(row.id) }
    return kind === 'purchases' ? purchase(row as Purchase) : row
  }
  const nameOf = (keys: Keys, key: string) => (traps.isOn('otherKeys') && otherKeys[key]) || theirKey(keys, key)

  return {
    isGone,
    /** Which members a list has. */
    listedBy(isActiveAsked = false): (member: Row) => boolean {
      const day = today()
      const studio = traps.isOn('oneShopOnly') ? world.studios[0]?.id : null
      const isResting = (id: number) => !traps.isOn('restNotActive') && contracts.isResting(id, day)
      return (member) => {
        if (isGone(member, day) || (studio !== null && member.studio_id !== studio)) return false
        return !isActiveAsked || contracts.isActive(member.id, day) || isResting(member.id)
      }
    },
    /** As it is sent: by the club system's keys, without what is its own. */
    send: (kind: KindName, row: Row): Row => sent(kinds[kind].keys, dressed(kind, row), nameOf) as Row,
  }
}

/** Instead of the keys that are assumed, while the trap is on. */
const otherKeys: Record<string, string> = { member_no: 'code', start_at: 'date_time' }

function sent(keys: Keys, row: object, nameOf: (keys: Keys, key: string) => string): object {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !key.startsWith('_'))
      .map(([key, value]) => {
        const inner = keys[key]
        return [nameOf(keys, key), typeof inner === 'object' ? within(inner.of, value, nameOf) : value]
      }),
  )
}

const within = (keys: Keys, value: unknown, nameOf: (keys: Keys, key: string) => string): unknown =>
  Array.isArray(value)
    ? value.map((one) => within(keys, one, nameOf))
    : typeof value === 'object' && value !== null
      ? sent(keys, value, nameOf)
      : value
