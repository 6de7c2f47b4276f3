import { type SQL, sql } from 'drizzle-orm'
import type { Lifetime, Stay } from '#contract/report.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { startOf } from './known-start.ts'
import { ratio } from './money.ts'
import { addDays, monthOf } from './periods.ts'

export const noStay: Stay = { members: null, mean: null, median: null }

/** A number of people with the same first and last day of membership. */
interface Stretch {
  from: string
  to: string
  members: number
}

/**
 * Length of membership of those who left in the twelve months that end on `to`, and of those who are members at its
 * close (docs/domain.md, "Lifetime"): of the whole membership, over all its shops, without those whose first day is
 * unknown.
 */
export async function readStays(
  db: Db,
  shops: SQL,
  to: string,
): Promise<Pick<Lifetime, 'stayOfLeavers' | 'stayOfMembers'>> {
  const from = monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)) - 11).from
  const leavers = await rowsOf<Stretch>(
    db,
    sql`
      select "from", "to", count(*) as members from (
        select ${startOf} as "from", until_on as "to" from membership_interval i
        where shop_id = any(${shops}) and ends_span and until_on between ${from} and ${to}
      ) left_on where "from" is not null
      group by "from", "to"`,
  )
  const members = await rowsOf<Stretch>(
    db,
    sql`
      select "from", ${to} as "to", count(*) as members from (
        select ${startOf} as "from" from membership_interval i
        where shop_id = any(${shops}) and from_on <= ${to} and (until_on is null or until_on > ${to})
      ) present where "from" is not null
      group by "from"`,
  )
  return { stayOfLeavers: stayOf(leavers), stayOfMembers: stayOf(members) }
}

export function stayOf(stretches: readonly Stretch[]): Stay {
  const stays = stretches
    .map(({ from, to, members }) => ({ months: wholeMonths(from, to), members }))
    .sort((one, other) => one.months - other.months)
  const members = stays.reduce((sum, one) => sum + one.members, 0)
  const months = stays.reduce((sum, one) => sum + one.months * one.members, 0)
  const ranked = (rank: number) => {
    let passed = 0
    const found = stays.find((one) => {
      passed += one.members
      return passed >= rank
    })
    return found?.months ?? 0
  }
  const median = (ranked(Math.ceil(members / 2)) + ranked(Math.floor(members / 2) + 1)) / 2
  return { members, mean: ratio(months, members), median: members === 0 ? null : median }
}

/** Whole calendar months from a first day to a last one, both included: 1/31 to 1/30 of the next year is 12. */
export function wholeMonths(from: string, to: string): number {
  const [year, month, day] = from.split('-').map(Number) as [number, number, number]
  const [endYear, endMonth, endDay] = addDays(to, 1).split('-').map(Number) as [number, number, number]
  return Math.max(0, (endYear - year) * 12 + endMonth - month - (endDay < day ? 1 : 0))
}
