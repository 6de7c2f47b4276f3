import { type SQL, sql } from 'drizzle-orm'
import type { Lessons } from '#contract/report-lessons.ts'
import { fewestLessons, lessonStandings } from '#contract/words/lessons.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type Judged, judgedLessons, type LessonSums, type Scatter, scatterOf } from './lesson-chance.ts'
import { ratio } from './money.ts'
import { addDays, capped, daysOf, earlier, happenedIn, monthOf, type Period, weekdayOf, within } from './periods.ts'
import { isWhole, knownDays } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { comparedTo, readOf } from './sales-days.ts'

export type LessonFigures = Omit<Lessons, 'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional'>

/** The months that end with this one. */
export const lessonMonths = ({ year, month, months }: { year: number; month: number; months: number }): Period => ({
  from: monthOf(year, month - months + 1).from,
  to: monthOf(year, month).to,
})

/**
 * レッスンと担当 of these shops and months up to the data date (docs/domain.md, "Lessons"): lessons of the known days by class,
 * slot and instructor, and by week. Times in Asia/Tokyo; rates as 0–1, unrounded. Null where no day is known.
 */
export async function lessonFigures(db: Db, scope: ReportScope, requested: Period): Promise<LessonFigures> {
  const period = scope.dataDate === null ? null : capped(requested, scope.dataDate)
  const known = period === null ? [] : knownDays(scope.reach, period, 'bookings')
  const weeks = period === null ? [] : weeksOf(period)
  if (period === null || known.length === 0) {
    const prev = { ...comparedTo(requested, period ?? requested).prev, ...noDesk }
    return {
      ...{ period, isJudged: false, byClass: null, bySlot: null, byStaff: null },
      summary: { ...noDesk, waited: null, lessonsWaited: null, members: null, prev },
      weeks: weeks.map((week) => ({ ...week, held: null, fill: null })),
    }
  }
  const isOfOne = scope.shopIds.length === 1
  const rows = await readGroups(db, scope, known, isOfOne)
  const all = rows.find(({ by }) => by === 'all')
  const scatter = all ? scatterOf(all) : null
  const members = isOfOne ? await readMembers(db, scope, known) : null
  const days = await readDesk(db, scope, known, 'week')
  const { prev } = comparedTo(requested, period)
  const isCompared = isWhole(scope.reach, period, 'bookings') && isWhole(scope.reach, prev, 'bookings')
  // The sentence of the screen picks from all three tables.
  const comparisons = rows.filter(({ by, lessons }) => by !== 'all' && lessons >= fewestLessons).length
  const groupsBy = (by: GroupRow['by']) => {
    const groups = rows.filter((one) => one.by === by)
    const judged = judgedLessons(groups, scatter, comparisons)
    return groups
      .map((group, at) => ({
        group,
        row: {
          ...countsOf(group),
          ...(judged[at] as Judged),
          members: members && (members.get(keyOf(group)) ?? 0),
        },
      }))
      .sort((one, other) => byStanding(one.row, other.row) || inOrder(one.group, other.group))
  }
  return {
    period,
    summary: {
      ...deskOf([...days.values()]),
      waited: all?.waited ?? 0,
      lessonsWaited: all?.lessonsWaited ?? 0,
      members: members && (members.get('all') ?? 0),
      prev: {
        ...prev,
        ...(isCompared ? deskOf([...(await readDesk(db, scope, [prev], 'none')).values()]) : noDesk),
      },
    },
    isJudged: scatter !== null,
    byClass: groupsBy('class').map(({ group, row }) => ({ program: group.program ?? '', ...row })),
    bySlot: groupsBy('slot').map(({ group, row }) => ({
      ...{ dow: group.dow ?? 0, startsAt: group.slotTime ?? '', program: isOfOne ? group.slotProgram : null },
      ...row,
    })),
    byStaff: groupsBy('staff').map(({ group, row }) => ({
      ...{ staffId: group.staffId ? String(group.staffId) : null, name: group.name, ...row },
    })),
    weeks: weeks.map((week) => {
      const isKnown = daysOf(week).some((day) => known.some(({ from, to }) => from <= day && day <= to))
      const { held, fill } = isKnown ? deskOf([days.get(week.monday) ?? nothing]) : noDesk
      return { from: week.from, to: week.to, held, fill }
    }),
  }
}

/** The days of the period by weeks from Monday. */
function weeksOf({ from, to }: Period): (Period & { monday: string })[] {
  const weeks = []
  for (let day = from; day <= to; ) {
    const monday = addDays(day, -((weekdayOf(day) + 6) % 7))
    const last = earlier(addDays(monday, 6), to)
    weeks.push({ from: day, to: last, monday })
    day = addDays(last, 1)
  }
  return weeks
}

const standings = valuesOf(lessonStandings)

/** By standing; those beyond chance by what is expected of them, all others have no order of their own. */
const byStanding = (one: Judged, other: Judged) =>
  standings.indexOf(one.standing) - standings.indexOf(other.standing) ||
  (one.standing === 'more' || one.standing === 'less' ? (other.shrunk ?? 0) - (one.shrunk ?? 0) : 0)

const mondayFirst = (dow: number | null) => ((dow ?? 0) + 6) % 7
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** By name, from Monday on, and who is not known last. */
const inOrder = (one: GroupRow, other: GroupRow) =>
  mondayFirst(one.dow) - mondayFirst(other.dow) ||
  compare(one.slotTime ?? '', other.slotTime ?? '') ||
  compare(one.program ?? one.slotProgram ?? '', other.program ?? other.slotProgram ?? '') ||
  (one.staffId || Number.MAX_SAFE_INTEGER) - (other.staffId || Number.MAX_SAFE_INTEGER)

interface Counts {
  held: number
  capacity: number
  seatsUsed: number
  attended: number
  noShow: number
}

const nothing: Counts = { held: 0, capacity: 0, seatsUsed: 0, attended: 0, noShow: 0 }
const noDesk = {
  ...{ held: null, capacity: null, seatsUsed: null, fill: null, attended: null, noShow: null, noShowRate: null },
}
const noShowRateOf = ({ attended, noShow }: Counts) => ratio(noShow, attended + noShow)

/** Sums, and rates of them. */
function deskOf(parts: readonly Counts[]) {
  const sum = parts.reduce(
    (all, one) => ({
      held: all.held + one.held,
      capacity: all.capacity + one.capacity,
      seatsUsed: all.seatsUsed + one.seatsUsed,
      attended: all.attended + one.attended,
      noShow: all.noShow + one.noShow,
    }),
    nothing,
  )
  return { ...sum, fill: ratio(sum.seatsUsed, sum.capacity), noShowRate: noShowRateOf(sum) }
}

const countsOf = (group: GroupRow) => ({
  held: group.lessons,
  capacity: group.capacity,
  seatsUsed: group.used,
  attended: group.attended,
  noShow: group.noShow,
  noShowRate: noShowRateOf({ ...nothing, attended: group.attended, noShow: group.noShow }),
  waited: group.waited,
  lessonsWaited: group.lessonsWaited,
})

/** Classes and bookings of the desk on these days, by the Monday of their week or (whole months from their rollup) as one. */
async function readDesk(
  db: Db,
  { shopIds, dataDate }: ReportScope,
  stretches: readonly Period[],
  by: 'week' | 'none',
): Promise<Map<string, Counts>> {
  const shops = idArray(shopIds)
  const { isMonth, days } = readOf(stretches, dataDate ?? '')
  const columns = sql`slots, capacity, seats_used, attended, no_show`
  const rows = await rowsOf<Counts & { week: string }>(
    db,
    sql`
      select week, sum(slots) as held, sum(capacity) as capacity, sum(seats_used) as "seatsUsed",
        sum(attended) as attended, sum(no_show) as "noShow"
      from (${
        by === 'week'
          ? sql`select date - (extract(isodow from date)::integer - 1) as week, ${columns} from shop_day
              where shop_id = any(${shops}) and ${within(sql`date`, stretches)}`
          : sql`select month as week, ${columns} from shop_month where shop_id = any(${shops}) and ${isMonth(sql`month`)}
              union all select date, ${columns} from shop_day where shop_id = any(${shops}) and ${within(sql`date`, days)}`
      }) part
      group by week`,
  )
  return new Map(rows.map(({ week, ...counts }) => [week, counts]))
}

/** The rows of `shop_month_class` for these days; of months that are known in part from their facts. */
function partsOf({ shopIds, dataDate }: ReportScope, known: readonly Period[]): SQL {
  const shops = idArray(shopIds)
  const { isMonth, days } = readOf(known, dataDate ?? '')
  return sql.join(
    [
      sql`select * from shop_month_class where shop_id = any(${shops}) and ${isMonth(sql`month`)}`,
      ...days.map(({ from, to }) => sql`select * from classes_of(${from}::date, ${to}::date, ${shops})`),
    ],
    sql` union all `,
  )
}

interface GroupRow extends Scatter {
  by: 'class' | 'slot' | 'staff' | 'all'
  program: string | null
  dow: number | null
  slotTime: string | null
  slotProgram: string | null
  staffId: number | null
  name: string | null
  attended: number
  noShow: number
  waited: number
  lessonsWaited: number
}

/** One time of one class, or an hour of several shops. */
const slotOf = (isOfOne: boolean) =>
  isOfOne
    ? sql`starts_at as slot_time, program as slot_program`
    : sql`left(starts_at, 2) as slot_time, '' as slot_program`

/**
 * The groups' counts, and how much their lessons scatter. A lesson is beside the fill of its shop's month, so that neither
 * the season nor a shop passes for a class; u seats of c are u − r·c away from it.
 */
function readGroups(db: Db, scope: ReportScope, known: readonly Period[], isOfOne: boolean): Promise<GroupRow[]> {
  return rowsOf<GroupRow>(
    db,
    sql`
      with part as materialized (${partsOf(scope, known)}),
      usual as (
        select shop_id, month, coalesce(sum(seats_used)::float / nullif(sum(capacity), 0), 0) as rate
        from part group by shop_id, month
      ),
      centred as (
        select part.*, rate * capacity as expected, seats_used - rate * capacity as more,
          used_squares - 2 * rate * used_by_capacity + rate * rate * capacity_squares as squares,
          used_by_capacity - rate * capacity_squares as products
        from part join usual using (shop_id, month)
      ),
      series as (
        select program, dow, starts_at, staff_id, sum(held) as lessons, count(*) as months, sum(seats_used) as used,
          sum(capacity) as capacity, sum(expected) as expected, sum(attended) as attended, sum(no_show) as no_show,
          sum(waited) as waited, sum(lessons_waited) as lessons_waited, sum(capacity_squares) as capacity_squares,
          sum(squares) as squares, sum(products) as products,
          coalesce(sum(more) / nullif(sum(capacity), 0), 0) as away,
          sum(squares - 2 * products * coalesce(more / nullif(capacity, 0), 0)
            + capacity_squares * coalesce(more / nullif(capacity, 0), 0) ^ 2) as within_months
        from centred group by shop_id, program, dow, starts_at, staff_id
      ),
      grouped as (
        select case when grouping(program) = 0 then 'class' when grouping(dow) = 0 then 'slot'
            when grouping(staff_id) = 0 then 'staff' else 'all' end as by,
          program, dow, slot_time, slot_program, staff_id, sum(lessons) as lessons, count(*) as series,
          sum(months) as series_months, sum(used) as used, sum(capacity) as capacity, sum(expected) as expected,
          sum(attended) as attended, sum(no_show) as no_show, sum(waited) as waited, sum(lessons_waited) as lessons_waited,
          sum(capacity_squares) as capacity_squares,
          sum(squares - 2 * products * away + capacity_squares * away ^ 2) as within, sum(within_months) as within_months
        from (select *, ${slotOf(isOfOne)} from series) one
        group by grouping sets ((program), (dow, slot_time, slot_program), (staff_id), ())
      )
      select g.by, g.program, g.dow, g.slot_time as "slotTime", g.slot_program as "slotProgram", g.staff_id as "staffId",
        w.display_name as name, lessons, series, series_months as "seriesMonths",
        used, capacity, expected, attended,
        no_show as "noShow", waited, lessons_waited as "lessonsWaited",
        capacity_squares as "capacitySquares", within, within_months as "withinMonths"
      from grouped g left join staff w on w.id = g.staff_id
      where lessons > 0`,
  )
}

const keyOf = ({
  by,
  program,
  dow,
  slotTime,
  slotProgram,
  staffId,
}: Pick<GroupRow, 'by' | 'program' | 'dow' | 'slotTime' | 'slotProgram' | 'staffId'>) =>
  by === 'all' ? 'all' : JSON.stringify([by, program, dow, slotTime, slotProgram, staffId])

/** Members who came to lessons of one shop, each once in a group. */
async function readMembers(db: Db, { shopIds }: ReportScope, known: readonly Period[]): Promise<Map<string, number>> {
  const days = sql.join(
    known.map((days) => sql`(${happenedIn(sql`s.start_at`, days)})`),
    sql` or `,
  )
  const rows = await rowsOf<GroupRow & { members: number }>(
    db,
    sql`
      select case when grouping(program) = 0 then 'class' when grouping(dow) = 0 then 'slot'
          when grouping(staff_id) = 0 then 'staff' else 'all' end as by,
        program, dow, slot_time as "slotTime", slot_program as "slotProgram", staff_id as "staffId",
        count(distinct member_id) as members
      from (
        select s.program_name as program, extract(dow from s.start_at at time zone 'Asia/Tokyo')::integer as dow,
          to_char(s.start_at at time zone 'Asia/Tokyo', 'HH24:MI') as slot_time, s.program_name as slot_program,
          coalesce(s.staff_id, 0) as staff_id, r.member_id
        from slot s join reservation r on r.slot_id = s.id
        where s.shop_id = any(${idArray(shopIds)}) and (${days}) and r.status in ('checkedIn', 'completed')
          and r.member_id is not null
      ) came
      group by grouping sets ((program), (dow, slot_time, slot_program), (staff_id), ())`,
  )
  return new Map(rows.map((row) => [keyOf(row), row.members]))
}

/** A class at a time by an instructor in a shop, as the file lists it. */
export interface LessonLine extends Omit<LessonSums, 'expected' | 'series' | 'within' | 'capacitySquares'> {
  shopName: string
  program: string
  dow: number
  startsAt: string
  /** 0: nobody known. */
  staffId: number
  staffName: string | null
  attended: number
  noShow: number
  waited: number
  lessonsWaited: number
}

/** Each class, time and instructor of the known days, in display order of the shops. */
export async function lessonLines(db: Db, scope: ReportScope, requested: Period): Promise<LessonLine[]> {
  const period = scope.dataDate === null ? null : capped(requested, scope.dataDate)
  const known = period === null ? [] : knownDays(scope.reach, period, 'bookings')
  if (known.length === 0) return []
  return rowsOf<LessonLine>(
    db,
    sql`
      select s.name as "shopName", p.program, p.dow, p.starts_at as "startsAt", p.staff_id as "staffId",
        w.display_name as "staffName", p.lessons, p.capacity, p.used, p.attended, p.no_show as "noShow", p.waited,
        p.lessons_waited as "lessonsWaited"
      from (
        select shop_id, program, dow, starts_at, staff_id, sum(held) as lessons, sum(capacity) as capacity,
          sum(seats_used) as used, sum(attended) as attended, sum(no_show) as no_show, sum(waited) as waited,
          sum(lessons_waited) as lessons_waited
        from (${partsOf(scope, known)}) part group by shop_id, program, dow, starts_at, staff_id
      ) p
      join shop s on s.id = p.shop_id left join staff w on w.id = p.staff_id
      order by s.sort_order, s.id, (p.dow + 6) % 7, p.starts_at, p.program collate "C", p.staff_id`,
  )
}
