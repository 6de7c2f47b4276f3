import { type SQL, sql } from 'drizzle-orm'
import { isBeyondChance, pairsAmong } from '#contract/chance.ts'
import type { FirstDays, FirstDaysRow, SurvivalPoint } from '#contract/report-first-days.ts'
import {
  type FirstDaysGroup,
  firstDaysFollowed,
  firstDaysGroups,
  firstDaysJudgedFrom,
  firstDaysLength,
} from '#contract/words/first-days.ts'
import { fewPeople } from '#contract/words/groups.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { hasKnownClass, idArray, rowsOf } from '../db/expressions.ts'
import { withNames } from './drill-down/period.ts'
import { isDoubted } from './known-start.ts'
import { ratio } from './money.ts'
import { addDays, capped, daysOf, monthOf, type Period, within } from './periods.ts'
import { cutBy, followedDays, knownDays } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { wilson } from './wilson.ts'

export type FirstDaysFigures = Omit<FirstDays, 'requestInfo' | 'generatedAt' | 'dataAsOf' | 'reach' | 'isProvisional'>

/** From the first day to the last of the first 30. */
const toLastDay = firstDaysLength - 1
/** `member_move.stayed_months` of who left before the close of day 30. */
const leftBefore = -1
/** Joiners of so many months are counted, the shown one included. */
const monthsOfJoining = 24

/**
 * 最初の30日 of the shops (docs/domain.md, "The first 30 days"): who joined in the 24 months up to the requested one and was
 * still a member at the close of day 30, by visit days until then, and how many of them were members from there on, up to
 * the month's end or the data date. Shares unrounded, 0–1; null where a day is not known.
 */
export async function firstDaysFigures(
  db: Db,
  scope: ReportScope,
  { year, month }: { year: number; month: number },
): Promise<FirstDaysFigures> {
  const { dataDate } = scope
  const until = (dataDate === null ? null : capped(monthOf(year, month), dataDate)?.to) ?? null
  if (until === null || dataDate === null) return { ...nothingKnown, until: null }
  const waits = await movesWait(db)
  const days = waits ? [] : ripeDays(scope, { from: monthOf(year, month - monthsOfJoining + 1).from, to: until })
  const newcomers = until === dataDate ? await readNewcomers(db, scope, dataDate) : null
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { ...nothingKnown, until, newcomers }
  const rows = await readStays(db, scope, days, until)
  const stayed = rows.filter(({ visits }) => visits !== null)
  const people = peopleOf(stayed)
  const groups = valuesOf(firstDaysGroups).map((key): FirstDaysRow => {
    const own = stayed.filter(({ visits }) => groupOf(visits ?? 0) === key)
    const count = peopleOf(own)
    return { key, people: count, share: ratio(count, people), isOfFew: count < fewPeople, survival: survivalOf(own) }
  })
  return {
    joined: { from: first.from, to: last.to },
    until,
    people,
    leftBefore: peopleOf(rows) - people,
    groups,
    compared: comparedOf(groups),
    newcomers,
  }
}

const nothingKnown = { joined: null, people: null, leftBefore: null, groups: null, compared: null, newcomers: null }

/** Visits of a bulk writer are counted, and the first 30 days of who came not yet. */
async function movesWait(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ waits: boolean }>(db, sql`select moves_wait() as waits`)
  return row?.waits ?? false
}

/** The first days whose 30 days end by the period's last one, with known visits, and whose joiners are followed until it. */
export function ripeDays({ reach }: Pick<ReportScope, 'reach'>, period: Period): Period[] {
  if (reach.lessonsOnly) return []
  const withVisits = knownDays(reach, period, 'contracts', 'visits').flatMap(({ from, to }) => {
    const last = addDays(to, -toLastDay)
    return from <= last ? [{ from, to: last }] : []
  })
  return followedDays(reach, period, period.to).flatMap((one) => cutBy(one, withVisits))
}

interface Stay {
  /** Visit days of the first 30; null: left before their last one. */
  visits: number | null
  /** Whole months from day 30 that are over, at most those that are followed. */
  reached: number
  /** Whole months from day 30 at whose close they were members; null: still a member. */
  stayed: number | null
  people: number
}

/** Joiners of these days. Who left after `until` is followed until then, like who did not leave. */
async function readStays(db: Db, { shopIds }: ReportScope, days: readonly Period[], until: string): Promise<Stay[]> {
  const steps = reachedFrom(days, until)
  const rows = await rowsOf<Omit<Stay, 'reached'> & { step: number }>(
    db,
    sql`
      select width_bucket(date, ${`{${steps.map(({ from }) => from)}}`}::date[]) as step,
        case when stayed_months is distinct from ${leftBefore}::integer then least(first_visit_days, 8) end as visits,
        stayed_months as stayed, count(*) as people
      from member_move
      where shop_id = any(${idArray(shopIds)}) and kind = 'admission' and ${within(sql`date`, days)}
        and not ${isDoubted(sql`date`)}
      group by 1, 2, 3`,
  )
  return rows.map(({ step, ...one }) => ({ ...one, reached: steps[step - 1]?.reached ?? 0 }))
}

/** How many months those are followed who joined from a day on; the later they joined the fewer. */
function reachedFrom(days: readonly Period[], until: string): { from: string; reached: number }[] {
  const steps: { from: string; reached: number }[] = []
  for (const from of days.flatMap(daysOf)) {
    const reached = Math.min(wholeMonthsTo(addDays(from, toLastDay), until), firstDaysFollowed)
    if (steps.at(-1)?.reached !== reached) steps.push({ from, reached })
  }
  return steps
}

/** Whole months from one day to a later one; in a month that lacks the day, its last one counts. */
function wholeMonthsTo(from: string, to: string): number {
  const [year, month, day] = from.split('-').map(Number) as [number, number, number]
  const [endYear, endMonth, endDay] = to.split('-').map(Number) as [number, number, number]
  const isShort = endDay < day && to !== monthOf(endYear, endMonth).to
  return (endYear - year) * 12 + endMonth - month - (isShort ? 1 : 0)
}

const peopleOf = (rows: readonly Stay[]) => rows.reduce((sum, one) => sum + one.people, 0)

const groupOf = (visits: number): FirstDaysGroup =>
  valuesOf(firstDaysGroups).findLast((lowest) => visits >= Number(lowest)) as FirstDaysGroup

/**
 * Kaplan–Meier by whole months since day 30: a person counts in a step once all of its days are over, so that who joined
 * lately is neither kept nor lost. The interval is Wilson's for the number of people that Greenwood's variance is worth
 * (K. J. Rothman, Estimation of confidence limits for the cumulative probability of survival, J Chronic Dis 31, 1978):
 * Greenwood's own has no width where nobody has left. Shares 0–1, unrounded; ends where nobody has been followed.
 */
export function survivalOf(rows: readonly Stay[]): SurvivalPoint[] {
  const curve: SurvivalPoint[] = []
  let share = 1
  let sum = 0
  for (let month = 0; month <= firstDaysFollowed; month += 1) {
    const reached = rows.filter((one) => one.reached >= month)
    const people = peopleOf(reached)
    const atRisk = month === 0 ? people : peopleOf(reached.filter(({ stayed }) => (stayed ?? month) >= month - 1))
    if (people === 0 || (atRisk === 0 && share > 0)) break
    const kept = peopleOf(reached.filter(({ stayed }) => (stayed ?? month) >= month))
    if (atRisk > 0) share *= kept / atRisk
    if (kept > 0) sum += (atRisk - kept) / (atRisk * kept)
    const worth = share === 0 || sum === 0 ? Math.max(atRisk, 1) : (1 - share) / (share * sum)
    const interval = month === 0 ? null : wilson(share * worth, worth)
    curve.push({ month, share, low: interval?.low ?? 1, high: interval?.high ?? 1, people })
  }
  return curve
}

/** The first and the last group with enough people, at the half-year, or at three months before any is followed so far. */
function comparedOf(groups: readonly FirstDaysRow[]): FirstDays['compared'] {
  for (const month of [6, 3] as const) {
    const known = groups.flatMap(({ key, survival }) => {
      const at = survival.find((one) => one.month === month)
      return at && at.people >= fewPeople ? [{ key, value: at.share, low: at.low, high: at.high }] : []
    })
    const [fewest, most] = [known[0], known.at(-1)]
    if (!fewest || !most || fewest === most) continue
    return {
      month,
      fewest: fewest.key,
      most: most.key,
      isBeyondChance: isBeyondChance(fewest, most, pairsAmong(known.length)),
    }
  }
  return null
}

/** The usual visit days by a newcomer's day. */
const usualBy = (of: SQL): SQL => sql`(${of}.twice * ${of}.day / ${2 * firstDaysLength}::double precision)`

/**
 * Members on day 10 to 30 of shops with a usual number of visits: the median of who joined there in the year before and was
 * a member at the close of day 30, of at least 20 people and of known days, in proportion to the days gone. `twice`: that
 * median times two, which is whole, so that both engines compare alike.
 */
const newcomersOf = (shops: SQL, today: string): SQL => sql`
  with known as materialized (
    select shop_id, max(first_on) as since from known_days(${shops}, false)
    where kind in ('contracts', 'leavers', 'visits')
    group by shop_id
    having count(first_on) = 3 and min(last_on) >= ${today} and ${hasKnownClass(sql`shop_id`)}
      and (select not moves_wait())
  ),
  joined as (
    select m.shop_id, m.first_visit_days as visits, count(*) as people
    from known k join member_move m on m.shop_id = k.shop_id and m.kind = 'admission'
      and m.date between greatest(k.since, ${today}::date - ${firstDaysLength + 364}::integer)
        and ${today}::date - ${firstDaysLength}::integer
      and m.stayed_months is distinct from ${leftBefore}::integer and not ${isDoubted(sql`m.date`)}
    group by m.shop_id, m.first_visit_days
  ),
  usual as materialized (
    select shop_id, since,
      (min(visits) filter (where upto * 2 >= people) + min(visits) filter (where upto * 2 > people))::integer as twice
    from (
      select shop_id, visits, sum(people) over (partition by shop_id order by visits) as upto,
        sum(people) over (partition by shop_id) as people
      from joined
    ) counted
    join known using (shop_id)
    where people >= ${fewPeople}
    group by shop_id, since
  ),
  newcomer as materialized (
    select m.member_id, m.shop_id, m.date, (${today}::date - m.date + 1) as day, m.first_visit_days as visits, u.twice,
      m.first_visit_days * ${2 * firstDaysLength}::integer < u.twice * (${today}::date - m.date + 1) as is_below
    from usual u join member_move m on m.shop_id = u.shop_id and m.kind = 'admission'
      and m.date between greatest(u.since, ${today}::date - ${toLastDay}::integer)
        and ${today}::date - ${firstDaysJudgedFrom - 1}::integer
      and (m.span_end <= ${today}) is not true and not ${isDoubted(sql`m.date`)}
  )`

/** The members below it, with their `day`, `visits` and the `usual` ones by then. */
export const belowUsual = (shops: SQL, today: string): SQL => sql`
  ${newcomersOf(shops, today)}
  select member_id, day, visits, ${usualBy(sql`newcomer`)} as usual from newcomer where is_below`

async function readNewcomers(db: Db, { shopIds }: ReportScope, today: string): Promise<FirstDays['newcomers']> {
  const [row] = await rowsOf<{ shops: number; count: number; below: number }>(
    db,
    sql`${newcomersOf(idArray(shopIds), today)}
      select (select count(*) from usual) as shops, count(*) as count, count(*) filter (where is_below) as below
      from newcomer`,
  )
  if (!row || row.shops === 0) return null
  const days = { from: addDays(today, -toLastDay), to: addDays(today, 1 - firstDaysJudgedFrom) }
  return { ...days, count: row.count, below: row.below }
}

export interface NewcomerRow {
  userId: number | null
  memberId: number
  memberNo: string
  lastName: string
  firstName: string
  shopName: string
  joinedOn: string
  day: number
  visits: number
  usual: number
  tel: string | null
}

/** The newcomers below the usual visits on the data date, shop by shop, who is farthest below it first. */
export async function newcomersBelow(
  db: Db,
  { shopIds }: Pick<ReportScope, 'shopIds'>,
  today: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: NewcomerRow[]; total: number }> {
  const page = sql`
    select n.* from newcomer n join shop s on s.id = n.shop_id where n.is_below
    order by s.sort_order, s.id, n.visits::double precision / (n.twice * n.day), n.date, n.member_id
    limit ${limit} offset ${offset}`
  const [answer] = await rowsOf<{ rows: NewcomerRow[]; total: number }>(
    db,
    sql`${newcomersOf(idArray(shopIds), today)}
      select (select count(*) from newcomer where is_below) as total, (select coalesce(json_agg(r), '[]') from (
        ${withNames(page, sql`page.date as "joinedOn", page.day, page.visits, ${usualBy(sql`page`)} as usual, m.tel`)}
      ) r) as rows`,
  )
  if (!answer) throw new Error('A select without a table has one row')
  return answer
}
