import { type SQL, sql } from 'drizzle-orm'
import { ageBands } from '#contract/words/groups.ts'
import { joinRoutes } from '#contract/words/member.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import {
  noMember,
  otherVisits,
  tenureBands,
  type WhyDimension,
  type WhyFigure,
  type WhyMovement,
  whyMovements,
} from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import {
  byLargestPart,
  decompose,
  type Group,
  type GroupSide,
  type Method,
  type Part,
  wholeNumbers,
} from './decomposition.ts'
import { startOf } from './known-start.ts'
import { happenedIn, type Period, type PeriodAhead } from './periods.ts'

/** The change of a figure between two periods, taken apart by one dimension. */
export interface Explained {
  dimension: WhyDimension
  parts: Part[]
}

export interface Explanation {
  before: number | null
  after: number | null
  /** The dimension that explains the most first; those with a single group are left out. */
  dimensions: Explained[]
}

const methods: Record<WhyFigure, Method> = {
  closing: 'count',
  admissions: 'perPerson',
  withdrawals: 'perPerson',
  netGrowth: 'count',
  churnRate: 'share',
  visits: 'perPerson',
  sales: 'perPerson',
  otherSales: 'perPerson',
  fees: 'perPerson',
}

/**
 * Why a figure of these shops changed from `before` to `after`, closed periods of any days up to the data date, in
 * Asia/Tokyo. Counts in whole people, visits and yen (with tax), rates 0–1, null without members. The caller has checked
 * that every day of both is known. Members count at the opening, those of a state (在籍, 会費) at the close. With `times`,
 * `before` is of so many periods: their mean, in whole numbers that add up to the whole mean. Of a `PeriodAhead` 入会 and 退会
 * that are known for its later days count too.
 */
export async function explainChange(
  db: Db,
  shopIds: readonly string[],
  figure: WhyFigure,
  { before, after, times = 1 }: { before: Period | PeriodAhead; after: Period | PeriodAhead; times?: number },
): Promise<Explanation> {
  const summed = await readGroups(db, shopIds, figure, before)
  const [old, now] = [meanGroups(summed, times), await readGroups(db, shopIds, figure, after)]
  const method = methods[figure]
  const dimensions = dimensionsOf(figure).map((dimension): Explained => {
    const groups = new Map<string, Group>()
    for (const [side, rows] of [
      ['before', old],
      ['after', now],
    ] as const) {
      for (const { key, label, people, value } of rows.filter((row) => row.dimension === dimension)) {
        const group = groups.get(key) ?? { key, label, before: nobody, after: nobody }
        groups.set(key, { ...group, label, [side]: { people, value } })
      }
    }
    return { dimension, parts: decompose([...groups.values()], method) }
  })
  // A single movement is shown too, unlike a dimension with a single group.
  const movements = figure === 'closing' ? await readMovements(db, shopIds, before.to, after.to) : []
  return {
    before: figureOf(old, method),
    after: figureOf(now, method),
    dimensions: [
      ...(movements.length > 0 ? [{ dimension: 'movement' as const, parts: movements }] : []),
      ...byLargestPart(dimensions),
    ],
  }
}

/** The groups of one of `times` periods on average. */
function meanGroups(rows: readonly GroupRow[], times: number): GroupRow[] {
  if (times === 1) return [...rows]
  return [...Map.groupBy(rows, ({ dimension }) => dimension).values()].flatMap((groups) => {
    const means = wholeNumbers(groups.map(({ value }) => value / times))
    return groups.map((group, at) => ({ ...group, value: means[at] ?? 0 }))
  })
}

const nobody: GroupSide = { people: 0, value: 0 }

/** What a figure is taken apart by: 入会 by how they heard of the club, as a joiner has no 在籍期間; sales also by kind. */
export const dimensionsOf = (figure: WhyFigure): WhyDimension[] => [
  'plan',
  'ageBand',
  // Members of two years and more explain no change of 在籍: they only grew older.
  ...(figure === 'closing' ? [] : [thirdOf(figure)]),
  'shop',
  ...(isOfSales(figure) ? (['category'] as const) : []),
]

const thirdOf = (figure: WhyFigure): WhyDimension => (figure === 'admissions' ? 'joinRoute' : 'tenure')

const isOfSales = (figure: WhyFigure): figure is 'sales' | 'otherSales' => figure === 'sales' || figure === 'otherSales'

/** The figure from the groups of one dimension, which every figure has. */
function figureOf(rows: readonly GroupRow[], method: Method): number | null {
  const shops = rows.filter(({ dimension }) => dimension === 'shop')
  const [people, value] = [
    shops.reduce((sum, row) => sum + row.people, 0),
    shops.reduce((sum, row) => sum + row.value, 0),
  ]
  if (method !== 'share') return value
  return people === 0 ? null : value / people
}

interface GroupRow extends GroupSide {
  dimension: WhyDimension
  key: string
  label: string
}

/** The groups of a figure in one period, in every dimension, from one pass over its memberships. */
export async function readGroups(
  db: Db,
  shopIds: readonly string[],
  figure: WhyFigure,
  period: Period | PeriodAhead,
): Promise<GroupRow[]> {
  const shops = idArray(shopIds)
  const rows = await rowsOf<Omit<GroupRow, 'label'> & { name: string | null }>(
    db,
    sql`
      with stretch as materialized (
        select i.member_id, i.from_on, ${attributes(period, figure)}, i.shop_id::text as shop, ${membersOf(figure, period)} as people,
          ${movesOf(figure, shops, period)} as value
        from (
          -- Computed once: tenure compares it several times.
          select i.*, ${startOf} as began from membership_interval i
          where i.shop_id = any(${shops}) and i.from_on <= ${period.to}
            and (i.until_on is null or i.until_on >= ${period.from})
          offset 0
        ) i
        join contract k on k.id = i.contract_id
        join shop_plan p on p.id = k.plan_id
        -- Who belongs to a shop out of scope by now is counted, with an age that the reader does not know.
        left join member m on m.id = i.member_id
      ),
      counted as (
        select plan, age_band, third, shop, people, value from stretch where people <> 0 or value <> 0
        ${figure === 'visits' ? visitsOf(shops, period) : isOfSales(figure) ? salesOf(shops, period, figure) : sql``}
      ),
      grouped as (
        select case grouping(plan, age_band, third, shop)
            when 7 then 'plan' when 11 then 'ageBand' when 13 then ${thirdOf(figure)} else 'shop' end as dimension,
          coalesce(plan, age_band, third, shop) as key, sum(people) as people, sum(value) as value
        from counted
        group by grouping sets ((plan), (age_band), (third), (shop))
      )
      select g.*, case dimension
          when 'plan' then (select max(name) from shop_plan where code = g.key and shop_id = any(${shops}))
          when 'shop' then (select name from shop where id::text = g.key) end as name
      from grouped g order by key`,
  )
  const groups = rows.map(({ name, ...row }) => ({ ...row, label: name ?? labelOf(row) }))
  return isOfSales(figure) ? [...groups, ...(await readCategories(db, shops, period, figure))] : groups
}

const withoutDues = (figure: 'sales' | 'otherSales', category: SQL) =>
  figure === 'otherSales' ? sql`and ${category} <> 'membershipFee'` : sql``

/** Net sales by kind, which have no people. */
async function readCategories(
  db: Db,
  shops: SQL,
  { from, to }: Period,
  figure: 'sales' | 'otherSales',
): Promise<GroupRow[]> {
  const rows = await rowsOf<{ category: SalesCategory; value: number }>(
    db,
    sql`select category, sum(gross - refund)::float8 as value from shop_day_sales
      where shop_id = any(${shops}) and date between ${from} and ${to} ${withoutDues(figure, sql`category`)}
      group by category order by category`,
  )
  return rows.map(({ category, value }) => ({
    dimension: 'category',
    key: category,
    label: salesCategories[category],
    people: 0,
    value,
  }))
}

function labelOf({ dimension, key }: Pick<GroupRow, 'dimension' | 'key'>): string {
  if (key === noMember) return '在籍者以外'
  if (key === otherVisits) return '在籍者以外と、同じ日の2回目以降'
  if (dimension === 'ageBand') return ageBands[key as keyof typeof ageBands]
  if (dimension === 'tenure') return tenureBands[key as keyof typeof tenureBands]
  if (dimension === 'joinRoute') return joinRoutes[key as keyof typeof joinRoutes] ?? '経路不明'
  return key
}

/** Age on the first of the month in which the period begins, of `member m`. */
export const ageBandAt = ({ from }: Period): SQL => sql`age_band(m.birthday, month_of(${from}::date))::text`

/** 在籍期間 on the first day of the period, of `membership_interval i`: the key of `tenureBands`. */
export const tenureAt = (period: Period): SQL =>
  sql`(select ${tenureSince(sql`began`, period)} from (select ${startOf} as began) s)`

function tenureSince(began: SQL, { from }: Period): SQL {
  const ago = (months: number) => sql`(${from}::date - make_interval(months => ${months}::integer))::date`
  return sql`case when ${began} is null then 'unknown' when ${began} > ${ago(3)} then '0' when ${began} > ${ago(6)} then '3'
    when ${began} > ${ago(12)} then '6' when ${began} > ${ago(24)} then '12' else '24' end`
}

const attributes = (period: Period, figure: WhyFigure): SQL => sql`
  p.code as plan, ${ageBandAt(period)} as age_band,
  ${figure === 'admissions' ? sql`coalesce(m.join_route, 'unknown')` : tenureSince(sql`i.began`, period)} as third`

/** Figures of a state count the members at the close, others those at the opening; a count has no members besides. */
function membersOf(figure: WhyFigure, { from, to }: Period): SQL {
  if (figure === 'fees') return sql`(${isMemberAt(to)})::integer`
  return methods[figure] === 'count' ? sql`0` : sql`(i.from_on < ${from})::integer`
}

const isMemberAt = (day: string) => sql`i.from_on <= ${day} and (i.until_on <= ${day}) is not true`

function movesOf(figure: WhyFigure, shops: SQL, period: Period | PeriodAhead): SQL {
  const { from, to } = period
  const reached = 'reached' in period ? period.reached : to
  // As the forecast has it (`course.ts`): without a day of the request a 退会 was always known.
  const wasKnown = (day: SQL, requestedOn: SQL) =>
    'isPast' in period && period.isPast
      ? sql`(${day} <= ${reached} or coalesce(${requestedOn}, ${reached}::date) <= ${reached})`
      : sql`true`
  const joins = sql`(i.starts_span and i.from_on >= ${from} and ${wasKnown(sql`i.from_on`, sql`k.contracted_on`)})::integer`
  const leaves = sql`((i.ends_span and i.until_on between ${from} and ${to}
    and ${wasKnown(sql`i.until_on`, sql`k.cancel_requested_on`)}) is true)::integer`
  const arrives = sql`(i.from_on between ${from} and ${reached} and (i.came_from_shop_id <> all(${shops})) is true)::integer`
  const departs = sql`((i.until_on between ${from} and ${reached} and i.went_to_shop_id <> all(${shops})) is true)::integer`
  switch (figure) {
    case 'closing':
      return sql`(${isMemberAt(to)})::integer`
    case 'fees':
      return sql`case when ${isMemberAt(to)} then k.monthly_fee else 0 end`
    case 'admissions':
      return joins
    case 'netGrowth':
      return sql`${joins} + ${arrives} - ${leaves} - ${departs}`
    case 'withdrawals':
    case 'churnRate':
      return leaves
    default:
      return sql`0`
  }
}

/** Of a member with several memberships or contracts in the period, that of the last. */
const lastStretch = sql`(
  select distinct on (member_id) member_id, plan, age_band, third from stretch order by member_id, from_on desc)`

const group = (column: 'plan' | 'age_band' | 'third') =>
  sql`coalesce(o.${sql.raw(column)}, ${noMember}) as ${sql.raw(column)}`
const groups = sql`${group('plan')}, ${group('age_band')}, ${group('third')}`

/** The first visit of a member on a day belongs to the member, all others to nobody, so that they add up to 来館. */
const visitsOf = (shops: SQL, { from, to }: Period): SQL => {
  const days = sql`bit_count((v.days
    & case when v.month < ${from} then -1 << (${from}::date - v.month) else -1 end
    & case when v.month + 31 > ${to}::date then ((1::bigint << (${to}::date - v.month + 1)) - 1)::integer else -1 end)::bit(32))`
  return sql`
    union all
    select ${groups}, c.shop, 0, c.value
    from (
      select v.member_id, v.shop_id::text as shop, sum(${days})::integer as value from member_visit_month v
      where v.shop_id = any(${shops}) and v.month between month_of(${from}::date) and ${to}
      group by v.member_id, v.shop_id
    ) c left join ${lastStretch} o on o.member_id = c.member_id
    where c.value > 0
    union all
    select ${otherVisits}, ${otherVisits}, ${otherVisits}, shop_id::text, 0, sum(visits - visitors)::integer from shop_day
    where shop_id = any(${shops}) and date between ${from} and ${to} group by shop_id`
}

const salesOf = (shops: SQL, period: Period, figure: 'sales' | 'otherSales'): SQL => sql`
  union all
  select ${groups}, c.shop, 0, c.value
  from (
    select s.member_id, s.shop_id::text as shop, sum(l.net) as value
    from sale s join sale_line l on l.sale_id = s.id
    ${figure === 'otherSales' ? sql`join product g on g.id = l.product_id` : sql``}
    where s.shop_id = any(${shops}) and s.status in ('paid', 'refunded') and ${happenedIn(sql`s.settled_at`, period)}
      ${withoutDues(figure, sql`g.category`)}
    group by s.member_id, s.shop_id
  ) c left join ${lastStretch} o on o.member_id = c.member_id`

/** What changed 在籍 of these shops from the close of one day to that of the other: whole people that add up to it. */
async function readMovements(
  db: Db,
  shopIds: readonly string[],
  before: string,
  after: string,
): Promise<Explained['parts']> {
  const shops = idArray(shopIds)
  const [from, to] = before < after ? [before, after] : [after, before]
  const isIn = (day: SQL) => sql`${day} > ${from} and ${day} <= ${to}`
  const [moves] = await rowsOf<Record<WhyMovement, number>>(
    db,
    sql`
      select count(*) filter (where starts_span and ${isIn(sql`from_on`)})::integer as admissions,
        count(*) filter (where ${isIn(sql`from_on`)} and came_from_shop_id <> all(${shops}))::integer as "transferIn",
        count(*) filter (where ends_span and ${isIn(sql`until_on`)})::integer as withdrawals,
        count(*) filter (where ${isIn(sql`until_on`)} and went_to_shop_id <> all(${shops}))::integer as "transferOut"
      from membership_interval
      where shop_id = any(${shops}) and (${isIn(sql`from_on`)} or ${isIn(sql`until_on`)})`,
  )
  const sign = before < after ? 1 : -1
  return valuesOf(whyMovements).flatMap((key) => {
    const count = moves?.[key] ?? 0
    const isLoss = key === 'withdrawals' || key === 'transferOut'
    const total = (isLoss ? -count : count) * sign
    if (count === 0) return []
    return [
      {
        ...{ key, label: whyMovements[key], before: nobody, after: { people: 0, value: total } },
        ...{ mix: total, rate: 0, total, weight: total },
      },
    ]
  })
}
