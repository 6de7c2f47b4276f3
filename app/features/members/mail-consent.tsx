import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#contract/member.ts'
import type { AnswerOf } from '#contract/names.ts'
import { mailConsentSources, mailConsentStates } from '#contract/words/mail-consent.ts'
import { StaffName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { serverQuery } from '~/data/query'
import { getMailConsent } from '~/functions/mail-consent'
import { formatDate, formatDateTime } from '~/lib/dates'
import { RecordConsent } from './mail-consent-record'
import { SendConsentLink } from './mail-consent-send'

type Consent = AnswerOf<'mailConsent.get'>
type Entry = Consent['list'][number]
type Asking = 'given' | 'refused' | 'link'

/** What the member said of mails that require consent, its proof, and for staff with the right what can be recorded. */
export default function MailConsent({ member: { id } }: { member: Member }) {
  const can = useCan()
  const { data: consent } = useQuery(serverQuery('mailConsent.get', getMailConsent)({ userId: id }))
  const [asking, setAsking] = useState<Asking>()
  if (!consent) return null
  const { state, counts, list, linkSentAt } = consent
  const [latest, ...earlier] = list
  const close = () => setAsking(undefined)
  return (
    <div className="mt-1 space-y-1">
      {state === 'withdrawn' && <Chip tone="warning">配信停止</Chip>}
      {state === 'declined' && <Chip>同意しない</Chip>}
      {state === 'given' && !counts && (
        <span className="block text-xs text-muted-foreground">
          同意は別のメールアドレスへのものです。いまのメールアドレスには、広告宣伝とフォローのメールを送信しません。
        </span>
      )}
      {latest && <Proof entry={latest} />}
      {earlier.length > 0 && (
        <details className="text-xs">
          <summary className="cursor-pointer text-muted-foreground">これまでの記録（{earlier.length}件）</summary>
          <div className="mt-1 space-y-1">
            {earlier.map((entry) => (
              <Proof key={entry.id} entry={entry} />
            ))}
          </div>
        </details>
      )}
      {linkSentAt && (
        <span className="figures block text-xs text-muted-foreground">
          {formatDateTime(linkSentAt)}に同意の確認メールを送りました。回答を待っています。
        </span>
      )}
      {can('member.write') && (
        <span className="flex flex-wrap gap-2 print:hidden">
          {state !== 'withdrawn' && !counts && (
            <Button variant="outline" onClick={() => setAsking('given')}>
              同意を記録
            </Button>
          )}
          {state !== 'withdrawn' && state !== 'declined' && (
            <Button variant="outline" onClick={() => setAsking('refused')}>
              {state === 'given' ? '配信停止を記録' : '同意しないを記録'}
            </Button>
          )}
          {!counts && (
            <Button variant="outline" onClick={() => setAsking('link')}>
              同意の確認メールを送る
            </Button>
          )}
        </span>
      )}
      {asking === 'link' && <SendConsentLink userId={id} state={state} onClose={close} />}
      {(asking === 'given' || asking === 'refused') && (
        <RecordConsent userId={id} given={asking === 'given'} consent={consent} onClose={close} />
      )}
    </div>
  )
}

/** What was said, on which day and where, and who recorded it when. */
const Proof = ({ entry }: { entry: Entry }) => (
  <span className="figures block text-xs text-muted-foreground wrap-anywhere">
    {mailConsentStates[entry.state]}: {entry.on ? formatDate(entry.on) : '日付なし'} {placeOf(entry)}
    {entry.email && `（${entry.email}）`}。
    {entry.recordedBy && (
      <>
        記録: <StaffName staff={entry.recordedBy} />{' '}
      </>
    )}
    {formatDateTime(entry.recordedAt)}
  </span>
)

function placeOf({ source, detail, fileName }: Entry): string {
  const place = source === 'file' && fileName ? `ファイル「${fileName}」` : mailConsentSources[source]
  return detail ? `${place}・${detail}` : place
}
