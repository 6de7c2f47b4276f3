import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { MailLogPage } from '~/features/mail-logs/log-page'
import { mailLogQuery } from '~/features/mail-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/mail/logs/$mailId')({
  staticData: { permission: 'mailLog.read' },
  loader: ({ context, params }) => openScreen(context, { title: '送信履歴', first: [mailLogQuery(params.mailId)] }),
  component: MailLogRoute,
})

function MailLogRoute() {
  const { mailId } = useParams({ from: '/_signed-in/_page/mail/logs/$mailId' })
  return <MailLogPage id={mailId} />
}
