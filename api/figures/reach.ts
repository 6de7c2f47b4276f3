import { sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { addDays, earlier, laterOf, monthOf, type Period } from './periods.ts'
import { monthParts } from './sales-days.ts'

interface KnownRow {
  kind: FactKind
  shopId: number | null
  shopName: string | null
  from: string
  to: string
}

/**
 * What is known of these shops together (docs/domain.md, "What is known"): the first and the last day of each kind of
 * fact, the days between that one of the shops does not know, and their months (with `isChain` of the chain) that are
 * still to be counted. Without `money` no table of money is read.
 */
export async function readReach(
  db: Db,
  money: boolean,
  { shopIds, isChain }: { shopIds: readonly string[]; isChain: boolean },
): Promise<Reach> {
  const rows = await rowsOf<KnownRow>(
    db,
    sql`select r.kind, r.shop_id as "shopId", s.name as "shopName", r.first_on as "from", r.last_on as "to"
      from data_reach(${idArray(shopIds)}, ${money}) r left join shop s on s.id = r.shop_id
      order by s.sort_order, s.id, r.first_on`,
  )
  const missing = rows.flatMap(({ kind, shopId, shopName, from, to }) =>
    shopId === null ? [] : [{ kind, shopId: String(shopId), shopName: shopName ?? '', from, to }],
  )
  return {
    ...daysByKind(
      rows.filter(({ shopId }) => shopId === null),
      money,
    ),
    missing,
    lessonsOnly: (await readLessonsOnly(db)).some((id) => shopIds.includes(id)),
    ...(money && { unreadSales: await readUnreadSales(db, shopIds) }),
    counting: [...(await readCounting(db, isChain ? [...shopIds, '0'] : shopIds)).keys()],
  }
}

/** The shops whose visits are those of lessons only. */
async function readLessonsOnly(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: number }>(db, sql`select unnest(shops_with_lessons_only()) as id`)
  return rows.map(({ id }) => String(id))
}

type Days = Omit<Reach, 'lessonsOnly' | 'missing' | 'counting' | 'unreadSales'>

function daysByKind(rows: readonly Pick<KnownRow, 'kind' | 'from' | 'to'>[], money: boolean): Days {
  const known = new Map(rows.map(({ kind, from, to }) => [kind, { from, to }]))
  const of = (kind: FactKind) => known.get(kind) ?? null
  return {
    contracts: of('contracts'),
    leavers: of('leavers'),
    visits: of('visits'),
    bookings: of('bookings'),
    leads: of('leads'),
    ...(money && { sales: of('sales'), bills: of('bills') }),
  }
}

/** What is known of each shop of a report by itself, and which of its months are still to be counted. */
export async function readReachOfEach(
  db: Db,
  money: boolean,
  { shopIds, reach }: { shopIds: readonly string[]; reach: Reach },
): Promise<(shopId: string) => Reach> {
  const rows = await rowsOf<{ kind: FactKind; shopId: number } & Period>(
    db,
    sql`select kind, shop_id as "shopId", first_on as "from", last_on as "to"
      from known_days(${idArray(shopIds)}, ${money}) where first_on is not null`,
  )
  const byShop = Map.groupBy(rows, ({ shopId }) => String(shopId))
  const counting = await readCounting(db, shopIds)
  const lessonsOnly = await readLessonsOnly(db)
  return (shopId) => ({
    ...reach,
    ...daysByKind(byShop.get(shopId) ?? [], money),
    missing: [],
    lessonsOnly: lessonsOnly.includes(shopId),
    counting: reach.counting.filter((month) => counting.get(month)?.includes(shopId)),
  })
}

/** Months with sales that cannot be read, the newest first; for who may read money. */
export const readUnreadSales = (db: Db, shopIds: readonly string[]) =>
  rowsOf<NonNullable<Reach['unreadSales']>[number]>(
    db,
    sql`select month, sales, yen from unread_sales(${idArray(shopIds)}, null) order by month desc`,
  )

/** The months that are still to be counted, the newest first, each with its shops of these. */
export async function readCounting(db: Db, shopIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await rowsOf<{ month: string; shops: number[] }>(
    db,
    sql`
      select month, array_agg(shop_id) as shops from rollup_later where shop_id = any(${idArray(shopIds)})
      group by month order by month desc`,
  )
  return new Map(rows.map(({ month, shops }) => [month, shops.map(String)]))
}

/** Whether a month of the period is still to be counted. */
export const isCounting = ({ counting }: Pick<Reach, 'counting'>, { from, to }: Period): boolean =>
  counting.some((month) => month <= to && from.slice(0, 7) <= month.slice(0, 7))

/** Whether sales of a month of the period are not counted because they cannot be read: it is 速報 until they are. */
export const hasUnreadSales = ({ unreadSales = [] }: Pick<Reach, 'unreadSales'>, period: Period): boolean =>
  isCounting({ counting: unreadSales.map(({ month }) => month) }, period)

/** Whether figures of the period will change without anybody changing a fact. */
export const isUnsettled = (reach: Reach, period: Period): boolean =>
  isCounting(reach, period) || hasUnreadSales(reach, period)

/** Whether a shop of the report does not know these kinds on some day of the period, though others do. */
export const isMissing = ({ missing }: Pick<Reach, 'missing'>, { from, to }: Period, ...kinds: readonly FactKind[]) =>
  missing.some((one) => kinds.includes(one.kind) && one.from <= to && from <= one.to)

/** Whether each day of the period has facts of all these kinds, and is counted. */
export const isWhole = (reach: Reach, { from, to }: Period, ...kinds: readonly FactKind[]): boolean =>
  !isCounting(reach, { from, to }) &&
  !isMissing(reach, { from, to }, ...kinds) &&
  kinds.every((kind) => {
    const days = reach[kind]
    return days != null && days.from <= from && to <= days.to
  })

/**
 * Whether some day of the period has, of all shops of the report; not while a month of it is still to be counted. Where a
 * shop does not know a day that others do, a sum of the period would be of different days by shop: it is not known.
 */
export const isTouched = (reach: Reach, { from, to }: Period, ...kinds: readonly FactKind[]): boolean =>
  !isCounting(reach, { from, to }) &&
  !isMissing(reach, { from, to }, ...kinds) &&
  kinds.every((kind) => {
    const days = reach[kind]
    return days != null && days.from <= to && from <= days.to
  })

/**
 * The days of a period whose facts of all these kinds every report counts, as stretches in order (docs/domain.md, "What is
 * known"): of each of its months the known days, none of a month of which a shop does not know a day that others do, and
 * none at all while one of its months is still to be counted.
 */
export function knownDays(reach: Reach, period: Period, ...kinds: readonly FactKind[]): Period[] {
  if (isCounting(reach, period)) return []
  const stretches: Period[] = []
  for (const part of monthParts(period)) {
    const days = kinds.reduce<Period | null>((left, kind) => left && cut(left, reach[kind]), part)
    if (days === null || isMissing(reach, days, ...kinds)) continue
    const last = stretches.at(-1)
    if (last && addDays(last.to, 1) === days.from) last.to = days.to
    else stretches.push({ ...days })
  }
  return stretches
}

/** The days of a period whose joiners are known to have stayed or left by `until`. */
export const followedDays = (reach: Reach, period: Period, until: string): Period[] =>
  knownDays(reach, period, 'contracts', 'leavers').filter(({ from }) => isWhole(reach, { from, to: until }, 'leavers'))

/** The days of a period that are in these days too; null without any. */
export function cut(period: Period, days: Period | null | undefined): Period | null {
  if (!days) return null
  const [from, to] = [laterOf(period.from, days.from), earlier(period.to, days.to)]
  return from <= to ? { from, to } : null
}

/** The days of a period that are in one of the stretches too. */
export const cutBy = (period: Period, stretches: readonly Period[]): Period[] =>
  stretches.flatMap((one) => cut(period, one) ?? [])

/** The days from the first to the last of the stretches; without any, `otherwise`. */
export const spanOf = (stretches: readonly Period[], otherwise: Period): Period => ({
  from: stretches[0]?.from ?? otherwise.from,
  to: stretches.at(-1)?.to ?? otherwise.to,
})

/** Whether both have the same days: only then is one count divided by the other. */
export const areSameDays = (one: readonly Period[], other: readonly Period[]): boolean =>
  one.length === other.length && one.every(({ from, to }, at) => from === other[at]?.from && to === other[at]?.to)

/**
 * Whether 在籍 of a day is known: the contracts of the day, and who has left since. On the last known day nobody has left
 * since.
 */
export const isStanding = (reach: Reach, day: string): boolean => {
  const days = { from: day, to: day }
  return isTouched(reach, days, 'contracts') && (day === reach.contracts?.to || isTouched(reach, days, 'leavers'))
}

/** From when on every day of these kinds is known to all shops of the report; null without any. */
export function knownSince(reach: Reach, ...kinds: readonly FactKind[]): string | null {
  const days = kinds.flatMap((kind) => reach[kind]?.from ?? [])
  if (days.length < kinds.length) return null
  const after = reach.missing.filter(({ kind }) => kinds.includes(kind)).map(({ to }) => addDays(to, 1))
  return [...days, ...after].sort().at(-1) as string
}

/** These figures, each null. */
export const none = <Figures extends object>(figures: Figures): { [Name in keyof Figures]: null } =>
  Object.fromEntries(Object.keys(figures).map((name) => [name, null])) as { [Name in keyof Figures]: null }

/** With the first of the month as each first day: the exact one may be the day of a single person. */
export const byMonth = ({ counting, unreadSales, missing, lessonsOnly, ...reach }: Reach): Reach => ({
  ...(Object.fromEntries(
    Object.entries(reach).map(([kind, days]) => [kind, days && { ...days, from: `${days.from.slice(0, 7)}-01` }]),
  ) as Days),
  missing: missing.map((one) => ({
    ...one,
    from: `${one.from.slice(0, 7)}-01`,
    to: monthOf(Number(one.to.slice(0, 4)), Number(one.to.slice(5, 7))).to,
  })),
  lessonsOnly,
  counting,
  ...(unreadSales && { unreadSales }),
})
