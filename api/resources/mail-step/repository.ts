import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { mailStep as api } from '#contract/mail-step.ts'
import type { PublicationStatus } from '#contract/words/common.ts'
import type { MailCategory } from '#contract/words/mail.ts'
import { enrolmentList, mailStepList, type StepExit } from '#contract/words/mail-step.ts'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import { memberMatches, type Sight } from '../../db/member-search.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { mailStep as step } from '../../db/schema/mail-step.ts'

/** Row-level security limits enrolments to the caller's shops. */
const enrolled = (condition: SQL) =>
  sql<number>`(select count(*)::integer from mail_step_enrolment e where e.step_id = mail_step.id and ${condition})`
const enrolledCount = enrolled(sql`e.ended_at is null`)

const row = {
  id: step.id,
  name: step.name,
  triggerType: step.triggerType,
  triggerDays: step.triggerDays,
  stepCount: sql<number>`(select count(*)::integer from mail_step_item i where i.step_id = mail_step.id)`,
  status: step.status,
  activatedAt: step.activatedAt,
  enrolledCount,
  everEnrolledCount: enrolled(sql`true`),
  ...authorColumns(step),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(row).from(step).$dynamic(), step)
export type StepRow = Awaited<ReturnType<typeof readRows>>[number]

const sortColumns = { updatedAt: step.updatedAt, name: sql`fold_text(${step.name})`, enrolledCount }

/** One page of the scenarios, and the exact total. */
export const listSteps = (scoped: Scoped, query: Input<typeof api.list>) =>
  pageOf(scoped, readRows(scoped), {
    from: step,
    where: and(
      keywordIn(step.searchText, query.keyword),
      query.status && eq(step.status, query.status),
      query.trigger && eq(step.triggerType, query.trigger),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(mailStepList, query), step.id),
    page: query,
  })

interface Item {
  delayDays: number
  sendTime: string
  templateId: number
  name: string
  subject: string
  category: MailCategory
  status: PublicationStatus
}

const readSteps = (scoped: Scoped) =>
  withAuthors(
    scoped
      .select({ ...row, entryFilter: step.entryFilter, stopOn: step.stopOn })
      .from(step)
      .$dynamic(),
    step,
  )
export type StepRecord = Awaited<ReturnType<typeof readSteps>>[number] & { items: Item[] }

export async function stepById(scoped: Scoped, id: string): Promise<StepRecord | null> {
  const [found] = await readSteps(scoped).where(eq(step.id, id))
  if (!found) return null
  const items = await rowsOf<Item>(
    scoped,
    sql`select i.delay_days as "delayDays", i.send_time as "sendTime", t.id as "templateId", t.name, t.subject, t.category,
        t.status
      from mail_step_item i join mail_template t on t.id = i.template_id
      where i.step_id = ${Number(id)} order by i.delay_days`,
  )
  return { ...found, items }
}

/** Replaces all steps of the scenario. */
export async function replaceItems(
  scoped: Scoped,
  id: string,
  steps: readonly { delayDays: number; sendTime: string; templateId: string }[],
): Promise<void> {
  await scoped.execute(sql`delete from mail_step_item where step_id = ${Number(id)}`)
  const values = steps.map(
    ({ delayDays, sendTime, templateId }) => sql`(${Number(id)}, ${delayDays}, ${sendTime}, ${Number(templateId)})`,
  )
  await scoped.execute(sql`
    insert into mail_step_item (step_id, delay_days, send_time, template_id) values ${sql.join(values, sql`, `)}`)
}

export interface FoundTemplate {
  id: number
  category: MailCategory
  status: PublicationStatus
  isCommon: boolean
}

/** Of these templates, those the caller may see. */
export const templatesOf = (scoped: Scoped, ids: readonly string[]) =>
  rowsOf<FoundTemplate>(
    scoped,
    sql`select id, category, status, target_scope = 'all' as "isCommon" from mail_template
      where id in (${sql.join(
        ids.map((id) => sql`${Number(id)}`),
        sql`, `,
      )})`,
  )

interface EnrolmentRow {
  id: number
  anchorOn: string
  enrolledAt: string
  stepsDone: number
  stepCount: number
  nextAt: string | null
  endedAt: string | null
  exit: StepExit | null
  mails: number
}

const enrolmentColumns = sql`e.id, e.anchor_on as "anchorOn", e.enrolled_at as "enrolledAt",
  (select count(*)::integer from mail_step_item i where i.step_id = e.step_id and i.delay_days <= e.done_days) as "stepsDone",
  (select count(*)::integer from mail_step_item i where i.step_id = e.step_id) as "stepCount",
  e.next_at as "nextAt", e.ended_at as "endedAt", e.exit,
  (select count(*)::integer from mail_step_sent s where s.enrolment_id = e.id) as mails`

export interface StepMember extends EnrolmentRow {
  userId: number
  memberNo: string
  name: string
  shopName: string
}

const enrolmentOrder: Record<Input<typeof api.enrolments>['sortKey'], SQL> = {
  enrolledAt: sql`e.enrolled_at`,
  nextAt: sql`e.next_at`,
  name: sql`l.kana`,
}

/** One page of the members of the caller's shops who entered a scenario, and their number. */
export async function listEnrolments(scoped: Scoped, sight: Sight, query: Input<typeof api.enrolments>) {
  const { id, keyword, state, exit, sortKey, offset, limit } = query
  const matches = keyword ? await memberMatches(scoped, sight, keyword) : null
  const from = sql`mail_step_enrolment e join member m on m.id = e.member_id join member_in_scope l on l.member_id = m.id
    join shop s on s.id = m.shop_id
    where e.step_id = ${Number(id)}
      ${state ? sql`and (e.ended_at is null) = ${state === 'running'}` : sql``} ${exit ? sql`and e.exit = ${exit}` : sql``}
      ${matches ? sql`and ${matches}` : sql``}`
  const direction = sql.raw(directionOf(enrolmentList, query) === 'desc' ? 'desc' : 'asc')
  const rows = await rowsOf<StepMember>(
    scoped,
    sql`select ${enrolmentColumns}, m.user_id as "userId", m.member_no as "memberNo",
      m.last_name || ' ' || m.first_name as name, s.name as "shopName"
    from ${from} order by ${enrolmentOrder[sortKey]} ${direction} nulls last, e.id ${direction} limit ${limit} offset ${offset}`,
  )
  const [counted] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total from ${from}`)
  return { rows, total: counted?.total ?? 0 }
}

export interface MemberStep extends EnrolmentRow {
  stepId: number
  stepName: string
}

/** One page of a member's scenarios: running ones first, then the latest. */
export async function listOfMember(scoped: Scoped, memberId: number, page: { offset: number; limit: number }) {
  const from = sql`mail_step_enrolment e join mail_step s on s.id = e.step_id where e.member_id = ${memberId}`
  const rows = await rowsOf<MemberStep>(
    scoped,
    sql`select ${enrolmentColumns}, s.id as "stepId", s.name as "stepName"
    from ${from} order by e.ended_at is not null, e.enrolled_at desc, e.id desc limit ${page.limit} offset ${page.offset}`,
  )
  const [counted] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total from ${from}`)
  return { rows, total: counted?.total ?? 0 }
}

/** The number of these members. */
export async function countMembers(scoped: Scoped, members: SQL): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(scoped, sql`select count(*)::integer as count from (${members}) m`)
  return found?.count ?? 0
}

export async function shopNameOf(scoped: Scoped, id: string): Promise<string | null> {
  const [found] = await rowsOf<{ name: string }>(scoped, sql`select name from named_shop where id = ${Number(id)}`)
  return found?.name ?? null
}
