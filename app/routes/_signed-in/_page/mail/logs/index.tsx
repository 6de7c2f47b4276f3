import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { MailLogList } from '~/features/mail-logs/log-list'
import { type MailLogSearch, mailLogListQuery, mailLogSearch, requestedLogs } from '~/features/mail-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/mail/logs/')({
  validateSearch: searchInput<MailLogSearch>(),
  shouldReload: true,
  staticData: { permission: 'mailLog.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '送信履歴',
      first: [mailLogListQuery(requestedLogs(mailLogSearch(location.search)))],
    }),
  component: searchScreen(mailLogSearch, MailLogList),
})
