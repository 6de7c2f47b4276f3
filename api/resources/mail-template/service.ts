import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { textOf } from '#contract/mail-plain.ts'
import {
  type MailTemplate,
  MailTemplateDraft,
  type MailTemplateRow,
  type mailTemplate,
} from '#contract/mail-template.ts'
import { variableFault, variablesIn } from '#contract/mail-text.ts'
import type { AuditDetail, Ctx, Handlers } from '../../context.ts'
import { folded, holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { mailTemplate as table } from '../../db/schema/mail-template.ts'
import { type Publication, requireHidden, requireTransition } from '../../rules/publication.ts'
import { requireMailBody } from '../../rules/rich-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, wireOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  listMailTemplates,
  type MailTemplateListRow,
  type MailTemplateRecord,
  mailTemplateById,
  stepsUsing,
} from './repository.ts'

const noun = 'メールテンプレート'
type Draft = Input<(typeof mailTemplate)['create']>

export const mailTemplateHandlers = (storage: Storage): Handlers<typeof mailTemplate> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listMailTemplates(ctx.scoped, input), (row) => toRow(ctx, row))
  },

  get: async (ctx, { id }) => toTemplate(ctx, required(await mailTemplateById(ctx.scoped, id))),

  create: async (ctx, draft) => {
    await requireOwner(ctx, draft.shopId)
    const content = await contentOf(storage, draft)
    const saved = required(await mailTemplateById(ctx.scoped, await insertRecord(ctx, table, content)))
    ctx.audit({ ...subject(saved), diff: difference(null, asDraft(saved)) })
    return toTemplate(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, mailTemplateById)
    if (changes.shopId !== undefined) await requireOwner(ctx, changes.shopId)
    const content = await contentOf(storage, { ...asDraft(before), ...definedOf(changes) })
    requireTransition(noun, atOnce(before), atOnce(content), changes, ctx.now)
    await updateRecord(ctx, table, { id, version }, content, () => toTemplate(ctx, before))
    const saved = required(await mailTemplateById(ctx.scoped, id))
    ctx.audit({ ...subject(saved), diff: difference(asDraft(before), asDraft(saved)) })
    return toTemplate(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, mailTemplateById)
    requireHidden(noun, atOnce(before), ctx.now)
    const [step] = await stepsUsing(ctx.scoped, id)
    if (step)
      throw new ApiError('invalid', { message: `ステップメール「${step.name}」で使用しているため、削除できません。` })
    await removeRecord(ctx, table, { id, version }, () => toTemplate(ctx, before))
    ctx.audit({ ...subject(before), diff: difference(asDraft(before), null) })
    return {}
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

/** The row as an input, the base of a partial update. */
const asDraft = (row: MailTemplateRecord): Draft => draftOf(MailTemplateDraft, { ...row, shopId: row.shop?.id ?? null })

const subject = ({ id, shop }: MailTemplateRecord): AuditDetail => ({
  resourceId: id,
  ...(shop && { shopId: shop.id }),
})

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
