import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { DailyLogs } from '~/features/member-daily-logs/daily-logs'
import { type LogSearch, logSearch } from '~/features/member-daily-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/member-daily-logs/healthcare')({
  validateSearch: searchInput<LogSearch>(),
  shouldReload: true,
  staticData: { permission: 'log.healthcare' },
  // Every read is audited: no request before the screen opens.
  loader: ({ context }) => openScreen(context, { title: '日次ログ（ヘルスケア）' }),
  component: HealthcareRoute,
})

function HealthcareRoute() {
  const [search, onSearchChange] = useSearchState(logSearch)
  return <DailyLogs kind="healthcare" search={search} onSearchChange={onSearchChange} />
}
