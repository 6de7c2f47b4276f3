import { and, eq, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { textOf } from '#contract/mail-plain.ts'
import {
  type mailTemplate as api,
  type MailTemplate,
  MailTemplateDraft,
  type MailTemplateRow,
} from '#contract/mail-template.ts'
import { variableFault, variablesIn } from '#contract/mail-text.ts'
import { mailTemplateList } from '#contract/words/mail.ts'
import type { Ctx, Handlers, Scoped } from '../../context.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, folded, withAuthors } from '../../db/records.ts'
import { mailStep, mailStepItem } from '../../db/schema/mail-step.ts'
import { mailTemplate } from '../../db/schema/mail-template.ts'
import { shop } from '../../db/schema/organisation.ts'
import { type Publication, requireHidden, requireTransition } from '../../rules/publication.ts'
import { requireMailBody } from '../../rules/rich-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { draftOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import { requireShop } from '../shop/require-shop.ts'

const noun = 'メールテンプレート'
type Draft = Input<(typeof api)['create']>

export const mailTemplateHandlers = (storage: Storage): Handlers<typeof api> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listMailTemplates(ctx.scoped, input), (row) => toRow(ctx, row))
  },

  get: async (ctx, { id }) => toTemplate(ctx, await templates.found(ctx, id)),

  create: async (ctx, draft) => {
    await requireOwner(ctx, draft.shopId)
    const content = await contentOf(storage, draft)
    return toTemplate(ctx, await templates.insert(ctx, content))
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await templates.hold(ctx, id)
    if (changes.shopId !== undefined) await requireOwner(ctx, changes.shopId)
    const content = await contentOf(storage, templates.merged(before, changes))
    requireTransition(noun, atOnce(before), atOnce(content), changes, ctx.now)
    return toTemplate(ctx, await templates.update(ctx, before, version, content))
  },

  remove: async (ctx, { id, version }) => {
    const before = await templates.hold(ctx, id)
    requireHidden(noun, atOnce(before), ctx.now)
    const [step] = await stepsUsing(ctx.scoped, id)
    if (step)
      throw new ApiError('invalid', { message: `ステップメール「${step.name}」で使用しているため、削除できません。` })
    return templates.remove(ctx, before, version)
  },
})

const refuse = (field: keyof Draft, message: string) => new ApiError('invalid', { fields: { [field]: message } })

/** 404 for a shop out of scope; 422 for 共通 where the right does not cover every shop. */
async function requireOwner(ctx: Ctx, shopId: string | null) {
  if (shopId !== null) return requireShop(ctx, shopId)
  if (ctx.reach('mailTemplate.write').rule === 'all') return
  throw refuse('shopId', '共通のテンプレートは本部のみ登録できます。')
}

/** Templates cannot be scheduled. */
const atOnce = ({ status }: Pick<Publication, 'status'>): Publication => ({ status, publishFrom: null })

/** A draft as stored; 422 at `body` where it is empty after sanitising or too long, or markup splits a variable. */
async function contentOf(storage: Storage, { shopId, body: html, ...rest }: Draft) {
  const { body, text } = await requireMailBody(storage, html)
  const fault = variableFault(body) ?? variableFault(text) ?? splitFault(body, text)
  if (fault) throw refuse('body', fault)
  return {
    ...rest,
    body,
    searchText: folded(rest.name, rest.subject, text),
    targetScope: shopId === null ? ('all' as const) : ('shops' as const),
    targetShopIds: shopId === null ? [] : [Number(shopId)],
  }
}

/** A placeholder that looks like a variable but has lookalike letters. */
function splitFault(body: string, text: string) {
  const whole = variablesIn(body)
  const split = variablesIn(text).find((name) => !whole.includes(name))
  return split === undefined ? null : `「{{${split}}}」の途中で書式が変わっています。入れ直してください。`
}

function toRow(ctx: Ctx, { targetScope, ...row }: MailTemplateListRow): MailTemplateRow {
  return {
    ...wireOf(row),
    canEdit:
      ctx.can('mailTemplate.write') && (targetScope === 'shops' || ctx.reach('mailTemplate.write').rule === 'all'),
  }
}

function toTemplate(
  ctx: Ctx,
  { body, fromName, replyTo, footer, isTracked, ...row }: MailTemplateRecord,
): MailTemplate {
  return {
    ...toRow(ctx, row),
    ...{ body, bodyText: textOf(body), fromName, replyTo, footer, isTracked },
    shopId: row.shop?.id ?? null,
    variables: variablesIn([row.subject, body, footer].join('\n')),
  }
}

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
type MailTemplateListRow = Awaited<ReturnType<typeof readRows>>[number]
type MailTemplateRecord = Awaited<ReturnType<typeof readRecords>>[number]

const sortColumns = {
  updatedAt: mailTemplate.updatedAt,
  name: sql`fold_text(${mailTemplate.name})`,
  lastUsedAt: mailTemplate.lastUsedAt,
  useCount: mailTemplate.useCount,
}

/** One page of the visible templates, a shop's together with the common ones, and the exact total. */
const listMailTemplates = (scoped: Scoped, query: Input<typeof api.list>) =>
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

async function mailTemplateById({ scoped }: Ctx, id: string): Promise<MailTemplateRecord | null> {
  const [found] = await readRecords(scoped).where(eq(mailTemplate.id, id))
  return found ?? null
}

/** The scenarios that use it. */
const stepsUsing = (scoped: Scoped, id: string) =>
  scoped
    .selectDistinct({ name: mailStep.name })
    .from(mailStepItem)
    .innerJoin(mailStep, eq(mailStep.id, mailStepItem.stepId))
    .where(eq(mailStepItem.templateId, id))
    .orderBy(mailStep.name)

const templates = recordWrites({
  table: mailTemplate,
  read: mailTemplateById,
  asDraft: (row): Draft => draftOf(MailTemplateDraft, { ...row, shopId: row.shop?.id ?? null }),
  toWire: toTemplate,
  shopOf: ({ shop }) => shop?.id,
})
