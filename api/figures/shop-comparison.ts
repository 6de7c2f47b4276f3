import { sql } from 'drizzle-orm'
import { type ComparedShop, earlyMonths, type Share, type SimilarShop } from '#contract/report-shops.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { independentOf, readVisitsByPerson, type SumsByPerson } from './by-person.ts'
import { cohortOf, keptFor } from './forecast.ts'
import { isDoubted } from './known-start.ts'
import { ratio } from './money.ts'
import { capped, monthOf, type Period } from './periods.ts'
import { followedDays, isCounting, isStanding, isWhole, readReachOfEach } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { wilson } from './wilson.ts'

/**
 * The days of a comparison: the month up to the data date; of several months those that end with the given one, or with
 * the last that is over. Null before the data.
 */
export function comparedDays(year: number, month: number, months: number, dataDate: string | null): Period | null {
  if (dataDate === null) return null
  if (months === 1) return capped(monthOf(year, month), dataDate)
  const requested = monthOf(year, month)
  const [ofYear, ofMonth] = dataDate.split('-').map(Number) as [number, number]
  const current = monthOf(ofYear, ofMonth)
  const over = current.to === dataDate ? current : monthOf(ofYear, ofMonth - 1)
  const { to } = requested.to < over.to ? requested : over
  return { from: monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)) - months + 1).from, to }
}

/** Not known. */
export const unknown: Share = { count: null, of: null, rate: null, low: null, high: null }

/**
 * A share with its interval, unrounded: of nobody it has no rate, of fewer (other) people no interval. `independent`:
 * observations that it rests on, where `of` has the same people several times.
 */
export function shareOf(count: number, of: number, independent = of): Share {
  const interval = count > of ? null : wilson((count * independent) / of, independent)
  return { count, of, rate: ratio(count, of), low: interval?.low ?? null, high: interval?.high ?? null }
}

/** A rate of a month that is not over has no interval: its remaining days change it more than chance does. */
export const withoutInterval = (share: Share): Share => ({ ...share, low: null, high: null })

interface ShopRow {
  shopId: number
  shopName: string
  opening: number | null
  closing: number | null
  admissions: number | null
  withdrawals: number | null
  trials: number | null
  trialsJoined: number | null
  operating: number | null
  operatingWhoCame: number | null
  averageOperating: number | null
}

/** The shops of the scope side by side, in display order; without `money` no table of money is read. */
export async function readComparedShops(
  db: Db,
  scope: ReportScope,
  period: Period,
  money: boolean,
): Promise<ComparedShop[]> {
  const shops = idArray(scope.shopIds)
  const { from, to } = period
  const rows = await rowsOf<ShopRow>(
    db,
    sql`
      select s.id as "shopId", s.name as "shopName", m.* from shop s
      left join (
        select shop_id, sum(opening) as opening, (array_agg(closing order by month desc))[1] as closing,
          sum(admissions) as admissions, sum(withdrawals) as withdrawals, sum(trials) as trials,
          sum(trials_joined) as "trialsJoined", sum(operating) as operating,
          sum(operating_who_came) as "operatingWhoCame",
          sum(opening - opening_suspended + closing - suspended) / 2.0 as "averageOperating"
        from shop_month where shop_id = any(${shops}) and month between ${from} and ${to} group by shop_id
      ) m on m.shop_id = s.id
      where s.id = any(${shops})
      order by s.sort_order, s.id`,
  )
  const cohort = cohortOf(period, earlyMonths)
  const isOver = period.to === monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7))).to
  const rateOf = (count: number, of: number, independent?: number) => {
    const share = shareOf(count, of, independent)
    return isOver ? share : withoutInterval(share)
  }
  const sales = money ? await readNetByShop(db, scope, period) : null
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  const byPerson = isOneMonth ? new Map<string, SumsByPerson>() : await readVisitsByPerson(db, shops, period)
  // Other shops of the comparison do not delay this one.
  const reachOf = await readReachOfEach(db, money, scope)
  const followed = new Map(scope.shopIds.map((id) => [id, followedDays(reachOf(id), cohort, period.to)]))
  const early = await readEarly(db, followed)
  return rows.map(({ shopId, shopName, ...row }) => {
    const id = String(shopId)
    const reach = reachOf(id)
    const isKnown = !isCounting(reach, period) && row.closing !== null
    const share = (known: boolean, count: number | null, of: number | null, people?: SumsByPerson) =>
      isKnown && known ? rateOf(count ?? 0, of ?? 0, people && independentOf(count ?? 0, of ?? 0, people)) : unknown
    const hasContracts = isWhole(reach, period, 'contracts', 'leavers')
    const joined = early.get(id) ?? { joined: 0, left: 0 }
    return {
      shopId: id,
      shopName,
      closing: isKnown && isStanding(reach, period.to) ? row.closing : null,
      churn: share(hasContracts, row.withdrawals, row.opening),
      admission: share(hasContracts, row.admissions, row.opening),
      // Each of them has had three months, whether the month is over or not.
      early: isKnown && (followed.get(id) ?? []).length > 0 ? shareOf(joined.left, joined.joined) : unknown,
      trial: share(isWhole(reach, period, 'leads'), row.trialsJoined, row.trials),
      visit: share(
        isWhole(reach, period, 'visits', 'contracts', 'leavers') && !reach.lessonsOnly,
        row.operatingWhoCame,
        row.operating,
        byPerson.get(id),
      ),
      ...(sales && {
        arpu:
          isKnown && hasContracts && isWhole(reach, period, 'sales')
            ? ratio(sales.get(id) ?? 0, row.averageOperating ?? 0)
            : null,
      }),
    }
  })
}

/** Of those who joined each shop in its days: how many, and how many left within three months. */
async function readEarly(db: Db, daysOf: ReadonlyMap<string, readonly Period[]>) {
  const days = [...daysOf].flatMap(([shopId, stretches]) => stretches.map((one) => ({ shopId, ...one })))
  if (days.length === 0) return new Map<string, { joined: number; left: number }>()
  const rows = await rowsOf<{ shopId: number; joined: number; left: number }>(
    db,
    sql`
      select i.shop_id as "shopId", count(*) as joined, count(*) filter (where not ${keptFor(sql`${earlyMonths}::integer`)}) as left
      from (values ${sql.join(
        days.map(({ shopId, from, to }) => sql`(${shopId}::integer, ${from}::date, ${to}::date)`),
        sql`, `,
      )}) as d (shop_id, "from", "to")
      join membership_interval i on i.shop_id = d.shop_id and i.starts_span and i.from_on between d."from" and d."to"
        and not ${isDoubted(sql`i.from_on`)}
      group by i.shop_id`,
  )
  return new Map(rows.map(({ shopId, ...early }) => [String(shopId), early]))
}

async function readNetByShop(db: Db, { shopIds }: ReportScope, { from, to }: Period) {
  const rows = await rowsOf<{ shopId: number; net: number }>(
    db,
    sql`
      select shop_id as "shopId", sum(gross - refund) as net from shop_month_sales
      where shop_id = any(${idArray(shopIds)}) and month between ${from} and ${to} group by shop_id`,
  )
  return new Map(rows.map(({ shopId, net }) => [String(shopId), net]))
}

/** Members of a shop by some mark, such as their age. */
type Mix = Map<string, number>

interface Profile {
  members: number
  ages: Mix
  plans: Mix
}

const sumOf = (mix: Mix) => [...mix.values()].reduce((sum, count) => sum + count, 0)

/** The share that two mixes have in common, 0 to 1: Σ of the smaller share of each mark. */
export function overlapOf(one: Mix, other: Mix): number {
  const [ofOne, ofOther] = [sumOf(one), sumOf(other)]
  if (ofOne === 0 || ofOther === 0) return 0
  let overlap = 0
  for (const [mark, count] of one) overlap += Math.min(count / ofOne, (other.get(mark) ?? 0) / ofOther)
  return Math.min(1, overlap)
}

/** Members as of all shops together that are added to each shop: a mix of 30 people is mostly chance. */
const shrinkBy = 50

/** Each shop's mix, shrunk to that of all shops together. */
function shrunk(mixes: readonly Mix[]): Mix[] {
  const all: Mix = new Map()
  for (const mix of mixes) for (const [mark, count] of mix) all.set(mark, (all.get(mark) ?? 0) + count)
  const total = sumOf(all)
  return mixes.map((mix) => new Map([...all].map(([mark, n]) => [mark, (mix.get(mark) ?? 0) + (shrinkBy * n) / total])))
}

/** How many similar shops are named. */
const similarShops = 5

/** How far two shops are apart in size (logarithm of the ratio), ages and plans. */
const partsOf = ({ size, ages, plans }: Omit<SimilarShop, 'shopId'>) => [Math.abs(Math.log(size)), 1 - ages, 1 - plans]

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * The shops most like this one at the close of the period, by size, ages and categories of plans in like measure: each
 * difference is divided by the median one between any two shops. Of the whole scope, so that what is usual is known.
 */
export async function readSimilar(
  db: Db,
  { shopIds }: ReportScope,
  { to }: Period,
  shopId: string,
): Promise<SimilarShop[]> {
  const rows = await rowsOf<{ shopId: number; age: string; plan: string; members: number }>(
    db,
    sql`
      select g.shop_id as "shopId", g.age_band as age, coalesce(p.category, '') as plan, sum(g.closing) as members
      from shop_month_group g
      left join (select distinct on (code) code, category from shop_plan order by code, id) p on p.code = g.plan
      where g.shop_id = any(${idArray(shopIds)}) and g.month = ${`${to.slice(0, 7)}-01`} and g.closing > 0
      group by g.shop_id, g.age_band, p.category`,
  )
  const profiles = new Map<string, Profile>()
  for (const { shopId, age, plan, members } of rows) {
    const id = String(shopId)
    const profile = profiles.get(id) ?? { members: 0, ages: new Map(), plans: new Map() }
    profile.members += members
    profile.ages.set(age, (profile.ages.get(age) ?? 0) + members)
    profile.plans.set(plan, (profile.plans.get(plan) ?? 0) + members)
    profiles.set(id, profile)
  }
  return similarTo(shopId, profiles)
}

/** Of these shops, those most like one of them, the most similar first. */
export function similarTo(shopId: string, profiles: ReadonlyMap<string, Profile>): SimilarShop[] {
  const ids = [...profiles.keys()]
  const all = [...profiles.values()]
  const ages = shrunk(all.map((one) => one.ages))
  const plans = shrunk(all.map((one) => one.plans))
  const alike = (one: number, other: number) => ({
    size: (all[other]?.members ?? 0) / (all[one]?.members ?? 1),
    ages: overlapOf(ages[one] ?? new Map(), ages[other] ?? new Map()),
    plans: overlapOf(plans[one] ?? new Map(), plans[other] ?? new Map()),
  })
  const own = ids.indexOf(shopId)
  if (own === -1) return []
  const pairs = ids.flatMap((_, one) => ids.slice(one + 1).map((__, at) => partsOf(alike(one, one + 1 + at))))
  const usual = [0, 1, 2].map((part) => median(pairs.map((parts) => parts[part] ?? 0)) || 1)
  const distanceOf = (one: SimilarShop) => partsOf(one).reduce((sum, part, at) => sum + part / (usual[at] ?? 1), 0)
  return ids
    .flatMap((id, other) => (other === own ? [] : [{ shopId: id, ...alike(own, other) }]))
    .sort((one, other) => distanceOf(one) - distanceOf(other))
    .slice(0, similarShops)
}
