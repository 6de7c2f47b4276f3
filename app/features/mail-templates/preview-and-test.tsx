import { Eye, Send } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { MailTemplateDraft } from '#contract/mail-template.ts'
import { sentenceAt } from '#contract/messages.ts'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { Spinner } from '~/components/ui/spinner'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { testMail } from '~/functions/mail'
import { LetterPreview } from './letter-preview'
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
          <LetterPreview mail={shown} />
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
  const test = useServerMutation(testMail, { invalidates: [] })
  const send = () => {
    if (test.isPending) return
    const { category, subject, body, fromName, replyTo, footer } = mail
    const memberId = sample?.memberId
    test.mutate({
      data: { category, subject, body, fromName, replyTo, footer, ...(memberId !== undefined && { memberId }) },
    })
  }
  // Said here: a snackbar would lie behind the dialog.
  return (
    <>
      <p role="status" className="mr-auto self-center text-sm">
        {test.data?.message}
        {test.isError && <span className="text-bad">{refusalOf(test.error)}</span>}
      </p>
      <Button variant="outline" aria-disabled={test.isPending || undefined} onClick={send}>
        {test.isPending ? <Spinner className="size-4" /> : <Send aria-hidden />}
        自分あてにテスト送信
      </Button>
    </>
  )
}

/** What the form would say at its field, or why it could not be sent. */
function refusalOf(error: unknown) {
  const [field] = (isApiError(error) && Object.keys(error.fields ?? {})) || []
  return sentenceAt(labels[field ?? ''] ?? 'この項目', reasonOf(error))
}
