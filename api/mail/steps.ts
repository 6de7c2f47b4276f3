import { eq, type SQL, sql } from 'drizzle-orm'
import type { MailMemberFilter } from '#contract/mail.ts'
import { quietHours, wantsConsent } from '#contract/words/mail.ts'
import { absenceTriggers, newsDays, type StepStop, stepCaps } from '#contract/words/mail-step.ts'
import type { Scoped } from '../context.ts'
import type { Database } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { type MemberFilter, membersWhere } from '../db/member-search.ts'
import { mail } from '../db/schema/mail.ts'
import { inScope } from '../db/scope.ts'
import { isAnythingLeft } from '../figures/count-later.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Log } from '../process/log.ts'
import { countAudience, hasNoConsentHere } from './audience.ts'
import type { MailContent } from './content.ts'
import type { Jobs } from './jobs.ts'
import { enqueueMail } from './outbox.ts'
import { isComplete, senderOf } from './senders.ts'
import { metBy, needsVisits, type Trigger } from './triggers.ts'

// Mail scenarios. The state of each member is in `mail_step_enrolment`: an evaluation reads it, whenever the last one
// was, and does what is due. Each scenario is one transaction, together with its mails.

const minute = 60_000
/** Interval of the evaluations. Mails that are due before the next evaluation are added with their minute. */
export const evaluatedEvery = 15 * minute
/** Visits that are reported this many days late still count. */
const lateDays = 3

interface Evaluated {
  database: Database
  jobs: Jobs
  log: Log
}

/** Evaluates each public scenario; a failing one does not affect the others. */
export async function evaluateSteps({ database, jobs, log }: Evaluated, now: Date, stopping: AbortSignal) {
  try {
    await jobs.ready()
    if (!(await database.hasRoom())) return
    // Last visits and joins are not known before an import is counted: the next evaluation does what became due.
    if (await isAnythingLeft(database.db)) return
    const open = await inScope(database, { shops: 'all' }, 'read', (scoped) =>
      rowsOf<{ id: number }>(scoped, sql`select id from mail_step where status = 'active' order by id`),
    )
    for (const { id } of open) {
      if (!stopping.aborted) await evaluateOne({ database, jobs, log }, id, now)
    }
  } catch (error) {
    if (!stopping.aborted) log.failure({ requestId: 'mail_step', route: 'mail_step', error })
  }
}

async function evaluateOne({ database, jobs, log }: Evaluated, id: number, now: Date) {
  try {
    const { enrolled, mails } = await inScope(database, { shops: 'all' }, 'write', (scoped) =>
      evaluate(scoped, jobs, id, now),
    )
    if (enrolled + mails > 0) log.event({ event: 'mail_step', detail: `${id}: ${enrolled} enrolled, ${mails} mails` })
  } catch (error) {
    log.failure({ requestId: 'mail_step', route: `mail_step ${id}`, error })
  }
}

interface Scenario {
  id: number
  name: string
  triggerType: Trigger['type']
  triggerDays: number
  entryFilter: MailMemberFilter
  stopOn: StepStop[]
  activatedAt: string
  lookedTo: string | null
  /** The data date. */
  dataDate: string | null
}

async function evaluate(
  scoped: Scoped,
  jobs: Jobs,
  id: number,
  now: Date,
): Promise<{ enrolled: number; mails: number }> {
  // One evaluation at a time: another process would not see the mails of this one.
  await scoped.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail_step', 0))`)
  await scoped.execute(sql`select from mail_step where id = ${id} for update`)
  const [scenario] = await rowsOf<Scenario>(
    scoped,
    sql`select id, name, trigger_type as "triggerType", trigger_days as "triggerDays", entry_filter as "entryFilter",
      stop_on as "stopOn", activated_at as "activatedAt", looked_to as "lookedTo", data_date() as "dataDate"
    from mail_step where id = ${id} and status = 'active'`,
  )
  if (!scenario) return { enrolled: 0, mails: 0 }
  await stop(scoped, scenario, now)
  const enrolled = await enrolWhoMet(scoped, scenario, now)
  const mails = await sendDue(scoped, jobs, scenario, now)
  return { enrolled, mails }
}

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`

/** The instant of a time on a day in Tokyo. */
const moment = (day: SQL, time: SQL) => sql`((${day} + ${time}::time) at time zone 'Asia/Tokyo')`

/**
 * Why a member's scenario ends, if it does, from `member m` and `member_in_scope l`; only visits after the trigger's
 * day count.
 */
function stopReason(stopOn: readonly StepStop[], anchor: SQL): SQL {
  const reasons: [StepStop, SQL][] = [
    ['visited', sql`l.last_visit_on > ${anchor}`],
    ['cancelled', sql`l.contract_status = 'cancel'`],
    // Not what another shop knows: the reason is shown.
    ['optedOut', hasNoConsentHere],
  ]
  const wanted = reasons.filter(([reason]) => stopOn.includes(reason))
  if (wanted.length === 0) return sql`null::text`
  const whens = wanted.map(([reason, holds]) => sql`when ${holds} then ${sql.raw(`'${reason}'`)}`)
  return sql`(case ${sql.join(whens, sql` `)} end)`
}

/** Ends it for members who meet a stop condition. */
async function stop(scoped: Scoped, { id, stopOn }: Scenario, now: Date) {
  await scoped.execute(sql`
    update mail_step_enrolment e set ended_at = ${at(now)}, exit = r.reason, next_days = null, next_at = null
    from (select e.id, ${stopReason(stopOn, sql`e.anchor_on`)} as reason from mail_step_enrolment e
      join member m on m.id = e.member_id join member_in_scope l on l.member_id = e.member_id
      where e.step_id = ${id} and e.ended_at is null) r
    where r.id = e.id and r.reason is not null`)
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * 60 * minute).toISOString().slice(0, 10)
const latest = (...days: string[]) => days.sort().at(-1) as string

/** Enrols members who met the trigger since the scenario became public; triggers that are too old are skipped. */
async function enrolWhoMet(scoped: Scoped, scenario: Scenario, now: Date): Promise<number> {
  const { id, triggerType, triggerDays, entryFilter, activatedAt, lookedTo, dataDate } = scenario
  const today = tokyoDayOf(now)
  const known = dataDate === null || dataDate > today ? today : dataDate
  const from = latest(
    tokyoDayOf(new Date(activatedAt)),
    dayBefore(today, newsDays),
    ...(needsVisits(triggerType) && lookedTo !== null ? [dayBefore(lookedTo, lateDays)] : []),
  )
  const { where } = await membersWhere(
    scoped,
    { shops: 'all', contact: true, now, approves: false },
    entryFilter as MemberFilter,
  )
  const met = metBy({ type: triggerType, days: triggerDays }, from, today)
  const enrolled = await enrol(
    scoped,
    String(id),
    sql`
    select met.member_id, max(met.anchor_on) as anchor_on from (${met}) met
    join member_in_scope l on l.member_id = met.member_id join member m on m.id = met.member_id
    where ${where} and ${stopReason(scenario.stopOn, sql`met.anchor_on`)} is null
      -- A trigger during the scenario does not start it again.
      and not exists (select from mail_step_enrolment e where e.step_id = ${id} and e.member_id = met.member_id
        and (e.ended_at is null or e.anchor_on >= met.anchor_on or tokyo_day(e.ended_at) >= met.anchor_on))
    group by met.member_id`,
    now,
  )
  await scoped.execute(sql`update mail_step set looked_to = ${known} where id = ${id}`)
  return enrolled
}

/**
 * Starts the scenario for the members of a query (`member_id`, `anchor_on`); returns their number. Day 0 is today while
 * the first step's time is still to come, else tomorrow.
 */
export async function enrol(scoped: Scoped, stepId: string, members: SQL, now: Date): Promise<number> {
  const id = Number(stepId)
  const start = sql`(tokyo_day(${at(now)}) + case
    when first.delay_days = 0 and ${moment(sql`tokyo_day(${at(now)})`, sql`first.send_time`)} <= ${at(now)} then 1 else 0 end)`
  const made = await scoped.execute(sql`
    insert into mail_step_enrolment (step_id, member_id, anchor_on, start_on, enrolled_at, next_days, next_at)
    select ${id}, entering.member_id, entering.anchor_on, ${start}, ${at(now)}, first.delay_days,
      ${moment(sql`(${start} + first.delay_days)`, sql`first.send_time`)}
    from (${members}) entering,
      (select delay_days, send_time from mail_step_item where step_id = ${id} order by delay_days limit 1) first
    on conflict do nothing returning id`)
  return made.rows.length
}

interface Due {
  nextDays: number
  sendAt: string
  ids: number[]
}

/** Sends each step that is due, as one mail; a step that is late or over a cap waits for its next allowed time. */
async function sendDue(scoped: Scoped, jobs: Jobs, scenario: Scenario, now: Date): Promise<number> {
  const until = new Date(now.getTime() + evaluatedEvery)
  const sendAt = sql`greatest(e.next_at, ${at(now)})`
  const hour = sql`extract(hour from ${sendAt} at time zone 'Asia/Tokyo')`
  const due = sql`e.step_id = ${scenario.id} and e.ended_at is null and e.next_at < ${at(until)}
    and ${hour} >= ${quietHours.until} and ${hour} < ${quietHours.from}`
  await postpone(scoped, due, sql`tokyo_day(${sendAt})`)
  const groups = await rowsOf<Due>(
    scoped,
    sql`select e.next_days as "nextDays", ${sendAt} as "sendAt", json_agg(e.id) as ids
      from mail_step_enrolment e where ${due} group by 1, 2 order by 2, 1`,
  )
  let mails = 0
  for (const group of groups) {
    const outcome = await sendStep(scoped, jobs, scenario, group, now)
    // Without a sender the step stays due.
    if (outcome === 'held') continue
    if (outcome === 'sent') mails += 1
    await advance(scoped, group, now)
  }
  return mails
}

/** Postpones mails over the member's daily or monthly cap, which holds over all scenarios. */
async function postpone(scoped: Scoped, due: SQL, day: SQL) {
  const sentIn = (from: SQL, to: SQL) => sql`(select count(*) from mail_step_sent s
    where s.member_id = e.member_id and s.sent_on >= ${from} and s.sent_on < ${to})`
  const nextMonth = sql`(month_of(d.day) + interval '1 month')::date`
  await scoped.execute(sql`
    update mail_step_enrolment w set next_at = ${moment(sql`c.free_on`, sql`c.send_time`)}
    from (
      select e.id, i.send_time, case
          when ${sentIn(sql`month_of(d.day)`, nextMonth)} >= ${stepCaps.month} then ${nextMonth}
          when ${sentIn(sql`d.day`, sql`d.day + 1`)} >= ${stepCaps.day} then d.day + 1 end as free_on
      from mail_step_enrolment e join mail_step_item i on i.step_id = e.step_id and i.delay_days = e.next_days
      cross join lateral (select ${day} as day) d
      where ${due}
    ) c where c.id = w.id and c.free_on is not null`)
}

/** Adds the mail of one step for members who are due; `nobody` gets it, or it is held until 会社情報 is complete. */
async function sendStep(
  scoped: Scoped,
  jobs: Jobs,
  { id, name, triggerType }: Scenario,
  { nextDays, sendAt, ids }: Due,
  now: Date,
): Promise<'sent' | 'nobody' | 'held'> {
  const [template] = await rowsOf<MailContent & { id: number; status: string }>(
    scoped,
    sql`select t.id, t.category, t.subject, t.body, t.from_name as "fromName", t.reply_to as "replyTo", t.footer, t.is_tracked as "isTracked", t.status
      from mail_step_item i join mail_template t on t.id = i.template_id
      where i.step_id = ${id} and i.delay_days = ${nextDays} and t.target_scope = 'all'`,
  )
  // Skips the step where its template is no longer in use, belongs to one shop by now, or became 業務連絡 where sleeping
  // members would get it, or 配信のお願い, which people send; the members continue with the next step.
  if (template?.status !== 'active') return 'nobody'
  if (template.category === 'transactional' && absenceTriggers.includes(triggerType)) return 'nobody'
  if (template.category === 'consentRequest') return 'nobody'
  if (wantsConsent(template.category) && !isComplete(await senderOf(scoped, null))) return 'held'
  const { category, subject, body, fromName, replyTo, footer, isTracked } = template
  const enrolments = idArray(ids.map(String))
  const chosen = sql`select e.member_id from mail_step_enrolment e where e.id = any(${enrolments})`
  const audience = { chosen, includesSleeping: false, withoutUserIds: [] }
  const { total } = await countAudience(scoped, { ...audience, category })
  if (total === 0) return 'nobody'
  const sent = await enqueueMail(
    scoped,
    jobs,
    {
      ...{ category, subject, body, fromName, replyTo, footer, isTracked, audience },
      segmentText: `ステップメール「${name}」の${nextDays}日後のステップ`,
      sleepingReason: null,
      templateId: String(template.id),
      senderStaffId: null,
      sendAt: new Date(sendAt),
    },
    now,
  )
  await scoped
    .update(mail)
    .set({ stepId: String(id) })
    .where(eq(mail.id, sent.id))
  await scoped.execute(sql`select template_used(${template.id}, ${at(now)})`)
  await scoped.execute(sql`
    insert into mail_step_sent (member_id, sent_on, enrolment_id, mail_id)
    select e.member_id, tokyo_day(${sendAt}::timestamptz), e.id, r.mail_id from mail_recipient r
    join mail_step_enrolment e on e.member_id = r.member_id and e.id = any(${enrolments})
    where r.mail_id = ${Number(sent.id)} and r.status = 'waiting'`)
  return 'sent'
}

/** Moves on to the next step, on another day; after the last one the scenario is over. */
async function advance(scoped: Scoped, { sendAt, ids }: Due, now: Date) {
  const following = sql`tokyo_day(${sendAt}::timestamptz) + 1`
  await scoped.execute(sql`
    update mail_step_enrolment e set done_days = d.next_days, next_days = n.delay_days, next_at = n.next_at,
      ended_at = case when n.delay_days is null then ${at(now)} end,
      exit = case when n.delay_days is null then 'completed' end
    from mail_step_enrolment d left join lateral (
      select i.delay_days, greatest(${moment(sql`(d.start_on + i.delay_days)`, sql`i.send_time`)},
        ${moment(sql`(${following})`, sql`i.send_time`)}) as next_at
      from mail_step_item i where i.step_id = d.step_id and i.delay_days > d.next_days order by i.delay_days limit 1
    ) n on true
    where d.id = e.id and d.id = any(${idArray(ids.map(String))})`)
}

/**
 * After the steps were edited: members keep waiting for their step if it still exists, at its time; the others continue
 * with the first step that is still to come.
 */
export async function reschedule(scoped: Scoped, id: string, now: Date) {
  await scoped.execute(sql`
    update mail_step_enrolment e set next_days = n.delay_days, next_at = n.next_at,
      ended_at = case when n.delay_days is null then ${at(now)} end,
      exit = case when n.delay_days is null then 'completed' end
    from mail_step_enrolment d left join lateral (
      select i.delay_days, ${moment(sql`(d.start_on + i.delay_days)`, sql`i.send_time`)} as next_at
      from mail_step_item i where i.step_id = d.step_id and i.delay_days > d.done_days
        and (i.delay_days = d.next_days or ${moment(sql`(d.start_on + i.delay_days)`, sql`i.send_time`)} > ${at(now)})
      order by i.delay_days limit 1
    ) n on true
    where d.id = e.id and d.step_id = ${Number(id)} and d.ended_at is null`)
}

/** Ends it for all members: no more mails of it are sent. */
export async function endForAll(scoped: Scoped, id: string, now: Date) {
  await scoped.execute(sql`
    update mail_step_enrolment set ended_at = ${at(now)}, exit = 'disabled', next_days = null, next_at = null
    where step_id = ${Number(id)} and ended_at is null`)
}
