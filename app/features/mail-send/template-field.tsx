import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailTemplate } from '#contract/mail-template.ts'
import { mailFields } from '#contract/words/fields/mail.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { NativeSelect } from '~/components/ui/native-select'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'
import { templateQuery, templatesQuery } from './queries'
import type { MailContent } from './values'

interface TemplateFieldProps {
  fields: { [Name in keyof MailContent]: FieldHandle<MailContent[Name]> }
  values: () => MailContent
  shopId: string | undefined
}

/** Applies a template; confirms before overwriting edited text. */
export function TemplateField({ fields, values, shopId }: TemplateFieldProps) {
  const field = useLiveField(fields.templateId)
  const queryClient = useQueryClient()
  const { data } = useQuery(templatesQuery(shopId))
  const [asking, setAsking] = useState<MailTemplate>()
  const chosen = field.state.value

  const put = (template: MailTemplate) => {
    const { id: templateId, category, subject, body, fromName, replyTo, footer, isTracked } = template
    const words: MailContent = { templateId, category, subject, body, fromName, replyTo, footer, isTracked }
    for (const [name, value] of Object.entries(words)) fields.templateId.form.setFieldValue(name, value)
    setAsking(undefined)
  }
  const choose = async (id: string | null) => {
    if (id === null) return field.handleChange(null)
    try {
      const template = await queryClient.fetchQuery(templateQuery(id))
      const { subject, body } = values()
      if (subject === '' && body === '') put(template)
      else setAsking(template)
    } catch (error) {
      notify.error(failureMessage(error).text)
    }
  }
  const name = data?.list.find(({ id }) => id === chosen)?.name ?? (chosen && `テンプレート ${chosen}`)
  return (
    <>
      <FieldFrame field={field} label={mailFields.templateId} show={() => name}>
        {(input) => (
          <NativeSelect
            {...input}
            value={chosen ?? ''}
            onChange={({ target }) => void choose(target.value || null)}
            className="w-full sm:max-w-120"
          >
            <option value="">使用しない</option>
            {chosen !== null && !data?.list.some(({ id }) => id === chosen) && <option value={chosen}>{name}</option>}
            {data?.list.map(({ id, name: label, shop }) => (
              <option key={id} value={id}>
                {label}（{shop?.name ?? '共通'}）
              </option>
            ))}
          </NativeSelect>
        )}
      </FieldFrame>
      {asking && (
        <ConfirmDialog
          check="nothing"
          title="テンプレートを使用"
          onYes={() => put(asking)}
          onNo={() => setAsking(undefined)}
        >
          入力した種別・件名・本文・差出人名・返信先・署名を、「{asking.name}」の内容に置き換えます。
        </ConfirmDialog>
      )}
    </>
  )
}
