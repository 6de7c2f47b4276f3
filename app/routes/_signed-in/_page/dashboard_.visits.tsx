import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'

import {
  type FigureVisitsSearch,
  figureVisitsQuery,
  figureVisitsSearch,
  requestedVisits,
} from '~/features/drill-down/queries'
import { VisitsBehind } from '~/features/drill-down/visits-behind'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/visits')({
  validateSearch: searchInput<FigureVisitsSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.read' },
  loader: ({ context, location }) => {
    const search = figureVisitsSearch(location.search)
    return openScreen(context, { title: '来館数の内訳', first: [figureVisitsQuery(requestedVisits(search))] })
  },
  component: searchScreen(figureVisitsSearch, VisitsBehind),
})
