import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import {
  requestedTargets,
  type TargetsSearch,
  targetsQuery,
  targetsSearch,
} from '~/features/statistics/targets/queries'
import { TargetsScreen } from '~/features/statistics/targets/targets-screen'

export const Route = createFileRoute('/_signed-in/_page/statistics_/targets')({
  validateSearch: searchInput<TargetsSearch>(),
  shouldReload: true,
  staticData: { permission: 'shop.write' },
  loader: ({ context, location }) =>
    openScreen(context, { title: '月次目標', first: [targetsQuery(requestedTargets(targetsSearch(location.search)))] }),
  component: searchScreen(targetsSearch, TargetsScreen),
})
