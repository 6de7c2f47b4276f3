import { z } from 'zod'
import {
  authored,
  changesOf,
  Empty,
  listInput,
  listOf,
  versioned,
  zDateTime,
  zEmail,
  zId,
  zName,
  zRichText,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { descriptionMissing, hasUndescribedPicture, variableFault } from './mail-text.ts'
import { publicationStatuses } from './words/common.ts'
import { mailCategories, mailTemplateList } from './words/mail.ts'

/** A single line, for a mail's header. */
const oneLine = (text: string) => !/[\r\n]/.test(text)
const zHeaderText = (max: number) => zText(max).refine(oneLine, { error: 'この項目に改行は使用できません。' })

/** A text whose variables are all known. */
const withVariables = <S extends z.ZodType<string, string>>(text: S) =>
  text.superRefine((value, context) => {
    const fault = variableFault(value)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

/** A mail's text and its sender; the API appends the legal footer (sender, address, how to unsubscribe). */
export const mailContent = {
  category: zWord(mailCategories),
  subject: withVariables(zHeaderText(100).pipe(z.string().trim().min(1))),
  /** Rich text as HTML; sanitised before it is stored. At most 10,000 characters of text without markup. */
  body: withVariables(zRichText).refine((html) => !hasUndescribedPicture(html), { error: descriptionMissing }),
  /** The sender's display name; null: that of 会社情報. */
  fromName: zHeaderText(40).pipe(z.string().trim().min(1)).nullable(),
  replyTo: zEmail.nullable(),
  /** A signature, above the legal footer. */
  footer: withVariables(zText(500)).nullable(),
  /** Whether opens and link clicks are tracked; the footer then says so. */
  isTracked: z.boolean().default(false),
}

export const MailTemplateRow = z.strictObject({
  id: zId,
  name: z.string(),
  category: zWord(mailCategories),
  subject: z.string(),
  /** Null: 共通, for every shop. */
  shop: z.strictObject({ id: zId, name: z.string() }).nullable(),
  status: zWord(publicationStatuses),
  /** Over the mails sent with it. */
  lastUsedAt: zDateTime.nullable(),
  useCount: z.int(),
  /** Whether the caller may change and delete it. */
  canEdit: z.boolean(),
  ...authored,
})
export type MailTemplateRow = z.output<typeof MailTemplateRow>

export const MailTemplate = MailTemplateRow.extend({
  /** Sanitised HTML. */
  body: z.string(),
  /** The body as plain text, for the text part. */
  bodyText: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  footer: z.string().nullable(),
  isTracked: z.boolean(),
  shopId: zId.nullable(),
  /** The variables in subject, body and footer. */
  variables: z.array(z.string()),
})
export type MailTemplate = z.output<typeof MailTemplate>

export const MailTemplateDraft = z.strictObject({
  name: zName(60),
  ...mailContent,
  /** Null: 共通, which requires a right for every shop. */
  shopId: zId.nullable(),
  status: zWord(publicationStatuses),
})
export type MailTemplateDraft = z.input<typeof MailTemplateDraft>

/** `shopId`: those of this shop, and the common ones. */
const listed = { ...listInput(mailTemplateList), shopId: zId.optional() }

export const mailTemplate = {
  list: get('/mail/template/list', 'mailTemplate.read', 'メールテンプレートの一覧', listed, listOf(MailTemplateRow)),
  create: post(
    '/mail/template/new',
    'mailTemplate.write',
    'メールテンプレートを登録する',
    MailTemplateDraft,
    MailTemplate,
  ),
  get: get('/mail/template/:id', 'mailTemplate.read', 'メールテンプレートの詳細', { id: zId }, MailTemplate),
  update: put(
    '/mail/template/:id',
    'mailTemplate.write',
    'メールテンプレートを更新する',
    changesOf(MailTemplateDraft),
    MailTemplate,
  ),
  remove: del('/mail/template/:id', 'mailTemplate.write', 'メールテンプレートを削除する', versioned, Empty),
} satisfies Endpoints
