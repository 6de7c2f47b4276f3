import { Eye, Send } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { MailTemplateDraft } from '#contract/mail-template.ts'
import { sentenceAt } from '#contract/messages.ts'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { testMail } from '~/functions/mail'
import { notify } from '~/lib/notices'
import { Letter } from './letter'
import { useSample } from './sample'

/** Shows what the form holds now as a member gets it, and sends it to whoever is writing. */
export function PreviewAndTest({ values }: { values: () => MailTemplateDraft }) {
  const [shown, setShown] = useState<MailTemplateDraft>()
  return (
    <>
      <Button variant="outline" size="lg" onClick={() => setShown(values())}>
        <Eye aria-hidden />
        <span className="max-sm:sr-only">プレビュー</span>
      </Button>
      {shown !== undefined && (
        <Modal
          title="メールの見え方"
          onClose={() => setShown(undefined)}
          className="max-w-3xl"
          footer={<TestButton mail={shown} />}
        >
          <Letter mail={shown} />
        </Modal>
      )}
    </>
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

function TestButton({ mail }: { mail: MailTemplateDraft }) {
  const { sample } = useSample(mail.shopId)
  const test = useServerMutation(testMail, { invalidates: [], done: ({ message }) => message })
  const send = async () => {
    const { category, subject, body, fromName, replyTo, footer } = mail
    const memberId = sample?.memberId
    const data = { category, subject, body, fromName, replyTo, footer, ...(memberId !== undefined && { memberId }) }
    await test.mutateAsync({ data }).catch(sayRefusal)
  }
  return (
    <Button
      variant="outline"
      aria-disabled={test.isPending || undefined}
      onClick={() => !test.isPending && void send()}
    >
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
