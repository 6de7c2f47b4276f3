import { Send } from 'lucide-react'
import { isApiError } from '#contract/errors.ts'
import { sentenceAt } from '#contract/messages.ts'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { reasonOf, useServerMutation, type WriteCall } from '~/data/mutation'

interface TestMailButtonProps<Mail> {
  /** The content, and the member whose values fill the variables. */
  mail: Mail
  send: (call: WriteCall<Mail>) => Promise<{ message: string }>
}

/** Labels of a mail's fields. */
const labels: Record<string, string> = {
  subject: '件名',
  body: '本文',
  fromName: '差出人名',
  replyTo: '返信先',
  footer: '署名',
}

/** Sends a test mail to the author; in the preview's footer. */
export function TestMailButton<Mail>({ mail, send }: TestMailButtonProps<Mail>) {
  const test = useServerMutation(send, { invalidates: [] })
  // Shown here, since a snackbar would be behind the dialog.
  return (
    <>
      <p role="status" className="mr-auto self-center text-sm">
        {test.data?.message}
        {test.isError && <span className="text-bad">{refusalOf(test.error)}</span>}
      </p>
      <Button
        variant="outline"
        aria-disabled={test.isPending || undefined}
        onClick={() => !test.isPending && test.mutate({ data: mail })}
      >
        {test.isPending ? <Spinner className="size-4" /> : <Send aria-hidden />}
        自分あてにテスト送信
      </Button>
    </>
  )
}

/** The field errors that the form would show, or why sending failed. */
function refusalOf(error: unknown) {
  const [field] = (isApiError(error) && Object.keys(error.fields ?? {})) || []
  return sentenceAt(labels[field ?? ''] ?? 'この項目', reasonOf(error))
}
