import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { CampaignsScreen } from '~/features/statistics/campaigns/campaigns-screen'
import {
  type CampaignsSearch,
  campaignsQuery,
  campaignsSearch,
  requestedCampaigns,
} from '~/features/statistics/campaigns/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/campaigns')({
  validateSearch: searchInput<CampaignsSearch>(),
  shouldReload: true,
  staticData: { permission: 'cost.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'キャンペーンの採算',
      first: [campaignsQuery(requestedCampaigns(campaignsSearch(location.search)))],
    }),
  component: searchScreen(campaignsSearch, CampaignsScreen),
})
