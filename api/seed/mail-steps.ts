import { eq, sql } from 'drizzle-orm'
import type { MailMemberFilter } from '#contract/mail.ts'
import type { StepStop, StepTrigger } from '#contract/words/mail-step.ts'
import type { Scoped } from '../context.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { folded } from '../db/records.ts'
import { mail } from '../db/schema/mail.ts'
import { mailStep, mailStepItem } from '../db/schema/mail-step.ts'
import { mailTemplate } from '../db/schema/mail-template.ts'
import { storeAudience } from '../mail/audience.ts'
import { metBy } from '../mail/triggers.ts'
import { type Day, toIso } from './calendar.ts'
import { staffIdOf } from './club.ts'

interface StepSeed {
  name: string
  trigger: { type: StepTrigger; days: number }
  entryFilter: MailMemberFilter
  /** Template by name. */
  steps: { delayDays: number; sendTime: string; template: string }[]
  stopOn: StepStop[]
  status: 'pending' | 'active' | 'disabled'
  /** Days before the data date on which it was written and, if public, published. */
  before: number
}

const away = 'しばらくご来館のない方へ'
const month = '入会1か月のふり返り'

const steps: readonly StepSeed[] = [
  {
    name: '14日来館がない会員へ（新宿店で試行中）',
    trigger: { type: 'noVisit', days: 14 },
    entryFilter: { contractStatus: 'active', shopId: '1' },
    steps: [
      { delayDays: 0, sendTime: '10:00', template: away },
      { delayDays: 5, sendTime: '18:30', template: away },
      { delayDays: 14, sendTime: '10:00', template: away },
    ],
    stopOn: ['visited', 'cancelled', 'optedOut'],
    status: 'active',
    before: 8,
  },
  {
    name: '入会後30日間のご案内',
    trigger: { type: 'admission', days: 0 },
    entryFilter: {},
    steps: [
      { delayDays: 7, sendTime: '12:00', template: '入会のお礼と初回のご案内' },
      { delayDays: 30, sendTime: '12:00', template: month },
    ],
    stopOn: ['cancelled', 'optedOut'],
    status: 'active',
    before: 5,
  },
  {
    name: '休会の終了のお知らせ',
    trigger: { type: 'suspensionEnding', days: 14 },
    entryFilter: {},
    steps: [{ delayDays: 0, sendTime: '10:00', template: '休会期間の終了のお知らせ' }],
    stopOn: ['cancelled'],
    status: 'pending',
    before: 2,
  },
  {
    name: '来館が減った会員への声かけ',
    trigger: { type: 'visitDrop', days: 0 },
    entryFilter: { contractStatus: 'active' },
    steps: [
      { delayDays: 1, sendTime: '18:00', template: away },
      { delayDays: 10, sendTime: '18:00', template: month },
    ],
    stopOn: ['optedOut'],
    status: 'disabled',
    before: 60,
  },
]

const author = staffIdOf('head')
const instant = (day: Day, time: string) => new Date(`${toIso(day)}T${time}:00+09:00`)

/** The demo's scenarios, and the progress of the public ones. */
export async function insertMailSteps(tx: Db, { until }: { until: Day }) {
  await tx.execute(sql`select set_config('app.shops', 'all', true)`)
  const templates = new Map(
    (await tx.select({ id: mailTemplate.id, name: mailTemplate.name }).from(mailTemplate)).map((t) => [t.name, t.id]),
  )
  for (const { trigger, steps: items, before, ...one } of steps) {
    const at = instant(until - before, '09:00')
    const [made] = await tx
      .insert(mailStep)
      .values({
        ...one,
        triggerType: trigger.type,
        triggerDays: trigger.days,
        activatedAt: one.status === 'pending' ? null : at,
        lookedTo: one.status === 'active' ? toIso(until) : null,
        searchText: folded(one.name),
        createdBy: author,
        updatedBy: author,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: mailStep.id })
    const { id } = made as { id: string }
    await tx
      .insert(mailStepItem)
      .values(
        items.map(({ template, ...item }) => ({ ...item, stepId: id, templateId: templates.get(template) as string })),
      )
    if (one.status !== 'active') continue
    await enrolSince(tx, id, trigger, one.entryFilter.shopId, until - before, until)
    for (let day = until - before + 1; day <= until; day += 1) {
      for (const item of items) await sendOn(tx, { id, name: one.name, ...item }, day)
      await endVisited(tx, id, one.stopOn, day)
    }
  }
}

/** Members who met the trigger, on the day after it, when the synchronisation reports it. */
async function enrolSince(
  tx: Db,
  id: string,
  trigger: StepSeed['trigger'],
  shop: string | undefined,
  from: Day,
  to: Day,
) {
  await tx.execute(sql`
    insert into mail_step_enrolment (step_id, member_id, anchor_on, start_on, enrolled_at, next_days, next_at)
    select ${Number(id)}, met.member_id, met.anchor_on, met.anchor_on + 1, day_start(met.anchor_on + 1) + interval '15 minutes',
      first.delay_days, ((met.anchor_on + 1 + first.delay_days) + first.send_time::time) at time zone 'Asia/Tokyo'
    from (select member_id, max(anchor_on) as anchor_on from (${metBy(trigger, toIso(from), toIso(to))}) m group by 1) met
    join member_in_scope l on l.member_id = met.member_id join member m on m.id = met.member_id
    cross join (select delay_days, send_time from mail_step_item where step_id = ${Number(id)} order by 1 limit 1) first
    where m.mail_opt_in and l.contract_status <> 'cancel' and not exists (select from mail_opt_out o where o.member_id = m.id)
      ${shop === undefined ? sql`` : sql`and l.shop_id = ${Number(shop)}`}`)
}

interface SentItem {
  id: string
  name: string
  delayDays: number
  sendTime: string
  template: string
}

/** The mail of one step to the members who are due, and everybody's next step. */
async function sendOn(tx: Db, { id, name, delayDays, sendTime, template }: SentItem, day: Day) {
  const at = instant(day, sendTime)
  const due = await rowsOf<{ id: number }>(
    tx,
    sql`select id from mail_step_enrolment e where step_id = ${Number(id)} and ended_at is null and next_days = ${delayDays}
      and start_on + next_days = ${toIso(day)}::date
      and not exists (select from mail_step_sent s where s.member_id = e.member_id and s.sent_on = ${toIso(day)}::date)`,
  )
  const [content] = await tx.select().from(mailTemplate).where(eq(mailTemplate.name, template))
  if (due.length === 0 || !content) return
  const enrolments = idArray(due.map((one) => String(one.id)))
  const { category, subject, body, fromName, replyTo, footer } = content
  const segmentText = `ステップメール「${name}」の${delayDays}日後のステップ`
  const [made] = await tx
    .insert(mail)
    .values({
      ...{ category, subject, body, fromName, replyTo, footer, segmentText, sendAt: at, requestedAt: at },
      templateId: content.id,
      stepId: id,
      consentBasis: category === 'transactional' ? 'business' : 'consent',
      targetScope: 'shops',
      targetShopIds: [],
      status: 'scheduled',
      total: 0,
      excluded: 0,
      searchText: folded(subject, segmentText),
    })
    .returning({ id: mail.id })
  const { id: mailId } = made as { id: string }
  const chosen = sql`select member_id from mail_step_enrolment where id = any(${enrolments})`
  await storeAudience(tx as Scoped, mailId, { chosen, category, includesSleeping: false, withoutUserIds: [] })
  await tx.execute(sql`
    update mail_recipient set attempts = 1, at = ${at.toISOString()}::timestamptz + interval '3 seconds', status = 'delivered'
    where mail_id = ${Number(mailId)} and status = 'waiting'`)
  const recipients = (is: 'excluded' | 'delivered') =>
    sql`(select count(*) from mail_recipient where mail_id = ${Number(mailId)} and status = ${is})`
  await tx
    .update(mail)
    .set({
      targetShopIds: sql`array(select distinct shop_id from mail_recipient where mail_id = ${Number(mailId)} order by 1)`,
      total: recipients('delivered'),
      excluded: recipients('excluded'),
    })
    .where(eq(mail.id, mailId))
  await tx.execute(
    sql`select recount_mails(${idArray([mailId])}, ${at.toISOString()}::timestamptz + interval '1 minute')`,
  )
  await tx.execute(sql`
    insert into mail_step_sent (member_id, sent_on, enrolment_id, mail_id)
    select e.member_id, ${toIso(day)}::date, e.id, r.mail_id from mail_step_enrolment e
    join mail_recipient r on r.member_id = e.member_id and r.mail_id = ${Number(mailId)} and r.status = 'delivered'
    where e.id = any(${enrolments})`)
  await tx.execute(sql`
    update mail_step_enrolment e set done_days = ${delayDays}, next_days = n.delay_days,
      next_at = ((e.start_on + n.delay_days) + n.send_time::time) at time zone 'Asia/Tokyo'
    from (select delay_days, send_time from mail_step_item
      where step_id = ${Number(id)} and delay_days > ${delayDays} order by 1 limit 1) n
    where e.id = any(${enrolments})`)
}

/** Members who visited on the day, which is known the next day. */
async function endVisited(tx: Db, id: string, stopOn: readonly StepStop[], day: Day) {
  if (!stopOn.includes('visited')) return
  await tx.execute(sql`
    update mail_step_enrolment e set ended_at = day_start(${toIso(day)}::date + 1) + interval '15 minutes', exit = 'visited',
      next_days = null, next_at = null
    where step_id = ${Number(id)} and ended_at is null and anchor_on < ${toIso(day)}::date and exists (
      select from member_visit_month v, generate_series(0, 30) bit where v.member_id = e.member_id
        and v.month = month_of(${toIso(day)}::date) and (v.days >> bit) & 1 = 1 and v.month + bit = ${toIso(day)}::date)`)
}
