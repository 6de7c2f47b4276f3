import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Input } from '#contract/endpoint.ts'
import type { mailLog as api } from '#contract/mail.ts'
import {
  type ExclusionReason,
  effectDays,
  mailLogList,
  mailRecipientList,
  type RecipientStatus,
} from '#contract/words/mail.ts'
import type { Ctx, Scoped } from '../../context.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { memberMatches, type Sight } from '../../db/member-search.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { mail, mailRecipient } from '../../db/schema/mail.ts'
import { mailStep } from '../../db/schema/mail-step.ts'
import { mailTemplate } from '../../db/schema/mail-template.ts'
import { staff } from '../../db/schema/organisation.ts'
import { knownVisits } from '../../figures/visit-classes.ts'

const sender = alias(staff, 'sender')
const caller = alias(staff, 'caller')

const row = {
  id: mail.id,
  subject: mail.subject,
  category: mail.category,
  status: mail.status,
  segmentText: mail.segmentText,
  consentBasis: mail.consentBasis,
  sender: { id: sender.id, displayName: sender.displayName },
  requestedAt: mail.requestedAt,
  sendAt: mail.sendAt,
  sentAt: mail.finishedAt,
  total: mail.total,
  delivered: mail.delivered,
  bounced: mail.bounced,
  failed: mail.failed,
  cancelled: mail.cancelled,
  unsubscribed: mail.unsubscribed,
  opened: mail.opened,
  clicked: mail.clicked,
  excluded: mail.excluded,
  targetShopIds: mail.targetShopIds,
  version: mail.version,
}

const readRows = (scoped: Scoped) =>
  scoped.select(row).from(mail).leftJoin(sender, eq(sender.id, mail.senderStaffId)).$dynamic()
type MailRow = Awaited<ReturnType<typeof readRows>>[number]

type Reader = Pick<Ctx, 'scoped' | 'shops'>

const sortColumns = ({ shops }: Reader) => ({
  sendAt: mail.sendAt,
  subject: sql`fold_text(${mail.subject})`,
  total: shops === 'all' ? mail.total : sql`(select c.total from mail_count c where c.mail_id = ${mail.id})`,
})

interface OwnCounts {
  mailId: number
  counts: Pick<
    MailRow,
    'total' | 'delivered' | 'bounced' | 'failed' | 'cancelled' | 'unsubscribed' | 'opened' | 'clicked' | 'excluded'
  >
}

/** Mails with the counts of the reader's shops, and whether these are only a part of the mail. */
async function withOwnCounts<Row extends MailRow>({ scoped, shops }: Reader, rows: Row[]) {
  if (shops === 'all' || rows.length === 0) return rows.map((row) => ({ ...row, isInPart: false }))
  const own = await rowsOf<OwnCounts>(
    scoped,
    sql`select mail_id as "mailId", json_build_object('total', total, 'delivered', delivered, 'bounced', bounced,
        'failed', failed, 'cancelled', cancelled, 'unsubscribed', unsubscribed, 'opened', opened, 'clicked', clicked,
        'excluded', excluded) as counts
      from mail_count where mail_id = any(${idArray(rows.map(({ id }) => id))})`,
  )
  const countsOf = new Map(own.map(({ mailId, counts }) => [String(mailId), counts]))
  return rows.map((row) => {
    const counts = countsOf.get(row.id) ?? noLetters
    return { ...row, ...counts, isInPart: counts.total + counts.excluded < row.total + row.excluded }
  })
}

const noLetters: OwnCounts['counts'] = {
  ...{ total: 0, delivered: 0, bounced: 0, failed: 0, cancelled: 0 },
  ...{ unsubscribed: 0, opened: 0, clicked: 0, excluded: 0 },
}

/** The instant at which a day in Tokyo starts. */
const startOf = (day: string) => new Date(`${day}T00:00:00+09:00`)

type ListQuery = Input<typeof api.list>

/** One page of the mails to members of the caller's shops, and the exact total. */
export async function listMails(reader: Reader, query: ListQuery) {
  const { rows, total } = await pageOf(reader.scoped, readRows(reader.scoped), {
    from: mail,
    where: and(
      keywordIn(mail.searchText, query.keyword),
      query.status && eq(mail.status, query.status),
      query.category && eq(mail.category, query.category),
      query.from === undefined ? undefined : gte(mail.sendAt, startOf(query.from)),
      query.to === undefined ? undefined : lt(mail.sendAt, new Date(startOf(query.to).getTime() + 24 * 3_600_000)),
      query.shopId === undefined ? undefined : sql`${Number(query.shopId)} = any(${mail.targetShopIds})`,
      query.userId === undefined && query.memberId === undefined
        ? undefined
        : sql`exists (select from mail_recipient r where r.mail_id = ${mail.id} and r.status <> 'excluded'
            and r.member_id = (select id from member where ${whose(query)}))`,
      query.senderStaffId === undefined ? undefined : eq(mail.senderStaffId, query.senderStaffId),
      query.templateId === undefined ? undefined : eq(mail.templateId, query.templateId),
      query.stepId === undefined ? undefined : eq(mail.stepId, query.stepId),
    ),
    orderBy: orderBy(sortColumns(reader)[query.sortKey], directionOf(mailLogList, query), mail.id),
    page: query,
  })
  return { rows: await withOwnCounts(reader, rows), total }
}
export type CountedMail = Awaited<ReturnType<typeof listMails>>['rows'][number]

/** The member that a list is narrowed to; nobody where it names none. */
const whose = ({ userId, memberId = '0' }: Pick<ListQuery, 'userId' | 'memberId'>) =>
  userId === undefined ? sql`id = ${Number(memberId)}` : sql`user_id = ${Number(userId)}`

interface Named {
  id: string
  name: string
}

/** Names for the filters of a list, if visible. */
export async function namedIn(scoped: Scoped, query: Partial<ListQuery>) {
  const { userId, memberId, templateId, stepId } = query
  const nobody = { member: null, template: null, step: null }
  if ([userId, memberId, templateId, stepId].every((id) => id === undefined)) return nobody
  const [found] = await rowsOf<Record<'member' | 'template' | 'step', Named | null>>(
    scoped,
    sql`select
      (select json_build_object('id', user_id::text, 'name', last_name || '　' || first_name)
        from member where ${whose(query)}) as member,
      (select json_build_object('id', id::text, 'name', name) from mail_template
        where id = ${Number(templateId ?? 0)}) as template,
      (select json_build_object('id', id::text, 'name', name) from mail_step where id = ${Number(stepId ?? 0)}) as step`,
  )
  return found ?? nobody
}

const readMails = (scoped: Scoped) =>
  scoped
    .select({
      ...row,
      body: mail.body,
      fromName: mail.fromName,
      replyTo: mail.replyTo,
      footer: mail.footer,
      isTracked: mail.isTracked,
      template: { id: mailTemplate.id, name: mailTemplate.name },
      step: { id: mailStep.id, name: mailStep.name },
      sleepingReason: mail.sleepingReason,
      cancelledBy: { id: caller.id, displayName: caller.displayName },
      cancelledAt: mail.cancelledAt,
      stoppedAt: mail.stoppedAt,
      stopDetail: mail.stopDetail,
    })
    .from(mail)
    .leftJoin(sender, eq(sender.id, mail.senderStaffId))
    .leftJoin(caller, eq(caller.id, mail.cancelledBy))
    .leftJoin(mailTemplate, eq(mailTemplate.id, mail.templateId))
    .leftJoin(mailStep, eq(mailStep.id, mail.stepId))

export async function mailById(reader: Reader, id: string) {
  const [found] = await withOwnCounts(reader, await readMails(reader.scoped).where(eq(mail.id, id)))
  return found ?? null
}
export type MailRecord = NonNullable<Awaited<ReturnType<typeof mailById>>>

/** Of the excluded members, those in the caller's scope. */
export const excludedOf = (scoped: Scoped, id: string) =>
  rowsOf<{ reason: ExclusionReason; count: number }>(
    scoped,
    sql`select reason, count(*)::integer as count from mail_recipient
      where mail_id = ${Number(id)} and status = 'excluded' group by 1`,
  )

export interface RecipientRow {
  id: number
  userId: number
  memberNo: string
  name: string
  shopName: string
  email: string | null
  status: RecipientStatus
  reason: ExclusionReason | null
  error: string | null
  at: string | null
  unsubscribedAt: string | null
  openedAt: string | null
  clickedAt: string | null
}

const recipientOrder: Record<Input<typeof api.recipients>['sortKey'], SQL> = {
  name: sql`l.kana`,
  status: sql`r.status`,
}

/** One page of the members chosen for a mail, of the caller's shops, and their number. */
export async function listRecipients(scoped: Scoped, sight: Sight, query: Input<typeof api.recipients>) {
  const { id, keyword, status, reason, sortKey, offset, limit } = query
  const matches = keyword ? await memberMatches(scoped, sight, keyword) : null
  const from = sql`mail_recipient r join member m on m.id = r.member_id join member_in_scope l on l.member_id = m.id
    join shop s on s.id = r.shop_id
    where r.mail_id = ${Number(id)}
      ${status ? sql`and r.status = ${status}` : sql``} ${reason ? sql`and r.reason = ${reason}` : sql``}
      ${matches ? sql`and ${matches}` : sql``}`
  const direction = directionOf(mailRecipientList, query) === 'desc' ? desc : (column: SQL) => sql`${column} asc`
  const rows = await rowsOf<RecipientRow>(
    scoped,
    sql`select r.id, m.user_id as "userId", m.member_no as "memberNo",
      m.last_name || ' ' || m.first_name as name, s.name as "shopName", r.email, r.status, r.reason, r.error, r.at,
      r.unsubscribed_at as "unsubscribedAt", r.opened_at as "openedAt", r.clicked_at as "clickedAt"
    from ${from} order by ${direction(recipientOrder[sortKey])} nulls last, r.id limit ${limit} offset ${offset}`,
  )
  const [counted] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total from ${from}`)
  return { rows, total: counted?.total ?? 0 }
}

/** Cancels the letters that are still waiting. */
export async function cancelWaiting(scoped: Scoped, id: string, now: Date): Promise<void> {
  await scoped
    .update(mailRecipient)
    .set({ status: 'cancelled', at: now })
    .where(and(eq(mailRecipient.mailId, id), eq(mailRecipient.status, 'waiting')))
  await scoped.execute(sql`select recount_mails(${idArray([id])}, ${now.toISOString()}::timestamptz)`)
}

interface Came {
  isWritten: boolean
  people: number
  came: number
}

/**
 * Members who visited within 28 days after the mail was first sent, of those who got it and of those excluded. Visit
 * days up to the data date; the day of the mail itself does not count.
 */
export const whoCame = (scoped: Scoped, id: string, from: string, until: string) =>
  rowsOf<Came>(
    scoped,
    sql`select r.status = 'delivered' as "isWritten", count(*)::integer as people,
      count(*) filter (where exists (select from member_visit_month v, generate_series(0, 30) bit
        where v.member_id = r.member_id and v.month between month_of(${from}::date) and ${until}::date
          and v.days & (1 << bit) <> 0 and v.month + bit > ${from}::date and v.month + bit <= ${until}::date))::integer as came
    from mail_recipient r where r.mail_id = ${Number(id)} and r.status in ('delivered', 'excluded') group by 1`,
  )

/**
 * The last of the 28 days after `day`, and the last of them of which visits are known in every shop of the mail's
 * recipients; null where the first are not.
 */
export async function effectUntil(
  scoped: Scoped,
  id: string,
  day: string,
): Promise<{ last: string; until: string | null }> {
  const [days] = await rowsOf<{ last: string; until: string | null }>(
    scoped,
    sql`select ${day}::date + ${effectDays}::integer as last,
      case when max(coalesce(v.first_on, 'infinity')) <= ${day}::date
        then least(${day}::date + ${effectDays}::integer, min(v.last_on)) end as until
      from (select distinct m.shop_id from mail_recipient r join member m on m.id = r.member_id
        where r.mail_id = ${Number(id)}) s
      left join ${knownVisits} v on v.shop_id = s.shop_id`,
  )
  return days as { last: string; until: string | null }
}
