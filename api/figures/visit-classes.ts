import { type SQL, sql } from 'drizzle-orm'
import type { Reach } from '#contract/report-head.ts'
import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { type Absence, usualThresholds, type VisitBand, visitBands } from '#contract/words/visit-class.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { hasKnownClass, idArray, rowsOf } from '../db/expressions.ts'
import { addDays, type Period } from './periods.ts'
import { isStanding, isWhole } from './reach.ts'

// Changes in visits (docs/domain.md): the class of a member is `visit_class` in api/db/sql/089-visit-classes.sql.

/** Length in days of the window W, and of the window W′ before it (docs/domain.md, "Changes in visits"). */
export const visitWindowDays = usualThresholds.windowDays

/** The first and the last day (`first_on`, `last_on`) of which visits are known, by shop; one without any, or with those of lessons only, has no row. */
export const knownVisits: SQL = sql`(select shop_id, first_on, last_on
  from known_days(array(select id from shop), false) where kind = 'visits' and first_on is not null
    and shop_id <> all ((select shops_with_lessons_only())::integer[]))`

/**
 * Whether a row of `member_in_scope l` is 休眠 on the data date, as the report of changes in visits has it with its
 * default thresholds; nobody whose shop does not know the visits of these days. Leaves sleeping members out of mails.
 */
export const isDormant: SQL = sql`(l.visit_class = 'dormant' and ${hasKnownClass(sql`l.shop_id`)}) is true`

/** From when on visits differ: of how many days, by how many days, and by which share of the window before (0–1). */
export interface Thresholds {
  windowDays: number
  minDiff: number
  ratio: number
}

export const isUsual = ({ windowDays, minDiff, ratio }: Thresholds) =>
  windowDays === usualThresholds.windowDays && minDiff === usualThresholds.minDiff && ratio === usualThresholds.ratio

/** The members of shops at the close of a day by the change of their visits. */
export interface ClassCounts {
  classes: Record<VisitClass, number>
  absences: Record<Absence, number>
  /** Members by their visit days in the window, from none. */
  byVisits: number[]
}

const sums: SQL = sql`coalesce(sum(class_new), 0) as new, coalesce(sum(returned), 0) as returned,
  coalesce(sum(newly_dormant), 0) as "newlyDormant", coalesce(sum(dormant), 0) as dormant,
  coalesce(sum(decrease), 0) as decrease, coalesce(sum(increase), 0) as increase, coalesce(sum(stable), 0) as stable,
  coalesce(sum(absent_to_89), 0) as short, coalesce(sum(absent_to_179), 0) as middle`

type SumRow = Record<VisitClass, number> & Record<'short' | 'middle', number> & { byVisits: number[] | null }

function countsOf({ short, middle, byVisits, ...row }: SumRow): ClassCounts {
  return {
    classes: Object.fromEntries(valuesOf(visitClasses).map((key) => [key, row[key]])) as Record<VisitClass, number>,
    absences: { short, middle, long: row.dormant - short - middle },
    byVisits: byVisits ?? [0],
  }
}

const noCounts = (): ClassCounts =>
  countsOf({
    new: 0,
    returned: 0,
    newlyDormant: 0,
    dormant: 0,
    decrease: 0,
    increase: 0,
    stable: 0,
    short: 0,
    middle: 0,
    byVisits: null,
  })

/**
 * Of each of these months (their first days) the members at the last counted day, and 28 days before it, by the default
 * thresholds.
 */
export async function storedClasses(
  db: Db,
  shopIds: readonly string[],
  months: readonly string[],
): Promise<Map<string, { close: ClassCounts; before: ClassCounts }>> {
  const shops = idArray(shopIds)
  const some = sql`shop_id = any(${shops}) and month = any(${sql`array[${sql.join(
    months.map((month) => sql`${month}::date`),
    sql`, `,
  )}]`})`
  const rows = await rowsOf<SumRow & { month: string; isBefore: boolean }>(
    db,
    sql`
      select s.*, v.by_visits as "byVisits" from (
        select month, is_before as "isBefore", ${sums} from shop_visit_class where ${some} group by month, is_before
      ) s
      join (
        select month, is_before, array_agg(members order by n) as by_visits from (
          select month, is_before, n, sum(members)::integer as members
          from shop_visit_class, unnest(by_visits) with ordinality as v (members, n) where ${some}
          group by month, is_before, n
        ) each group by month, is_before
      ) v on v.month = s.month and v.is_before = s."isBefore"`,
  )
  return new Map(
    months.map((month) => {
      const of = (isBefore: boolean) => {
        const row = rows.find((one) => one.month === month && one.isBefore === isBefore)
        if (!row) return noCounts()
        const { month: _, isBefore: __, ...counts } = row
        return countsOf(counts)
      }
      return [month, { close: of(false), before: of(true) }]
    }),
  )
}

const percentOf = (ratio: number) => Math.round(ratio * 100)

/** `visit_class` of a row of `visit_course_in_scope` c. */
export const classBy = (day: string, { windowDays, minDiff, ratio }: Thresholds): SQL =>
  sql`visit_class(c.came, c.came_before, c.member_since, ${day}::date, ${windowDays}::integer, ${minDiff}::integer,
    ${percentOf(ratio)}::integer)`

/** The members of these shops at the close of each of these days, counted from their visits. */
export async function countedClasses(
  db: Db,
  shopIds: readonly string[],
  days: readonly string[],
  { windowDays, minDiff, ratio }: Thresholds,
): Promise<Map<string, ClassCounts>> {
  const found = new Map(days.map((day) => [day, noCounts()]))
  if (days.length === 0) return found
  const rows = await rowsOf<{ day: string; class: VisitClass; came: number; absent: Absence; members: number }>(
    db,
    sql`select * from visit_classes_in_scope(${idArray(shopIds)}, ${`{${days.join(',')}}`}::date[], ${windowDays}::integer,
      ${minDiff}::integer, ${percentOf(ratio)}::integer)`,
  )
  for (const { day, class: key, came, absent, members } of rows) {
    const counts = found.get(day) as ClassCounts
    counts.classes[key] += members
    for (let visits = counts.byVisits.length; visits <= came; visits += 1) counts.byVisits.push(0)
    counts.byVisits[came] = (counts.byVisits[came] ?? 0) + members
    if (key === 'dormant') counts.absences[absent] += members
  }
  return found
}

/** Whether both windows up to a day are known, and counted; `due`: first days of months whose classes are not. */
export const isClassDayKnown = (reach: Reach, due: readonly string[], day: string, windowDays: number): boolean =>
  !reach.lessonsOnly &&
  isWhole(reach, { from: addDays(day, -2 * windowDays), to: day }, 'visits') &&
  isStanding(reach, day) &&
  !due.includes(`${day.slice(0, 7)}-01`)

/** First days of the months whose classes are still to be counted in one of these shops. */
export async function classesDue(db: Db, shopIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ month: string }>(
    db,
    sql`select distinct month from visit_class_due where shop_id = any(${idArray(shopIds)})`,
  )
  return rows.map(({ month }) => month)
}

/** Both windows that end with a day. */
export const windowsOf = (day: string, windowDays: number): { window: Period; before: Period } => ({
  window: { from: addDays(day, 1 - windowDays), to: day },
  before: { from: addDays(day, 1 - 2 * windowDays), to: addDays(day, -windowDays) },
})

const total = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0)

export const populationOf = ({ byVisits }: ClassCounts): number => total(byVisits)

/** Mean visit days; null without members. */
export const meanVisits = ({ byVisits }: ClassCounts): number | null => {
  const members = total(byVisits)
  return members === 0 ? null : total(byVisits.map((count, visits) => count * visits)) / members
}

/** Median of visit days; null without members. */
export function medianVisits({ byVisits }: ClassCounts): number | null {
  const members = total(byVisits)
  if (members === 0) return null
  const at = (rank: number) => {
    let passed = 0
    return byVisits.findIndex((count) => {
      passed += count
      return passed >= rank
    })
  }
  return (at(Math.floor((members + 1) / 2)) + at(Math.floor(members / 2) + 1)) / 2
}

/** Members by bands of visit days. */
export function bandsOf({ byVisits }: ClassCounts): { key: VisitBand; count: number }[] {
  const starts = valuesOf(visitBands)
    .map(Number)
    .sort((one, other) => one - other)
  return starts.map((start, at) => ({
    key: String(start) as VisitBand,
    count: total(byVisits.slice(start, starts[at + 1] ?? undefined)),
  }))
}
