import { useQuery } from '@tanstack/react-query'
import { Eye, Send } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { LetterValues } from '#contract/mail-letter.ts'
import { sentenceAt } from '#contract/messages.ts'
import { useMe } from '~/auth/session'
import { LetterPreview } from '~/components/mail-content/letter-preview'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/skeleton'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { testMail } from '~/functions/mail'
import { getShop } from '~/functions/shop'
import { notify } from '~/lib/notices'
import type { MailContent } from './values'

interface PreviewAndTestProps {
  values: () => MailContent
  /** The variables of the first who gets it; null where there is nobody yet. */
  sample: LetterValues | null
  /** The first who gets it. */
  memberId: string | undefined
}

/** Shows what the form holds now as its first receiver gets it, and sends it to whoever is writing. */
export function PreviewAndTest({ values, sample, memberId }: PreviewAndTestProps) {
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
          footer={<TestButton mail={shown} memberId={memberId} />}
        >
          <Letter mail={shown} sample={sample} />
        </Modal>
      )}
    </>
  )
}

const nowhere = { name: '所属店舗の名称', zipCode: '000-0000', address: '所属店舗の住所' }

function Letter({ mail, sample }: { mail: MailContent; sample: LetterValues | null }) {
  const shopId = useMe()?.shops.find(({ name }) => name === sample?.店舗名)?.id
  const shop = useQuery({ ...serverQuery('shop.get', getShop)({ id: shopId ?? '' }), enabled: shopId !== undefined })
  if (shop.error) {
    const retry = () => void shop.refetch()
    return <FailedState title="プレビューを表示できませんでした" error={shop.error} onRetry={retry} />
  }
  if (shopId !== undefined && !shop.data) return <Skeleton className="h-96" />
  return (
    <LetterPreview
      mail={mail}
      values={sample ?? {}}
      shop={
        shop.data
          ? {
              name: shop.data.name,
              zipCode: shop.data.zipCode,
              address: [shop.data.prefecture + shop.data.address1, shop.data.address2].filter(Boolean).join(' '),
            }
          : nowhere
      }
      unsubscribeUrl={`${window.location.origin}/unsubscribe`}
      note={
        sample
          ? `宛先の先頭の${sample.会員氏名 ?? '会員'}さんの値で表示しています。`
          : '宛先を選ぶと、差し込みに会員の値が入ります。'
      }
    />
  )
}

/** How the fields are called that a mail has. */
const labels: Record<string, string> = {
  subject: '件名',
  body: '本文',
  fromName: '差出人名',
  replyTo: '返信先',
  footer: '署名',
}

function TestButton({ mail, memberId }: { mail: MailContent; memberId: string | undefined }) {
  const test = useServerMutation(testMail, { invalidates: [], done: ({ message }) => message })
  const send = () => {
    if (test.isPending) return
    const { templateId: _, ...content } = mail
    test.mutate({ data: { ...content, ...(memberId !== undefined && { memberId }) } }, { onError: sayRefusal })
  }
  return (
    <Button variant="outline" aria-disabled={test.isPending || undefined} onClick={send}>
      {test.isPending ? <Spinner className="size-4" /> : <Send aria-hidden />}
      自分あてにテスト送信
    </Button>
  )
}

/** What the form would say at its field; all else has been said. */
function sayRefusal(error: unknown) {
  const [field, sentence] = (isApiError(error) && Object.entries(error.fields ?? {})[0]) || []
  if (field !== undefined && sentence !== undefined) notify.error(sentenceAt(labels[field] ?? 'この項目', sentence))
}
