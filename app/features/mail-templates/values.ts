import { cutText } from '#contract/cut-text.ts'
import type { MailTemplate, MailTemplateDraft } from '#contract/mail-template.ts'
import type { Me } from '#contract/user.ts'
import { valuesOf } from '~/components/resource-form/use-resource-form'

/** Blank template: 共通 if the user's permission covers every shop, otherwise for the selected shop. */
export const blankTemplate = (me: Me | undefined, shopId: string | undefined): MailTemplateDraft => ({
  name: '',
  category: 'transactional',
  subject: '',
  body: '',
  fromName: null,
  replyTo: null,
  footer: null,
  isTracked: false,
  shopId: me?.permissions['mailTemplate.write'] === 'all' ? null : (shopId ?? me?.shops[0]?.id ?? null),
  status: 'pending',
})

export const toValues = (row: MailTemplate): MailTemplateDraft => valuesOf(row, blankTemplate(undefined, undefined))

/** A copy starts as a draft; users without the right to common templates get one for their shop. */
export const copyOf = (row: MailTemplate, blank: MailTemplateDraft): MailTemplateDraft => ({
  ...toValues(row),
  ...(!row.canEdit && { shopId: blank.shopId }),
  name: cutText(`${row.name}のコピー`, 60),
  status: 'pending',
})
