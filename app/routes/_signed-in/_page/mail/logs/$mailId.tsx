import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { MailLogPage } from '~/features/mail-logs/log-page'
import { mailLogQuery } from '~/features/mail-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/mail/logs/$mailId')({
  staticData: { permission: 'mailLog.read' },
  loader: ({ context, params }) => openScreen(context, { title: '送信履歴', first: [mailLogQuery(params.mailId)] }),
  component: recordScreen(MailLogPage),
})
