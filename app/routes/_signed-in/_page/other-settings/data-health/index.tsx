import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { DataHealthPage } from '~/features/data-health/data-health-page'
import { dataHealthQuery, type HealthSearch, healthSearch, ofShop } from '~/features/data-health/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/data-health/')({
  validateSearch: searchInput<HealthSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.write' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'データ健康診断',
      first: [dataHealthQuery(ofShop(healthSearch(location.search)))],
    }),
  component: DataHealthRoute,
})

function DataHealthRoute() {
  const [search] = useSearchState(healthSearch)
  return <DataHealthPage search={search} />
}
