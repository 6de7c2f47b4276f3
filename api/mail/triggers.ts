import { type SQL, sql } from 'drizzle-orm'
import type { StepTrigger } from '#contract/words/mail-step.ts'
import { isDoubted } from '../figures/known-start.ts'
import { knownVisits, visitWindowDays } from '../figures/visit-classes.ts'

// Triggers of scenarios. Each is a query over the facts for `member_id` and `anchor_on`, the day in Tokyo of the
// trigger, for the days `from`–`to` (YYYY-MM-DD, both included). Used both for the last days and for a past month.

export interface Trigger {
  type: StepTrigger
  days: number
}

/**
 * Triggers that are known only after the day's facts; the others are known ahead from a contract, a ticket or a
 * birthday.
 */
export const needsVisits = (type: StepTrigger) => type === 'firstVisit' || type === 'noVisit' || type === 'visitDrop'

/**
 * Days on which members visited any shop, as `member_id` and `day`. `members`: only those of this query's `member_id`,
 * looked up one by one, so few are found quickly among many.
 */
export const visitDays = (from: SQL, to: SQL, members?: SQL): SQL => sql`
  select distinct v.member_id, v.month + bit as day
  from ${
    members
      ? sql`(${members}) c cross join lateral (select month, member_id, days from member_visit_month
          where member_id = c.member_id and month between month_of(${from}) and ${to} offset 0) v`
      : sql`member_visit_month v`
  }, generate_series(0, 30) bit
  where v.month between month_of(${from}) and ${to} and (v.days >> bit) & 1 = 1 and v.month + bit between ${from} and ${to}`

/** Whether a member is 稼働 on a day. */
const isOperating = (member: SQL, day: SQL) => sql`exists (select from membership_interval i
  where i.member_id = ${member} and i.from_on <= ${day} and (i.until_on is null or ${day} < i.until_on) and not i.suspended)`

/**
 * Members who met the trigger, and when; possibly twice. `members`: a query of those whose visits and birthdays alone
 * are read; of others the answer is of no use.
 */
export function metBy({ type, days }: Trigger, from: string, to: string, members?: SQL): SQL {
  const [first, last] = [sql`${from}::date`, sql`${to}::date`]
  // Null without any visits: then nobody meets a trigger of visits.
  const lastFact = sql`(select least(${last}, max(v.last_on)) from ${knownVisits} v having count(*) > 0)`
  switch (type) {
    case 'admission':
      return sql`select i.member_id, i.from_on as anchor_on from membership_interval i
        where i.starts_span and i.from_on between ${first} and ${last} and not ${isDoubted(sql`i.from_on`)}`
    case 'trialAttended':
      return sql`
        select t.member_id, t.day as anchor_on from (
          select member_id, tokyo_day(at) as day from lead
          where kind = 'trial' and at >= day_start(${first}) and at < day_start(${last} + 1)
          union
          select member_id, tokyo_day(start_at) from reservation
          where is_trial and status in ('checkedIn', 'completed')
            and start_at >= day_start(${first}) and start_at < day_start(${last} + 1)
        ) t where t.member_id is not null`
    case 'firstVisit':
      return sql`
        select d.member_id, min(d.day) as anchor_on from (${visitDays(sql`month_of(${first})`, lastFact, members)}) d
        ${ofKnownVisits(sql`d.member_id`)}
        where not exists (select from member_visit_month e where e.member_id = d.member_id and e.month < month_of(${first}))
          -- Who was a member before visits are known may have come before.
          and not exists (select from membership_interval i where i.member_id = d.member_id
            and (i.from_on < v.first_on or ${isDoubted(sql`i.from_on`)}))
        group by d.member_id having min(d.day) >= ${first}`
    case 'noVisit':
      return noVisit(days, first, lastFact, members)
    case 'visitDrop':
      return visitDrop(first, lastFact, members)
    case 'birthday':
      // Born on February 29: on the 28th in other years.
      return sql`
        select m.id as member_id, d.day as anchor_on
        from (select day::date, day::date + ${days}::integer as birthday
          from generate_series(${first}, ${last}, interval '1 day') day) d
        cross join lateral unnest(array[to_char(d.birthday, 'MMDD')]
          || case when to_char(d.birthday, 'MMDD') = '0228' and to_char(d.birthday + 1, 'MMDD') = '0301' then array['0229'] end) as key
        join member m on to_char(m.birthday, 'MMDD') = key
        where ${isOperating(sql`m.id`, sql`d.day`)} and ${members ? sql`m.id in (${members})` : sql`true`}`
    case 'ticketExpiring':
      return sql`select t.member_id, t.expires_on - ${days}::integer as anchor_on from member_ticket t
        where t.used_num < t.granted_num and t.expires_on - ${days}::integer between ${first} and ${last}`
    case 'suspensionEnding':
      // The first day that the 休会 no longer covers.
      return sql`select s.member_id, s.until_on - ${days}::integer as anchor_on from membership_interval s
        where s.suspended and not s.ends_span and s.until_on - ${days}::integer between ${first} and ${last}
          and ${isOperating(sql`s.member_id`, sql`s.until_on`)}`
    case 'withdrawalRequested':
      return sql`select c.member_id, c.cancel_requested_on as anchor_on from contract c
        where c.kind <> 'option' and c.cancel_requested_on between ${first} and ${last}`
    case 'manual':
      return sql`select id as member_id, null::date as anchor_on from member where false`
  }
}

/** The days of which the member's shop knows visits, as `v`. */
const ofKnownVisits = (member: SQL) =>
  sql`join member m on m.id = ${member} join ${knownVisits} v on v.shop_id = m.shop_id`

/**
 * So many days without a visit since the last one, or since the membership started: on the last of them. Only where the
 * visits of all these days are known.
 */
const noVisit = (days: number, first: SQL, last: SQL, members?: SQL) => sql`
  select c.member_id, c.day + ${days}::integer as anchor_on
  from (
    select member_id, day, lead(day) over (partition by member_id order by day) as next_day
    from (
      ${visitDays(sql`${first} - ${days}::integer`, last, members)}
      union
      select member_id, from_on from membership_interval
      where starts_span and from_on between ${first} - ${days}::integer and ${last} and not ${isDoubted(sql`from_on`)}
    ) came
  ) c
  ${ofKnownVisits(sql`c.member_id`)}
  where c.day >= v.first_on and c.day + ${days}::integer <= v.last_on and c.day + ${days}::integer between ${first} and ${last} and (c.next_day > c.day + ${days}::integer) is not false
    and ${isOperating(sql`c.member_id`, sql`c.day + ${days}::integer`)}`

const days28 = sql.raw(String(visitWindowDays))
const days56 = sql.raw(String(2 * visitWindowDays))

/**
 * The day on which a member becomes 減少 (docs/domain.md, "Changes in visits"): visit days in the window W compared with
 * the window W′ before it, where the visits of both are known. Both change only where a visit enters or leaves one of them, so only those days are checked.
 */
const visitDrop = (first: SQL, last: SQL, members?: SQL) => sql`
  select f.member_id, f.day as anchor_on
  from (
    select member_id, day, falls, lag(falls, 1, false) over (partition by member_id order by day) as fell
    from (
      select member_id, day, within >= 1 and within <= prior - 2 and within <= 0.7 * prior as falls
      from (
        select member_id, day, sum(sum(enters)) over course as within, sum(sum(leaves)) over course as prior
        from (
          select d.member_id, d.day + e.after as day, e.enters, e.leaves
          from (${visitDays(sql`${first} - ${days56}`, last, members)}) d,
            (values (0, 1, 0), (${days28}, -1, 1), (${days56}, 0, -1)) e (after, enters, leaves)
        ) change
        where day <= ${last}
        group by member_id, day
        window course as (partition by member_id order by day)
      ) counted
    ) classed
  ) f
  ${ofKnownVisits(sql`f.member_id`)}
  where f.falls and not f.fell and f.day >= greatest(${first}, v.first_on + ${days56}) and f.day <= v.last_on and ${isOperating(sql`f.member_id`, sql`f.day`)}
    -- Members who joined in one of the windows are 新規.
    and exists (select from membership_interval i where i.member_id = f.member_id and i.from_on <= f.day
      and (i.until_on is null or f.day < i.until_on) and i.span_start <= f.day - ${days56})`
