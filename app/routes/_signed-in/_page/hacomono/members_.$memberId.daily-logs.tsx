import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { MemberLogs } from '~/features/member-daily-logs/member-logs'
import { type MemberLogSearch, memberLogSearch } from '~/features/member-daily-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$memberId/daily-logs')({
  validateSearch: searchInput<MemberLogSearch>(),
  shouldReload: true,
  staticData: { permission: 'log.condition' },
  // Each reading is on record: nothing is asked for before the tab is there.
  loader: ({ context }) => openScreen(context, { title: '会員の日次ログ' }),
  component: MemberLogsRoute,
})

function MemberLogsRoute() {
  const { memberId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$memberId/daily-logs' })
  const [search, onSearchChange] = useSearchState(memberLogSearch)
  return <MemberLogs memberId={memberId} search={search} onSearchChange={onSearchChange} />
}
