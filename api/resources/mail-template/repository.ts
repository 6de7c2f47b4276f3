import { and, eq, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { mailTemplate as api } from '#contract/mail-template.ts'
import { mailTemplateList } from '#contract/words/mail.ts'
import type { Scoped } from '../../context.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { mailStep, mailStepItem } from '../../db/schema/mail-step.ts'
import { mailTemplate } from '../../db/schema/mail-template.ts'
import { shop } from '../../db/schema/organisation.ts'

/** A row of the list, without the text. */
const row = {
  id: mailTemplate.id,
  name: mailTemplate.name,
  category: mailTemplate.category,
  subject: mailTemplate.subject,
  targetScope: mailTemplate.targetScope,
  shop: { id: shop.id, name: shop.name },
  status: mailTemplate.status,
  lastUsedAt: mailTemplate.lastUsedAt,
  useCount: mailTemplate.useCount,
  ...authorColumns(mailTemplate),
}
const text = {
  body: mailTemplate.body,
  fromName: mailTemplate.fromName,
  replyTo: mailTemplate.replyTo,
  footer: mailTemplate.footer,
  isTracked: mailTemplate.isTracked,
}

/** A template belongs to one shop, or is 共通. */
const ofShop = eq(shop.id, sql`${mailTemplate.targetShopIds}[1]`)

const readRows = (scoped: Scoped) =>
  withAuthors(scoped.select(row).from(mailTemplate).leftJoin(shop, ofShop).$dynamic(), mailTemplate)
const readRecords = (scoped: Scoped) =>
  withAuthors(
    scoped
      .select({ ...row, ...text })
      .from(mailTemplate)
      .leftJoin(shop, ofShop)
      .$dynamic(),
    mailTemplate,
  )
export type MailTemplateListRow = Awaited<ReturnType<typeof readRows>>[number]
export type MailTemplateRecord = Awaited<ReturnType<typeof readRecords>>[number]

const sortColumns = {
  updatedAt: mailTemplate.updatedAt,
  name: sql`fold_text(${mailTemplate.name})`,
  lastUsedAt: mailTemplate.lastUsedAt,
  useCount: mailTemplate.useCount,
}

/** One page of the visible templates, a shop's together with the common ones, and the exact total. */
export const listMailTemplates = (scoped: Scoped, query: Input<typeof api.list>) =>
  pageOf(scoped, readRows(scoped), {
    from: mailTemplate,
    where: and(
      keywordIn(mailTemplate.searchText, query.keyword),
      query.status && eq(mailTemplate.status, query.status),
      query.category && eq(mailTemplate.category, query.category),
      query.shopId === undefined
        ? undefined
        : sql`(${mailTemplate.targetScope} = 'all' or ${Number(query.shopId)} = any (${mailTemplate.targetShopIds}))`,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(mailTemplateList, query), mailTemplate.id),
    page: query,
  })

export async function mailTemplateById(scoped: Scoped, id: string): Promise<MailTemplateRecord | null> {
  const [found] = await readRecords(scoped).where(eq(mailTemplate.id, id))
  return found ?? null
}

/** The scenarios that use it. */
export const stepsUsing = (scoped: Scoped, id: string) =>
  scoped
    .selectDistinct({ name: mailStep.name })
    .from(mailStepItem)
    .innerJoin(mailStep, eq(mailStep.id, mailStepItem.stepId))
    .where(eq(mailStepItem.templateId, id))
    .orderBy(mailStep.name)
