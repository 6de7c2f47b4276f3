import { type SQL, sql } from 'drizzle-orm'
import type { Admission, Returning } from '#contract/report-admission.ts'
import { earlyMonths } from '#contract/report-shops.ts'
import { absences, type JoinedBy } from '#contract/words/admission.ts'
import type { CancelReason } from '#contract/words/cancel-reason.ts'
import { type AgeBand, ageBands } from '#contract/words/groups.ts'
import type { Gender, JoinRoute } from '#contract/words/member.ts'
import { leadKinds } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { keptFor } from './forecast.ts'
import { isDoubted, startOf } from './known-start.ts'
import { readByLead, readLeadsJoined } from './led-admissions.ts'
import { addDays, capped, daysOf, earlier, laterOf, monthOf, type Period, within } from './periods.ts'
import {
  areSameDays,
  cutBy,
  followedDays,
  isCounting,
  isStanding,
  isTouched,
  isWhole,
  knownDays,
  knownSince,
} from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { monthParts, readOf } from './sales-days.ts'
import { shareOf, unknown, withoutInterval } from './shop-comparison.ts'

export type AdmissionFigures = Omit<
  Admission,
  'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional' | 'returning' | 'coming'
>

interface Requested extends Period {
  unit: 'day' | 'month'
  joinedBy: JoinedBy
}

/**
 * 入会・退会 of these shops and days up to the data date (docs/domain.md, "Joining and leaving"): counts from `shop_day` and
 * `member_move`, rates unrounded with 95 % intervals. Without `why` reasons are null.
 */
export async function admissionFigures(
  db: Db,
  scope: ReportScope,
  { from, to, unit, joinedBy }: Requested,
  { why }: { why: boolean },
): Promise<AdmissionFigures> {
  const period = scope.dataDate === null ? null : capped({ from, to }, scope.dataDate)
  const { dataDate } = scope
  if (period === null || dataDate === null) return { ...nothingKnown, period, series: pointsOf({ from, to }, unit) }
  const { reach } = scope
  // Each count is of its own known days, and a rate of the days that both of its counts know.
  const led = knownDays(reach, period, 'leads')
  const ledAndJoined = knownDays(reach, period, 'leads', 'contracts')
  const booked = knownDays(reach, period, 'bookings')
  const gone = knownDays(reach, period, 'contracts', 'leavers')
  const days: MoveDays = {
    joined: knownDays(reach, period, 'contracts', ...(joinedBy === 'firstUse' ? (['visits'] as const) : [])),
    followed: followedDays(reach, period, dataDate),
    paused: knownDays(reach, period, 'contracts'),
    gone,
  }
  const { waits, rows } = await readMoves(db, scope, days, { unit, joinedBy })
  const staff = booked.length > 0 ? await readTrialsByStaff(db, scope, booked) : null
  const leads = await readCounts(db, scope, led)
  const leadsJoined = await readLeadsJoined(db, scope, ledAndJoined)
  const converted = await readCounts(db, scope, ledAndJoined)
  const members = await readMembers(db, scope, period)

  const hasContracts = days.paused.length > 0
  const hasLeavers = gone.length > 0
  // 期首, 純増減 and 退会率 as in the month's report.
  const dayBefore = addDays(period.from, -1)
  const hasOpening = isStanding(reach, period.from) && !isCounting(reach, { from: dayBefore, to: dayBefore })
  const isAllKnown = hasOpening && isWhole(reach, period, 'contracts', 'leavers')
  const hasEarly = days.followed.length > 0
  const hasLeads = led.length > 0
  const hasVisits = hasContracts && isTouched(reach, period, 'visits') && !reach.lessonsOnly && !waits
  const joins = days.joined.length > 0 && (joinedBy !== 'firstUse' || hasVisits)
  const of = (kind: Move['kind'], set: Move['set']) => rows.filter((one) => one.kind === kind && one.set === set)
  const admitted = total(of('admission', 'at'))
  const left = total(of('withdrawal', 'at'))
  const early = joins && hasEarly ? shareOf(admitted.left, admitted.mature) : unknown
  const joinedOf = ({ count, mature, left }: Move) => ({
    admissions: count,
    early: hasEarly ? shareOf(left, mature) : unknown,
  })
  // A period that is not over has no interval but for those whose three months are.
  const rateOf = (count: number, of: number) =>
    dataDate < to ? withoutInterval(shareOf(count, of)) : shareOf(count, of)
  const when = <T>(known: boolean, value: T) => (known ? value : null)
  const [tours, trials] = [when(hasLeads, leads.tours), when(hasLeads, leads.trials)]
  const trialConversion = ledAndJoined.length > 0 ? rateOf(converted.trialsJoined, converted.trials) : unknown
  const isFollowed = ledAndJoined.length > 0
  // Those whose days are not over may still join.
  const settledOf = (share: typeof unknown, open: number) => (open > 0 ? withoutInterval(share) : share)
  const { tour, trial } = leadsJoined
  return {
    period,
    summary: {
      tours,
      trials,
      admissions: when(joins, admitted.count),
      readmissions: when(joins, admitted.again),
      withdrawals: when(hasLeavers, left.count),
      withdrawalRequests: when(hasLeavers, (await readCounts(db, scope, gone)).requests),
      suspensions: when(hasContracts, total(of('suspension', 'at')).count),
      opening: when(hasOpening, members.opening),
      closing: when(isStanding(reach, period.to), members.closing),
      netGrowth: when(isAllKnown, members.closing - members.opening),
      trialConversion,
      churnRate: isAllKnown ? rateOf(left.count, members.openings) : unknown,
      early,
    },
    leads: [
      {
        kind: 'tour',
        count: tours,
        joined: isFollowed ? settledOf(rateOf(tour.joined, converted.tours), tour.open) : unknown,
        open: when(isFollowed, tour.open),
      },
      {
        kind: 'trial',
        count: trials,
        joined: settledOf(trialConversion, trial.open),
        open: when(isFollowed, trial.open),
      },
    ],
    admissionsByLead:
      joins && reach.leads ? await readByLead(db, scope, admitted.count, joinedIn(reach, days.joined, joinedBy)) : null,
    stayed: joins && hasEarly ? shareOf(admitted.mature - admitted.left, admitted.mature) : unknown,
    byRoute: when(
      joins,
      of('admission', 'route').map((one) => ({
        route: (one.key || 'unknown') as JoinRoute | 'unknown',
        ...joinedOf(one),
      })),
    ),
    byCampaign: when(
      joins,
      of('admission', 'campaign').map((one) => ({ campaign: one.key || null, ...joinedOf(one) })),
    ),
    byAgeGender: when(joins, agesOf(of('admission', 'age'))),
    withdrawalReasons: when(
      hasLeavers && why,
      of('withdrawal', 'reason').map(({ key, count }) => ({
        reason: (key || 'unknown') as CancelReason | 'unknown',
        count,
      })),
    ),
    withdrawalByTenure: when(
      hasLeavers,
      of('withdrawal', 'tenure')
        .map(({ key, count }) => ({ months: key ? Number(key) : null, count }))
        .sort((one, other) => (one.months ?? Infinity) - (other.months ?? Infinity)),
    ),
    withdrawalByAbsence: when(
      hasVisits && hasLeavers,
      valuesOf(absences).map((absence) => ({
        absence,
        count: of('withdrawal', 'absence').find(({ key }) => key === absence)?.count ?? 0,
      })),
    ),
    trialsByStaff:
      staff?.map(({ staffId, name, trials, joined }) => ({
        staffId: staffId === null ? null : String(staffId),
        name,
        trials,
        joined: areSameDays(booked, knownDays(reach, period, 'bookings', 'contracts'))
          ? rateOf(joined, trials)
          : unknown,
      })) ?? null,
    series: pointsOf({ from, to }, unit).map((point) => {
      // A month of the period may begin before it.
      const shown = pointDays(point.date, unit, period)
      const at = (kind: Move['kind']) => of(kind, 'at').find(({ key }) => key === point.date)?.count ?? 0
      return {
        date: point.date,
        admissions: when(joins && cutBy(shown, days.joined).length > 0, at('admission')),
        withdrawals: when(cutBy(shown, gone).length > 0, at('withdrawal')),
      }
    }),
  }
}

const nothingKnown: Omit<AdmissionFigures, 'period' | 'series'> = {
  summary: {
    ...{ tours: null, trials: null, admissions: null, readmissions: null, withdrawals: null, withdrawalRequests: null },
    ...{ suspensions: null, opening: null, closing: null, netGrowth: null },
    ...{ trialConversion: unknown, churnRate: unknown, early: unknown },
  },
  leads: valuesOf(leadKinds).map((kind) => ({ kind, count: null, joined: unknown, open: null })),
  admissionsByLead: null,
  stayed: unknown,
  byRoute: null,
  byCampaign: null,
  byAgeGender: null,
  withdrawalReasons: null,
  withdrawalByTenure: null,
  withdrawalByAbsence: null,
  trialsByStaff: null,
}

const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`
const monthAround = (date: string) => monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)))

/** The points of the course, without counts: each day, or the first day of each month. */
function pointsOf(period: Period, unit: Requested['unit']): Admission['series'] {
  const days = daysOf(period)
  return (unit === 'day' ? days : [...new Set(days.map(firstOfMonth))]).map((date) => ({
    date,
    admissions: null,
    withdrawals: null,
  }))
}

const pointDays = (date: string, unit: Requested['unit'], { from, to }: Period): Period =>
  unit === 'day'
    ? { from: date, to: date }
    : { from: laterOf(date, from), to: laterOf(date, earlier(monthAround(date).to, to)) }

interface Counted {
  tours: number
  trials: number
  trialsJoined: number
  requests: number
}

/** Counts of these days together: of whole months one row a shop, since a year of days of every shop takes long. */
async function readCounts(db: Db, { shopIds, dataDate }: ReportScope, stretches: readonly Period[]): Promise<Counted> {
  const shops = idArray(shopIds)
  const { isMonth, days } = readOf(stretches, dataDate ?? '')
  const [counts] = await rowsOf<Counted>(
    db,
    sql`
      select coalesce(sum(tours), 0) as tours, coalesce(sum(trials), 0) as trials,
        coalesce(sum(trials_joined), 0) as "trialsJoined", coalesce(sum(withdrawal_requests), 0) as requests
      from (
        select tours, trials, trials_joined, withdrawal_requests from shop_month
        where shop_id = any(${shops}) and ${isMonth(sql`month`)}
        union all
        select tours, trials, trials_joined, withdrawal_requests from shop_day
        where shop_id = any(${shops}) and ${within(sql`date`, days)}
      ) counted`,
  )
  return counts as Counted
}

interface Members {
  opening: number
  /** Σ members before each month of the period. */
  openings: number
  closing: number
}

async function readMembers(db: Db, { shopIds }: ReportScope, period: Period): Promise<Members> {
  const before = monthParts(period).map(({ from }) => addDays(from, -1))
  const closings = await rowsOf<{ date: string; closing: number }>(
    db,
    sql`
      select date, sum(closing) as closing from shop_day
      where shop_id = any(${idArray(shopIds)}) and date = any(${dates([...new Set([...before, period.to])])}) group by date`,
  )
  const closingOf = (day: string) => closings.find(({ date }) => date === day)?.closing ?? 0
  return {
    opening: closingOf(addDays(period.from, -1)),
    openings: before.reduce((sum, day) => sum + closingOf(day), 0),
    closing: closingOf(period.to),
  }
}

const dates = (days: readonly string[]): SQL => sql`${`{${days.join(',')}}`}::date[]`

interface Move {
  kind: 'admission' | 'withdrawal' | 'suspension'
  set: 'at' | 'route' | 'campaign' | 'age' | 'reason' | 'tenure' | 'absence'
  /** The group; empty: unknown. */
  key: string
  gender: Gender | null
  count: number
  /** 復会. */
  again: number
  /** Admissions whose three months are over, without doubted days; of them those who had left. */
  mature: number
  left: number
}

const dayOfJoining: Record<JoinedBy, SQL> = {
  contracted: sql`contracted_on`,
  joined: sql`date`,
  firstUse: sql`first_use_on`,
}

const visitsFrom = (reach: ReportScope['reach']) => sql`${knownSince(reach, 'visits') ?? 'infinity'}::date`

/** The admissions of `member_move` on these days; first visits are not known before visits are. */
const joinedIn = (reach: ReportScope['reach'], days: readonly Period[], joinedBy: JoinedBy): SQL => sql`
  ${within(dayOfJoining[joinedBy], days)} ${joinedBy === 'firstUse' ? sql`and span_start >= ${visitsFrom(reach)}` : sql``}`

/** The known days of each kind of move. */
interface MoveDays {
  joined: readonly Period[]
  /** The days whose joiners are known to have stayed or left since. */
  followed: readonly Period[]
  paused: readonly Period[]
  gone: readonly Period[]
}

/**
 * Every breakdown, each kind of move in one pass, the largest groups first. By day, and added up to months here: a
 * month of each row takes longer than the rest.
 */
async function readMoves(
  db: Db,
  { shopIds, dataDate, reach }: ReportScope,
  { joined, followed, paused, gone }: MoveDays,
  { unit, joinedBy }: Pick<Requested, 'unit' | 'joinedBy'>,
): Promise<{ waits: boolean; rows: Move[] }> {
  const shops = idArray(shopIds)
  const joining = dayOfJoining[joinedBy]
  const isOver = threeMonthsAreOver(dataDate ?? '', followed)
  const [first] = await rowsOf<{ waits: boolean; pauses: number }>(
    db,
    sql`
      select moves_wait() as waits, (
        select count(*) from member_move
        where shop_id = any(${shops}) and kind = 'suspension' and ${within(sql`date`, paused)}) as pauses`,
  )
  const admissions = await rowsOf<Move>(
    db,
    sql`
      select 'admission' as kind,
        case grouping(at, route, campaign, age_band) when 7 then 'at' when 11 then 'route' when 13 then 'campaign' else 'age' end as set,
        coalesce(at::text, route, campaign, age_band::text) as key, gender, count(*) as count,
        count(*) filter (where span_no > 1) as again, count(*) filter (where ${isOver}) as mature,
        count(*) filter (where ${isOver} and not ${keptFor(sql`${earlyMonths}::integer`)}) as left
      from (
        select *, ${joining} as at, ${joining} as day, span_start as from_on from member_move
        where shop_id = any(${shops}) and kind = 'admission' and ${joinedIn(reach, joined, joinedBy)}
      ) i
      group by grouping sets ((at), (route), (campaign), (age_band, gender))
      order by count(*) desc, 3`,
  )
  const withdrawals = await rowsOf<Move>(
    db,
    sql`
      select 'withdrawal' as kind,
        case grouping(date, reason, tenure, absence) when 7 then 'at' when 11 then 'reason' when 13 then 'tenure' else 'absence' end as set,
        coalesce(date::text, reason, tenure::text, absence, '') as key, null as gender, count(*) as count, 0 as again,
        0 as mature, 0 as left
      from (
        select date, reason, (date_part('year', stay) * 12 + date_part('month', stay))::integer as tenure, absence
        from (
          select date, reason, age(date + 1, ${startOf}) as stay, ${absenceOf(visitsFrom(reach))} as absence from member_move i
          where shop_id = any(${shops}) and kind = 'withdrawal' and ${within(sql`date`, gone)}
          offset 0
        ) i
      ) i
      group by grouping sets ((date), (reason), (tenure), (absence))
      order by count(*) desc, 3`,
  )
  const isDay = ({ set }: Move) => set === 'at'
  const rows = [...admissions, ...withdrawals]
  return {
    waits: first?.waits ?? false,
    rows: [
      ...rows.filter((row) => !isDay(row)),
      ...(unit === 'day' ? rows.filter(isDay) : monthsOf(rows.filter(isDay))),
      {
        kind: 'suspension',
        set: 'at',
        key: '',
        gender: null,
        count: first?.pauses ?? 0,
        again: 0,
        mature: 0,
        left: 0,
      },
    ],
  }
}

/**
 * Whether the first three months of membership `i` (`from_on`, counted on `day`) are over on the data date, among the days
 * whose joiners are known to have stayed or left; not of a doubted first day.
 */
export function threeMonthsAreOver(dataDate: string, followed: readonly Period[]): SQL {
  // The last first day whose three months are over: months differ in length, so days of several joiners end together.
  const lastOver = sql`(
    select max(day) from generate_series(${dataDate}::timestamp - interval '1 year', ${dataDate}, interval '1 day') day
    where (day + make_interval(months => ${earlyMonths}::integer))::date <= ${dataDate})::date`
  return sql`i.from_on <= ${lastOver} and i.from_on >= ${followed[0]?.from ?? 'infinity'}::date
    and ${within(sql`i.day`, followed)} and not ${isDoubted(sql`i.from_on`)}`
}

/** Days of a kind added up to months. */
const monthsOf = (days: readonly Move[]): Move[] =>
  [...Map.groupBy(days, ({ kind, key }) => `${kind} ${firstOfMonth(key)}`).values()].flatMap((month) =>
    month.slice(0, 1).map((one) => ({ ...one, key: firstOfMonth(one.key), ...total(month) })),
  )

/** Days from the last visit of the membership to the request to leave, as the key of `absences`. */
const absenceOf = (visitsFrom: SQL): SQL => sql`
  case when i.requested_on is null or i.requested_on < ${visitsFrom} then 'unknown'
    when i.last_visit_on is null then case when i.span_start < ${visitsFrom} then 'unknown' else 'never' end
    when i.requested_on - i.last_visit_on < 7 then '0' when i.requested_on - i.last_visit_on < 14 then '7'
    when i.requested_on - i.last_visit_on < 28 then '14' when i.requested_on - i.last_visit_on < 56 then '28'
    when i.requested_on - i.last_visit_on < 90 then '56' else '90' end`

const total = (rows: readonly Move[]) =>
  rows.reduce(
    (sum, { count, again, mature, left }) => ({
      count: sum.count + count,
      again: sum.again + again,
      mature: sum.mature + mature,
      left: sum.left + left,
    }),
    { count: 0, again: 0, mature: 0, left: 0 },
  )

const agesOf = (rows: readonly Move[]) =>
  bandsInOrder.map((band) => {
    const of = (gender: Gender) => rows.find((one) => one.key === band && one.gender === gender)?.count ?? 0
    return { band, male: of('male'), female: of('female'), none: of('none') }
  })

/** The youngest first; digits as keys come before others, and 0 is 年齢不明. */
const bandsInOrder: AgeBand[] = [...valuesOf(ageBands).filter((band) => band !== '0'), '0']

/**
 * Attended trials by who held them: the booking's staff, or its class's; and of them those whose member joined one of
 * these shops within 30 days, as 体験入会率 counts.
 */
const readTrialsByStaff = (db: Db, { shopIds, dataDate }: ReportScope, stretches: readonly Period[]) =>
  rowsOf<{ staffId: number | null; name: string | null; trials: number; joined: number }>(
    db,
    sql`
      select t.staff_id as "staffId", w.display_name as name, t.trials, t.joined
      from (
        select staff_id, count(*) as trials, count(*) filter (where has_joined) as joined
        from (
          -- The class of a booking without staff is looked up: a join would read every class.
          select coalesce(r.staff_id, (select s.staff_id from slot s where s.id = r.slot_id)) as staff_id, exists (
              select from membership_interval i
              where i.member_id = r.member_id and i.starts_span and i.shop_id = any(${idArray(shopIds)})
                and i.from_on between tokyo_day(r.start_at) and least(tokyo_day(r.start_at) + 30, ${dataDate}::date)
            ) as has_joined
          from reservation r
          where r.is_trial and r.shop_id = any(${idArray(shopIds)}) and r.status in ('checkedIn', 'completed')
            and (${sql.join(
              stretches.map(
                ({ from, to }) => sql`r.start_at >= day_start(${from}) and r.start_at < day_start(${addDays(to, 1)})`,
              ),
              sql` or `,
            )})
          offset 0
        ) trial
        group by staff_id
      ) t
      left join staff w on w.id = t.staff_id
      order by t.staff_id is null, t.trials desc, t.staff_id`,
  )

/** 復会予告: 休会 that end in the month after the data date's, of which a leave is one; with at most 200 members. */
export async function readReturning(
  db: Db,
  { shopIds, dataDate, reach }: ReportScope,
  { named }: { named: boolean },
): Promise<Admission['returning']> {
  if (dataDate === null || isCounting(reach, { from: dataDate, to: dataDate })) return null
  const { from, to } = monthOf(Number(dataDate.slice(0, 4)), Number(dataDate.slice(5, 7)) + 1)
  // A leave that continues under another contract does not end.
  const ending = sql`
    select i.*, case when i.ends_span then i.until_on else i.until_on - 1 end as ends_on,
      case when i.ends_span then 'cancel' else 'resume' end as next
    from membership_interval i
    where i.shop_id = any(${idArray(shopIds)}) and i.suspended and i.until_on between ${from} and ${addDays(to, 1)}
      and case when i.ends_span then i.until_on <= ${to} else i.until_on > ${from} end
      and not exists (
        select from membership_interval n
        where not i.ends_span and n.member_id = i.member_id and n.from_on = i.until_on and n.suspended)`
  const [sum] = await rowsOf<{ count: number; leave: number }>(
    db,
    sql`select count(*) as count, count(*) filter (where next = 'cancel') as leave from (${ending}) e`,
  )
  const members = named
    ? await rowsOf<Omit<Returning, 'userId'> & { userId: number | null }>(
        db,
        sql`
          select m.user_id as "userId", coalesce(n.member_no, '') as "memberNo", coalesce(n.last_name, '') as "lastName",
            coalesce(n.first_name, '') as "firstName", s.name as "shopName", coalesce(p.name, '') as "planName",
            e.ends_on as "endsOn", e.next
          from (
            select e.*, n.kana from (${ending}) e left join member_name_in_scope n on n.member_id = e.member_id
            order by e.ends_on, n.kana, e.member_id limit 200
          ) e
          join shop s on s.id = e.shop_id
          left join member m on m.id = e.member_id
          left join member_name_in_scope n on n.member_id = e.member_id
          left join contract c on c.id = e.contract_id
          left join shop_plan p on p.id = c.plan_id
          order by e.ends_on, e.kana, e.member_id`,
      )
    : null
  return {
    from,
    to,
    count: sum?.count ?? 0,
    leave: sum?.leave ?? 0,
    ...(members && {
      members: members.map(({ userId, ...one }) => ({ ...one, userId: userId === null ? null : String(userId) })),
    }),
  }
}
