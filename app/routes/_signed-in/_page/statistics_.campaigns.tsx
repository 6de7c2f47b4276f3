import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { CampaignsScreen } from '~/features/statistics/campaigns/campaigns-screen'
import { campaignsQuery, requestedCampaigns } from '~/features/statistics/campaigns/queries'
import { type ReportSearch, reportSearch } from '~/features/statistics/period'

export const Route = createFileRoute('/_signed-in/_page/statistics_/campaigns')({
  validateSearch: searchInput<ReportSearch>(),
  shouldReload: true,
  staticData: { permission: 'cost.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'キャンペーンの採算',
      first: [campaignsQuery(requestedCampaigns(reportSearch(location.search)))],
    }),
  component: searchScreen(reportSearch, CampaignsScreen),
})
