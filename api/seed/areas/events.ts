import { clubEvent } from '../../db/schema/club-event.ts'
import { type AreaSeed, writtenBy } from '../areas.ts'
import { toIso } from '../calendar.ts'

interface Seeded {
  title: string
  kind: (typeof clubEvent.$inferInsert)['kind']
  /** Everyone, or the shops at these indexes of the chain. */
  to: 'all' | readonly number[]
  by: 'head' | 'owner' | 'manager'
  /** Days from today. */
  first: number
  last?: number
}

const events: readonly Seeded[] = [
  { title: '駅の反対側に24時間ジムが開業', kind: 'other', to: [0], by: 'manager', first: -41 },
  { title: '台風のため午後から休館', kind: 'closure', to: [0, 1], by: 'head', first: -66 },
  { title: '入会金0円の折込チラシを配布', kind: 'campaign', to: [0], by: 'manager', first: -25, last: -19 },
  { title: '電気料金の高騰に伴う会費の改定', kind: 'price', to: 'all', by: 'head', first: -150 },
  { title: 'スタジオの床の張り替え', kind: 'closure', to: [1], by: 'owner', first: -12, last: -10 },
]

/** What staff wrote down for the axes of charts; `until` is the data date, so today is the day after. */
export const seed: AreaSeed = async (tx, { until, shopCount }) => {
  const on = (days: number) => toIso(until + 1 + days)
  const rows = events.flatMap(({ title, kind, to, by, first, last }) => {
    const shops = to === 'all' ? [] : to.filter((shop) => shop < shopCount)
    // A smaller chain has no such shop.
    if (to !== 'all' && shops.length === 0) return []
    const at = new Date(`${on(first)}T09:00:00+09:00`)
    return {
      ...{ title, kind, firstOn: on(first), lastOn: last === undefined ? null : on(last) },
      targetScope: to === 'all' ? ('all' as const) : ('shops' as const),
      targetShopIds: shops.map((shop) => shop + 1),
      ...writtenBy(by, at),
    }
  })
  await tx.insert(clubEvent).values(rows)
}
