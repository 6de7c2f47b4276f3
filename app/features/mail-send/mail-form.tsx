import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ApiError, isApiError } from '#contract/errors.ts'
import type { MailDraft, MailPreview } from '#contract/mail.ts'
import { mailFields } from '#contract/words/fields/mail.ts'
import {
  leastMinutesAhead,
  mailCategories,
  mostDaysAhead,
  secondsToCallBack,
  senderMissing,
  wantsSender,
} from '#contract/words/mail.ts'
import { useCan, useMe } from '~/auth/session'
import { RadioField } from '~/components/fields/choice-fields'
import { DateTimeField } from '~/components/fields/date-time-field'
import { TextField } from '~/components/fields/text-field'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { Button } from '~/components/ui/button'
import { useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { sendMail } from '~/functions/mail'
import { LetterFields } from '~/nouns/mail/letter-fields'
import { SenderNotice } from '~/nouns/mail/sender-notice'
import { useSelectedShop } from '~/shop/selected-shop'
import { PreviewAndTest } from './preview-and-test'
import { isNobody, ofShop, peoplePage, previewQuery, senderQuery, withKnownReceivers } from './queries'
import { sendQuestion, sizeFault } from './question'
import { RecipientsField } from './recipients-field'
import { SleepingField } from './sleeping-field'
import { TemplateField } from './template-field'
import { draftWithTime, type MailContent, type MailValues, quietNotice } from './values'

const categoryHelp = {
  transactional: '契約や予約など、会員に知らせる必要のある用件です。配信に同意していない会員にも届きます。',
  marketing: 'キャンペーンなどのご案内です。配信に同意した会員だけに届きます。',
  followUp: '来館が減った会員などへの声かけです。配信に同意した会員だけに届きます。',
  consentRequest:
    '配信に同意いただけるかを、まだ回答のない会員に1度だけ尋ねます。送る理由と、同意・配信停止のリンクが本文の下に自動で入ります。',
}
const categories = (Object.keys(mailCategories) as (keyof typeof mailCategories)[]).map((value) => ({
  value,
  label: mailCategories[value],
  help: categoryHelp[value],
}))

const help = {
  fromName: '会員のメールソフトに、この名前で届きます。空欄の場合は、会社情報の差出人名です。',
  replyTo: '空欄の場合、会員は返信できません。',
  sendAt: `空欄の場合は、確定の${secondsToCallBack}秒後に送信を始めます。指定できるのは${leastMinutesAhead}分後から${mostDaysAhead}日後までです。`,
}

interface MailFormProps {
  /** Draft key by audience, so that a draft is never restored for other recipients. */
  name: string
  initial: MailContent & Pick<MailDraft, 'to'>
  /** The selected shop, as in the URL. */
  shop: string | undefined
}

/** Form of a mail: recipients, content and time; a confirmation shows the number of recipients. */
export function MailForm({ name, initial, shop }: MailFormProps) {
  const navigate = useNavigate()
  const { shopId } = useSelectedShop(shop)
  // Shown in the confirmation and sent along: the API rejects a different number.
  const shown = useRef<MailPreview>(undefined)
  const send = useServerMutation(sendMail, { invalidates: ['mailLog', 'mailTemplate'], done: ({ message }) => message })

  const form = useResourceForm<MailValues, never, Awaited<ReturnType<typeof sendMail>>>({
    name,
    schema: draftWithTime,
    initial: { ...initial, sleepingReason: null, sendAt: null },
    ofDraft: withKnownReceivers,
    toValues: (row) => row,
    ask: (values) => shown.current && sendQuestion(values, shown.current),
    save: async (values, { headers }) => {
      const data = { ...values, to: ofShop(values.to, shopId), expected: shown.current?.total ?? 0 }
      try {
        return await send.mutateAsync({ data, headers })
      } catch (error) {
        if (!isApiError(error) || error.code !== 'stale') throw error
        // The audience changed in the meantime: the next confirmation shows the new number.
        await preview.refetch()
        throw new ApiError('conflict', { message: error.message })
      }
    },
    onSaved: ({ id }) => void navigate({ to: '/mail/logs/$mailId', params: { mailId: id } }),
  })
  const { fields } = form
  const picture = useServerMutation(createImage, { invalidates: [] })
  const contentOf = (): MailContent => {
    const { templateId, category, subject, body, fromName, replyTo, footer, isTracked } = form.values()
    return { templateId, category, subject, body, fromName, replyTo, footer, isTracked }
  }
  const to = useLiveField(fields.to).state.value
  const category = useLiveField(fields.category).state.value
  const includesSleeping = useLiveField(fields.sleepingReason).state.value !== null
  const params = { category, to: ofShop(to, shopId), includesSleeping }
  const preview = useQuery({
    ...previewQuery({ ...params, offset: 0, limit: peoplePage }),
    enabled: !isNobody(to),
    placeholderData: keepPreviousData,
  })
  const now = isNobody(to) || preview.isPlaceholderData ? undefined : preview.data
  shown.current = now
  const sendAt = useLiveField(fields.sendAt).state.value
  const me = useMe()
  const isShopManager = me?.staff.role === 'level3' && !me.isAdmin
  const sender = useQuery(senderQuery(shopId))
  const can = useCan()
  const withoutSender = now && now.withoutSender.length > 0
  const isMissing = withoutSender ?? sender.data?.isComplete === false
  const refused = withoutSender ? senderMissing : now && sizeFault({ category, sendAt }, now, isShopManager)

  return (
    <ResourceForm
      form={form}
      onCancel={() => void navigate({ to: '/mail/logs' })}
      submit={{ label: '確認へ進む', busy: '送信を受け付けています...' }}
      actions={<PreviewAndTest values={contentOf} sample={now?.sample ?? null} userId={now?.list[0]?.userId} />}
    >
      <RecipientsField field={fields.to} shop={shop} params={params} preview={preview} refused={refused} />
      <SleepingField field={fields.sleepingReason} preview={now} />
      <h2 className="border-t pt-6 text-base font-semibold">内容</h2>
      <TemplateField fields={fields} shopId={shopId} values={form.values} />
      <RadioField field={fields.category} label={mailFields.category} options={categories} />
      {category === 'consentRequest' && <ConsentExample fields={fields} />}
      {wantsSender(category) && <SenderNotice isMissing={isMissing} mayEdit={can('club.write')} />}
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <TextField
          field={fields.fromName}
          label={mailFields.fromName}
          maxLength={40}
          help={help.fromName}
          {...(sender.data?.fromName && { placeholder: sender.data.fromName })}
        />
        <TextField field={fields.replyTo} label={mailFields.replyTo} type="email" help={help.replyTo} />
      </div>
      <LetterFields
        fields={fields}
        hasLaw={wantsSender(category)}
        footerRows={3}
        upload={(data, call) => picture.mutateAsync({ data: { ...data, use: 'mail' }, ...call })}
      />
      {/* Another name: nothing is planned while it is empty. */}
      <DateTimeField field={fields.sendAt} label="送信日時" help={help.sendAt} />
      <QuietHours field={fields.sendAt} />
    </ResourceForm>
  )
}

const consentExample = {
  subject: '{{店舗名}}からのお知らせメールについてのお願い',
  body: '<p>{{会員氏名}} 様</p><p>いつも{{店舗名}}をご利用いただき、ありがとうございます。</p><p>レッスンやキャンペーンなどのお知らせを、メールでお届けしてもよろしいでしょうか。ご希望の方は、下のリンクから「同意する」をお選びください。ご回答がない場合、お知らせのメールはお送りしません。</p>',
}

/** A text to begin with, while nothing is written. */
function ConsentExample({ fields }: { fields: { subject: FieldHandle<string>; body: FieldHandle<string> } }) {
  const isEmpty = [useLiveField(fields.subject), useLiveField(fields.body)].every(({ state }) => state.value === '')
  if (!isEmpty) return null
  const put = () => {
    for (const [name, value] of Object.entries(consentExample)) fields.subject.form.setFieldValue(name, value)
  }
  return (
    <Button variant="outline" onClick={put}>
      配信のお願いの例文を入れる
    </Button>
  )
}

/** Warning for night hours. */
function QuietHours({ field }: { field: FieldHandle<string | null> }) {
  const notice = quietNotice(useLiveField(field).state.value)
  return (
    <p role="status" className={notice ? 'rounded-md bg-warning-surface px-4 py-2.5 text-sm text-warning' : 'sr-only'}>
      {notice}
    </p>
  )
}
