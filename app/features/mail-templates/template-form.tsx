import { useStore } from '@tanstack/react-form'
import { type MailTemplate, MailTemplateDraft } from '#contract/mail-template.ts'
import type { PublicationStatus } from '#contract/words/common.ts'
import { templateFields } from '#contract/words/fields/mail-template.ts'
import { type MailCategory, mailCategories, wantsSender } from '#contract/words/mail.ts'
import { useMe } from '~/auth/session'
import { type Option, optionsOf, RadioField, SelectField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import type { FieldHandle } from '~/components/resource-form/form-context'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { useSaveRecord, useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { createMailTemplate, updateMailTemplate } from '~/functions/mail-template'
import { LetterFields } from '~/nouns/mail/letter-fields'
import { PreviewAndTest } from './preview-and-test'
import { toValues } from './values'

interface TemplateFormProps {
  row?: MailTemplate
  /** Of a copy: the original's id, so that each has its own draft. */
  from?: string
  initial: MailTemplateDraft
  onDone: () => void
}

const byConsent = '配信に同意した会員だけに届きます。'
const categoryHelp = {
  transactional: '契約や予約など、業務上の連絡に使います。広告や勧誘は書けません。',
  ...{ marketing: byConsent, followUp: byConsent },
  consentRequest: '配信に同意いただけるかを、まだ回答のない会員に1度だけ尋ねます。ステップメールには使えません。',
}
const help = {
  fromName: '空欄の場合、会社情報の差出人名で届きます。',
  replyTo: '空欄の場合、会員は返信できません。',
  status: '一度公開したメールテンプレートは、保留中に戻せません。',
}

/** A template that was in use cannot become a draft again. */
const statusesOf = (row: MailTemplate | undefined): Option<PublicationStatus>[] => [
  {
    value: 'pending',
    label: '保留中',
    help: '下書きとして保存します。',
    disabled: row !== undefined && row.status !== 'pending',
  },
  { value: 'active', label: '公開', help: 'メールの送信に使えます。' },
  { value: 'disabled', label: '非公開', help: '送信には使えません。' },
]

export function TemplateForm({ row, from, initial, onDone }: TemplateFormProps) {
  const me = useMe()
  const shops = (me?.shops ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const save = useSaveRecord<MailTemplateDraft, MailTemplate>({
    resource: 'mailTemplate',
    noun: 'メールテンプレート',
    create: createMailTemplate,
    update: updateMailTemplate,
  })
  const form = useResourceForm({
    name: `mailTemplate.${row?.id ?? (from ? `copy.${from}` : 'new')}`,
    schema: MailTemplateDraft,
    row,
    initial,
    toValues,
    save,
    onSaved: onDone,
  })
  const { fields } = form
  const picture = useServerMutation(createImage, { invalidates: [] })
  const category = useStore(fields.name.form.store, ({ values }): MailCategory => values.category)
  return (
    <ResourceForm form={form} onCancel={onDone} actions={<PreviewAndTest values={form.values} />}>
      <TextField field={fields.name} label={templateFields.name} maxLength={60} />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          field={fields.category}
          label={templateFields.category}
          options={optionsOf(mailCategories)}
          help={categoryHelp[category]}
        />
        {me?.permissions['mailTemplate.write'] === 'all' ? (
          <SelectField field={fields.shopId} label={templateFields.shopId} none="共通（全店舗）" options={shops} />
        ) : (
          <SelectField field={fields.shopId as FieldHandle<string>} label={templateFields.shopId} options={shops} />
        )}
        <TextField field={fields.fromName} label={templateFields.fromName} maxLength={40} help={help.fromName} />
        <TextField field={fields.replyTo} label={templateFields.replyTo} type="email" help={help.replyTo} />
      </div>
      <LetterFields
        fields={fields}
        hasLaw={wantsSender(category)}
        footerRows={4}
        upload={(data, call) => picture.mutateAsync({ data: { ...data, use: 'mail' }, ...call })}
      />
      <RadioField field={fields.status} label={templateFields.status} options={statusesOf(row)} help={help.status} />
    </ResourceForm>
  )
}
