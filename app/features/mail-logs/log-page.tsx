import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import type { MailLog } from '#contract/mail.ts'
import { placeOf } from '#contract/mail-text.ts'
import { mailFields } from '#contract/words/fields/mail.ts'
import { consentBases, exclusionReasons, mailCategories, mailVariables } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import { ActsLink, StaffName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Fact, Facts } from '~/components/record/facts'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { StaleNotice } from '~/components/states'
import { buttonVariants } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Progress } from '~/components/ui/progress'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { LetterPreview } from '~/nouns/mail/letter-preview'
import { EffectPanel } from './effect-panel'
import { MailStatusChip, people } from './labels'
import { isMoving, mailLogQuery, readAgainAfter } from './queries'
import { RecallBar } from './recall-bar'
import { Recipients } from './recipients'
import { ServerNotice } from './server-notice'

const list = { to: '/mail/logs', label: '送信履歴の一覧' } as const

/** The snapshot has no single recipient, so variables stay unreplaced. */
const unfilled = Object.fromEntries(valuesOf(mailVariables).map((name) => [name, placeOf(name)]))
const anyShop = {
  name: '（会員の所属店舗）',
  sender: {
    ...{ name: '（会社情報の名称）', address: '（会社情報の住所）' },
    ...{ contact: '（会社情報の問い合わせ先）', fromName: '（会社情報の差出人名）' },
    tel: '（店舗の電話番号）',
  },
}

/** One mail of the log: content, recipients, progress and results. */
export const MailLogPage = ({ id }: { id: string }) => (
  <LoadedRecord query={mailLogQuery(id)} list={list} title="送信履歴" noun="送信履歴" wide>
    {(opened) => <Log key={id} opened={opened} />}
  </LoadedRecord>
)

function Log({ opened }: { opened: MailLog }) {
  const can = useCan()
  const { data, error, refetch } = useQuery({
    ...mailLogQuery(opened.id),
    // Polls only while the page is visible, which is the library's default.
    refetchInterval: ({ state }) => state.data && readAgainAfter(state.data),
  })
  const mail = data ?? opened
  const moves = isMoving(mail)
  return (
    <RecordPage
      list={list}
      wide
      title={mail.subject}
      state={<MailStatusChip {...mail} />}
      related={<ActsLink resourceType="mailLog" resourceId={mail.id} />}
      actions={
        can('mail.send') && (
          <Link to="/mail/new" search={{ again: mail.id }} className={buttonVariants({ variant: 'outline' })}>
            <Send aria-hidden />
            同じ内容でメール作成
          </Link>
        )
      }
    >
      {error && <StaleNotice of="内訳" error={error} onRetry={() => void refetch()} className="mb-4" />}
      <ServerNotice mail={mail} />
      <RecallBar mail={mail} />
      <div className="grid items-start gap-4 pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-4">
          <Counts mail={mail} />
          {mail.effect && <EffectPanel effect={mail.effect} />}
          <About mail={mail} />
        </div>
        <Card className="min-w-0">
          <CardHeader>
            <CardTitle>内容</CardTitle>
          </CardHeader>
          <CardContent>
            <LetterPreview
              mail={mail}
              values={unfilled}
              shop={anyShop}
              sentBy={mail.sender?.displayName}
              unsubscribeUrl={placeOf('配信停止URL')}
              note="差し込みは、会員ごとの内容に置き換えて送信します。"
            />
          </CardContent>
        </Card>
        <div className="min-w-0 lg:col-span-2">
          <Recipients mailId={mail.id} moves={moves} />
        </div>
      </div>
    </RecordPage>
  )
}

/** Delivery counts, and progress while sending. */
function Counts({ mail: { counts, isInPart, status, excludedReasons, isTracked } }: { mail: MailLog }) {
  const done = counts.total - counts.waiting
  const figures = [
    ['宛先', counts.total],
    ['送信済', counts.delivered],
    ['不達', counts.bounced],
    ['失敗', counts.failed],
    ['取消', counts.cancelled],
    ['配信停止', counts.unsubscribed],
    ...(isTracked
      ? ([
          ['開封', counts.opened],
          ['クリック', counts.clicked],
        ] as const)
      : []),
  ] as const
  return (
    <Card>
      <CardHeader>
        <CardTitle>送信状況</CardTitle>
      </CardHeader>
      <CardContent>
        {status === 'sending' && (
          <div className="mb-4">
            <p role="status" className="figures mb-1.5 text-sm font-medium">
              {formatCount(done)} / {formatCount(counts.total)}通を処理しました
            </p>
            <Progress value={done} max={Math.max(counts.total, 1)} aria-label="送信の進み" />
          </div>
        )}
        {isInPart && (
          <p className="mb-3 text-sm text-muted-foreground">
            ほかの店舗の会員にも送信しています。次の数は、担当店舗の会員の分です。
          </p>
        )}
        <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
          {figures.map(([label, count]) => (
            <div key={label}>
              <dt className="text-xs text-muted-foreground">{label}</dt>
              <dd className="figures text-lg font-semibold">{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 border-t pt-3 text-sm">
          <p className="figures font-medium">除外 {people(counts.excluded)}</p>
          {excludedReasons.length > 0 && (
            <ul className="figures mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground">
              {excludedReasons.map(({ reason, count }) => (
                <li key={reason}>
                  {exclusionReasons[reason]} {people(count)}
                </li>
              ))}
            </ul>
          )}
        </div>
      </CardContent>
    </Card>
  )
}

/** Sender, audience and consent basis. */
const About = ({ mail }: { mail: MailLog }) => (
  <Card>
    <CardHeader>
      <CardTitle>送信の記録</CardTitle>
    </CardHeader>
    <CardContent>
      <Facts>
        <Fact label={mailFields.segmentText}>{mail.segmentText}</Fact>
        <Fact label={mailFields.category}>{mailCategories[mail.category]}</Fact>
        <Fact label={mailFields.consentBasis}>{consentBases[mail.consentBasis]}</Fact>
        {mail.sleepingReason !== null && <Fact label={mailFields.sleepingReason}>{mail.sleepingReason}</Fact>}
        <Fact label={mailFields.templateId}>
          {mail.template && (
            <Link
              to="/mail/templates/$templateId"
              params={{ templateId: mail.template.id }}
              className="text-primary underline underline-offset-4"
            >
              {mail.template.name}
            </Link>
          )}
        </Fact>
        {mail.step && (
          <Fact label={mailFields.stepId}>
            <Link
              to="/mail/steps/$stepId"
              params={{ stepId: mail.step.id }}
              className="text-primary underline underline-offset-4"
            >
              {mail.step.name}
            </Link>
          </Fact>
        )}
        <Fact label={mailFields.senderStaffId}>
          <StaffName staff={mail.sender} nobody={mail.step ? '自動送信' : '–'} />
        </Fact>
        <Fact label={mailFields.requestedAt}>{formatDateTime(mail.requestedAt)}</Fact>
        <Fact label={mailFields.sendAt}>{formatDateTime(mail.sendAt)}</Fact>
        <Fact label={mailFields.finishedAt}>{mail.sentAt && formatDateTime(mail.sentAt)}</Fact>
        {mail.cancelledAt !== null && (
          <Fact label={mailFields.cancelled}>
            {formatDateTime(mail.cancelledAt)}
            {mail.cancelledBy && (
              <>
                {' '}
                <StaffName staff={mail.cancelledBy} />
              </>
            )}
          </Fact>
        )}
      </Facts>
    </CardContent>
  </Card>
)
