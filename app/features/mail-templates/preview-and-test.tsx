import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { MailTemplateDraft } from '#contract/mail-template.ts'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { testMail } from '~/functions/mail'
import { TestMailButton } from '~/nouns/mail/test-mail-button'
import { Letter } from './letter'
import { useSample } from './sample'

/** Previews the form's content for a sample member, and sends a test mail to the author. */
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

function TestButton({ mail }: { mail: MailTemplateDraft }) {
  const { sample } = useSample(mail.shopId)
  const { category, subject, body, fromName, replyTo, footer, isTracked } = mail
  const of = sample?.userId === undefined ? {} : { userId: sample.userId }
  const content = { category, subject, body, fromName, replyTo, footer, isTracked }
  return <TestMailButton mail={{ ...content, ...of }} send={testMail} />
}
