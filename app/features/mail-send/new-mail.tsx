import type { MailLog } from '#contract/mail.ts'
import type { MailTemplate } from '#contract/mail-template.ts'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { MailForm } from './mail-form'
import { audienceIn, type NewMailSearch, sentMailQuery, templateQuery } from './queries'
import type { MailContent } from './values'

const list = { to: '/mail/logs', label: '送信履歴の一覧' } as const
const title = 'メール作成'

/** A new mail to the audience in the URL: blank, from a template, or from an earlier mail. */
export function NewMail({ search }: { search: NewMailSearch }) {
  const { shop, template, again, ...to } = search
  const begins = JSON.stringify([template, again, to])
  const begin = (content: MailContent) => (
    <RecordPage list={list} title={title}>
      <MailForm key={begins} name={`mail.${begins}`} initial={{ ...content, to: audienceIn(search) }} shop={shop} />
    </RecordPage>
  )
  if (again !== undefined) {
    return (
      <LoadedRecord query={sentMailQuery(again)} list={list} title={title} noun="メール">
        {(mail) => begin({ ...wordsOf(mail), templateId: mail.template?.id ?? null })}
      </LoadedRecord>
    )
  }
  if (template !== undefined) {
    return (
      <LoadedRecord query={templateQuery(template)} list={list} title={title} noun="メールテンプレート">
        {(row) => begin({ ...wordsOf(row), templateId: row.id })}
      </LoadedRecord>
    )
  }
  return begin({
    templateId: null,
    category: search.category ?? 'marketing',
    subject: '',
    body: '',
    fromName: null,
    replyTo: null,
    footer: null,
    isTracked: false,
  })
}

const wordsOf = ({ category, subject, body, fromName, replyTo, footer, isTracked }: MailTemplate | MailLog) => ({
  category,
  subject,
  body,
  fromName,
  replyTo,
  footer,
  isTracked,
})
