import type { LetterContent } from '#contract/mail-letter.ts'
import { useMe } from '~/auth/session'
import { FailedState } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import { LetterPreview } from '~/nouns/mail/letter-preview'
import { useSample } from './sample'

export interface PreviewedMail extends LetterContent {
  replyTo: string | null
  /** Null: any shop. */
  shopId: string | null
}

/** Preview of the mail to a member of the shop. */
export function Letter({ mail }: { mail: PreviewedMail }) {
  const me = useMe()
  const { sample, error, retry } = useSample(mail.shopId)
  if (error) return <FailedState title="メールの見え方を表示できませんでした" error={error} onRetry={retry} />
  if (!sample) return <Skeleton className="h-96" />
  return (
    <LetterPreview
      mail={mail}
      values={sample.values}
      shop={sample.shop}
      sentBy={me?.staff.displayName}
      unsubscribeUrl={`${window.location.origin}/unsubscribe`}
      note={`${sample.whose}の値で表示しています。`}
    />
  )
}
