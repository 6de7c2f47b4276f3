import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { describeFigure } from '~/features/drill-down/figures'
import { LeadsBehind } from '~/features/drill-down/leads-behind'
import {
  type FigureLeadsSearch,
  figureLeadsQuery,
  figureLeadsSearch,
  requestedLeads,
  shownLeadFigure,
} from '~/features/drill-down/queries'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/leads')({
  validateSearch: searchInput<FigureLeadsSearch>(),
  shouldReload: true,
  staticData: { permission: 'member.read' },
  loader: ({ context, location }) => {
    const search = figureLeadsSearch(location.search)
    return openScreen(context, {
      title: describeFigure(shownLeadFigure(search)).rows,
      first: [figureLeadsQuery(requestedLeads(search))],
    })
  },
  component: searchScreen(figureLeadsSearch, LeadsBehind),
})
