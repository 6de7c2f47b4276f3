import type { Touched } from '../../import/facts/follow.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import type { Upserted } from './upsert.ts'

/** The members, shops and first day whose figures written rows change, by their values now and before. */
export function touchedOf({ written }: Pick<Upserted, 'written'>, days: readonly string[]): Touched {
  const members = new Set<number>()
  const shops = new Set<number>()
  let since: string | null = null
  for (const { wanted, before } of written) {
    for (const values of before ? [wanted.values, before] : [wanted.values]) {
      if (values.member_id != null) members.add(Number(values.member_id))
      if (values.shop_id != null) shops.add(Number(values.shop_id))
      for (const name of days) {
        const value = values[name]
        if (value == null) continue
        const day = String(value).length > 10 ? tokyoDayOf(new Date(String(value))) : String(value)
        if (since === null || day < since) since = day
      }
    }
  }
  return { members: [...members], shops: [...shops], since }
}
