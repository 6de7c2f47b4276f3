import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { LetterValues } from '#contract/mail-letter.ts'
import { useMe } from '~/auth/session'
import { Modal } from '~/components/dialogs/modal'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { testMail } from '~/functions/mail'
import { LetterPreview } from '~/nouns/mail/letter-preview'
import { TestMailButton } from '~/nouns/mail/test-mail-button'
import { senderQuery } from './queries'
import type { MailContent } from './values'

interface PreviewAndTestProps {
  values: () => MailContent
  /** Variables of the first recipient; null without recipients. */
  sample: LetterValues | null
  /** The first recipient. */
  userId: string | undefined
}

/** Previews the form's content for the first recipient, and sends a test mail to the author. */
export function PreviewAndTest({ values, sample, userId }: PreviewAndTestProps) {
  const [shown, setShown] = useState<MailContent>()
  return (
    <>
      <Button variant="outline" size="lg" onClick={() => setShown(values())}>
        <Eye aria-hidden />
        <span className="max-sm:sr-only">プレビュー・テスト送信</span>
      </Button>
      {shown !== undefined && (
        <Modal
          title="メールの見え方"
          onClose={() => setShown(undefined)}
          className="max-w-3xl"
          footer={<TestMailButton mail={testOf(shown, userId)} send={testMail} />}
        >
          <Letter mail={shown} sample={sample} />
        </Modal>
      )}
    </>
  )
}

const testOf = ({ templateId: _, ...content }: MailContent, userId: string | undefined) => ({
  ...content,
  ...(userId !== undefined && { userId }),
})

function Letter({ mail, sample }: { mail: MailContent; sample: LetterValues | null }) {
  const me = useMe()
  const shopId = me?.shops.find(({ name }) => name === sample?.店舗名)?.id
  const sender = useQuery(senderQuery(shopId))
  if (sender.error) {
    const retry = () => void sender.refetch()
    return <FailedState title="メールの見え方を表示できませんでした" error={sender.error} onRetry={retry} />
  }
  if (!sender.data) return <Skeleton className="h-96" />
  return (
    <LetterPreview
      mail={mail}
      values={sample ?? {}}
      shop={{ name: sample?.店舗名 ?? '所属店舗の名称', sender: sender.data }}
      sentBy={me?.staff.displayName}
      unsubscribeUrl={`${window.location.origin}/unsubscribe`}
      note={
        sample
          ? `宛先の先頭の${sample.会員氏名 ?? '会員'}さんの値で表示しています。`
          : '宛先を選ぶと、差し込みに会員の値が入ります。'
      }
    />
  )
}
