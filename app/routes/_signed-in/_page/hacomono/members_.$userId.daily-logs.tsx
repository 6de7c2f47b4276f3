import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { MemberLogs } from '~/features/member-daily-logs/member-logs'
import { type MemberLogSearch, memberLogSearch } from '~/features/member-daily-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/daily-logs')({
  validateSearch: searchInput<MemberLogSearch>(),
  shouldReload: true,
  staticData: { permission: 'log.condition' },
  // Every read is audited: no request before the tab opens.
  loader: ({ context }) => openScreen(context, { title: '会員の日次ログ' }),
  component: MemberLogsRoute,
})

function MemberLogsRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/daily-logs' })
  const [search, onSearchChange] = useSearchState(memberLogSearch)
  return <MemberLogs userId={userId} search={search} onSearchChange={onSearchChange} />
}
