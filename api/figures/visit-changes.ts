import { sql } from 'drizzle-orm'
import type { ChangesInVisitsSeries, ChangesInVisitsSummary } from '#contract/report-visits.ts'
import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { absences, visitBands, visitReason } from '#contract/words/visit-class.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { withNames } from './drill-down/period.ts'
import { addDays, daysOf, earlier, laterOf, monthOf, weekdayOf } from './periods.ts'
import { isWhole, knownSince } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import {
  bandsOf,
  type ClassCounts,
  classBy,
  classesDue,
  countedClasses,
  isClassDayKnown,
  isUsual,
  meanVisits,
  medianVisits,
  populationOf,
  storedClasses,
  type Thresholds,
  windowsOf,
} from './visit-classes.ts'

// The report of changes in visits (docs/domain.md). With default thresholds and at a month's close it is stored; other
// days and thresholds are counted.

/** The day of the report: at most the data date; null without data. */
export const classDayOf = ({ to }: { to?: string | undefined }, dataDate: string | null): string | null =>
  dataDate === null ? null : earlier(to ?? dataDate, dataDate)

const firstOf = (day: string) => `${day.slice(0, 7)}-01`
const monthOfDay = (day: string) => monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)))
const isClose = (day: string, dataDate: string) => day === dataDate || day === monthOfDay(day).to

/** The summary of the shops of `scope` at the close of a day; visits are days, shares and means unrounded. */
export async function visitSummary(
  db: Db,
  scope: ReportScope,
  day: string | null,
  thresholds: Thresholds,
): Promise<Pick<ChangesInVisitsSummary, 'window' | 'before'> & ReturnType<typeof summaryOf>> {
  const { windowDays } = thresholds
  const due = day === null ? [] : await classesDue(db, scope.shopIds)
  const isKnown = (date: string) => isClassDayKnown(scope.reach, due, date, windowDays)
  if (day === null || scope.dataDate === null || !isKnown(day)) {
    return { ...(day === null ? { window: null, before: null } : windowsOf(day, windowDays)), ...summaryOf(null, null) }
  }
  const earlierDay = addDays(day, -windowDays)
  const isBeforeKnown = isWhole(scope.reach, { from: addDays(earlierDay, -2 * windowDays), to: earlierDay }, 'visits')
  if (isUsual(thresholds) && isClose(day, scope.dataDate)) {
    const stored = (await storedClasses(db, scope.shopIds, [firstOf(day)])).get(firstOf(day))
    return {
      ...windowsOf(day, windowDays),
      ...summaryOf(stored?.close ?? null, (isBeforeKnown && stored?.before) || null),
    }
  }
  const days = isBeforeKnown ? [earlierDay, day] : [day]
  const counted = await countedClasses(db, scope.shopIds, days, thresholds)
  return {
    ...windowsOf(day, windowDays),
    ...summaryOf(counted.get(day) ?? null, counted.get(earlierDay) ?? null),
  }
}

function summaryOf(now: ClassCounts | null, before: ClassCounts | null) {
  const population = now && populationOf(now)
  const bands = now && new Map(bandsOf(now).map(({ key, count }) => [key, count]))
  return {
    population,
    classes: valuesOf(visitClasses).map((key) => ({
      key,
      label: visitClasses[key],
      count: now?.classes[key] ?? null,
      share: now && population ? now.classes[key] / population : null,
      prevCount: before?.classes[key] ?? null,
    })),
    dormantSince: valuesOf(absences).map((key) => ({ key, label: absences[key], count: now?.absences[key] ?? null })),
    avgVisits: now && meanVisits(now),
    prevAvgVisits: before && meanVisits(before),
    medianVisits: now && medianVisits(now),
    zeroVisitors: now && (now.byVisits[0] ?? 0),
    distribution: valuesOf(visitBands)
      .map((key) => ({ key, label: visitBands[key], count: bands && (bands.get(key) ?? 0) }))
      .sort((one, other) => Number(one.key) - Number(other.key)),
  }
}

/** At the close of each of so many months, the last one at `day`. */
export async function visitSeries(
  db: Db,
  scope: ReportScope,
  day: string | null,
  { months, ...thresholds }: Thresholds & { months: number },
): Promise<Pick<ChangesInVisitsSeries, 'series' | 'heatmap'>> {
  const { dataDate } = scope
  if (day === null || dataDate === null) return { series: [], heatmap: null }
  const [year, month] = day.split('-').map(Number) as [number, number]
  const closes = Array.from({ length: months }, (_, at) => earlier(monthOf(year, month - months + 1 + at).to, day))
  const due = await classesDue(db, scope.shopIds)
  const known = closes.filter((close) => isClassDayKnown(scope.reach, due, close, thresholds.windowDays))
  const stored = isUsual(thresholds) ? known.filter((close) => isClose(close, dataDate)) : []
  const rows = stored.length > 0 ? await storedClasses(db, scope.shopIds, stored.map(firstOf)) : new Map()
  const counts = new Map<string, ClassCounts>(stored.map((close) => [close, rows.get(firstOf(close)).close]))
  const others = known.filter((close) => !counts.has(close))
  for (const [close, counted] of await countedClasses(db, scope.shopIds, others, thresholds)) counts.set(close, counted)
  return {
    series: closes.map((date) => {
      const of = counts.get(date) ?? null
      return { date, population: of && populationOf(of), counts: of?.classes ?? null, avgVisits: of && meanVisits(of) }
    }),
    heatmap: await readHeatmap(db, scope, day, dataDate),
  }
}

/** The three months up to the one of the day, without those of which visits are not known. */
async function readHeatmap(db: Db, { shopIds, isChain, reach }: ReportScope, day: string, dataDate: string) {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const months = [2, 1, 0]
    .map((ago) => monthOf(year, month - ago))
    .map(({ from, to }) => ({ from: laterOf(from, knownSince(reach, 'visits') ?? from), to: earlier(to, dataDate) }))
    .filter((one) => one.from <= one.to && isWhole(reach, one, 'visits'))
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return null
  const rows = await rowsOf<{ dow: number; hour: number; visits: number }>(
    db,
    sql`
      select dow, hour, sum(visits) as visits from shop_visit_hour
      where shop_id = any(${idArray(isChain ? ['0'] : shopIds)}) and month between ${firstOf(first.from)} and ${firstOf(last.from)}
      group by dow, hour`,
  )
  const grid = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const days = [0, 0, 0, 0, 0, 0, 0]
  for (const date of months.flatMap(daysOf)) days[weekdayOf(date)] = (days[weekdayOf(date)] ?? 0) + 1
  for (const { dow, hour, visits } of rows) (grid[dow] as number[])[hour] = visits / Math.max(1, days[dow] ?? 1)
  return { from: first.from, to: last.to, average: grid }
}

export interface ClassMemberRow {
  userId: number | null
  memberNo: string
  lastName: string
  firstName: string
  shopName: string
  visits: number
  visitsBefore: number
  lastVisitOn: string | null
}

/** The members of a class at the close of a day, those whose visits fell most first. */
export async function classMembers(
  db: Db,
  { shopIds }: ReportScope,
  day: string,
  { class: wanted, offset, limit, ...thresholds }: Thresholds & { class: VisitClass; offset: number; limit: number },
): Promise<{ rows: ClassMemberRow[]; total: number }> {
  const page = sql`select * from c order by came - came_before, last_on nulls first, member_id
    limit ${limit} offset ${offset}`
  const [answer] = await rowsOf<{ rows: ClassMemberRow[]; total: number }>(
    db,
    sql`
      with c as materialized (
        select * from visit_course_in_scope(${idArray(shopIds)}, ${day}, ${thresholds.windowDays}) c
        where ${classBy(day, thresholds)} = ${wanted}
      )
      select (select count(*) from c) as total, (select coalesce(json_agg(r), '[]') from (
        ${withNames(page, sql`page.came as visits, page.came_before as "visitsBefore", page.last_on as "lastVisitOn"`)}
      ) r) as rows`,
  )
  if (!answer) throw new Error('A select without a table has one row')
  return answer
}

/** Why somebody is in a class, in words. */
export function reasonOf(
  wanted: VisitClass,
  { visits, visitsBefore, lastVisitOn }: Pick<ClassMemberRow, 'visits' | 'visitsBefore' | 'lastVisitOn'>,
  windowDays: number,
): string {
  const reason = visitReason(wanted, { came: visits, cameBefore: visitsBefore, windowDays })
  if (wanted !== 'dormant' || lastVisitOn === null) return reason
  return `${reason}（最終来館 ${lastVisitOn.replaceAll('-', '/')}）`
}
