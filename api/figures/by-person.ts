import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { ratio } from './money.ts'
import type { Period } from './periods.ts'

/**
 * Sums over people of a rate that counts each person in several months: m months in which it counts them, c of these in
 * which they did it.
 */
export interface SumsByPerson {
  /** Σ c², Σ m·c and Σ m². */
  cc: number
  mc: number
  mm: number
}

/**
 * How many independent observations a rate of `count` of `of` months rests on, where each person is one cluster: twelve
 * months of one person say little more than one. By the variance of a ratio of cluster totals (Cochran, Sampling
 * Techniques, 11A): Σ (c − R·m)² ÷ (Σ m)², and the binomial variance of so many observations is the same. Never more than
 * `of`; where nobody differs, the people as if each had been there all the time (Kish: (Σ m)² ÷ Σ m²).
 */
export function independentOf(count: number, of: number, { cc, mc, mm }: SumsByPerson): number {
  const rate = ratio(count, of)
  if (rate === null || mm === 0) return 0
  const scatter = (cc - 2 * rate * mc + rate * rate * mm) / (of * of)
  const people = (of * of) / mm
  return Math.min(of, scatter <= 0 ? people : (rate * (1 - rate)) / scatter)
}

/** For each shop the sums over its 稼働 members and those of them who came, over the months of the period. */
export async function readVisitsByPerson(db: Db, shops: SQL, { from, to }: Period): Promise<Map<string, SumsByPerson>> {
  const rows = await rowsOf<SumsByPerson & { shopId: number }>(
    db,
    // People of two months together are the common bits of their sets; sets of different length are padded.
    sql`
      with people as materialized (
        select shop_id, month, operating || rest as operating, (operating & own_visitors) || rest as came
        from (
          select p.*, repeat('0', max(bits) over (partition by shop_id) - bits)::varbit as rest
          from shop_month_people p where shop_id = any(${shops}) and month between ${from} and ${to}
        ) padded
      )
      select a.shop_id as "shopId", sum(bit_count(a.came & b.came)) as cc, sum(bit_count(a.operating & b.came)) as mc,
        sum(bit_count(a.operating & b.operating)) as mm
      from people a join people b using (shop_id) group by a.shop_id`,
  )
  return new Map(rows.map(({ shopId, ...sums }) => [String(shopId), sums]))
}
