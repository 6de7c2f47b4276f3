import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ClassesBehind } from '~/features/drill-down/classes-behind'
import { describeFigure } from '~/features/drill-down/figures'
import {
  type FigureSlotsSearch,
  figureSlotsQuery,
  figureSlotsSearch,
  requestedSlots,
  shownSlotFigure,
} from '~/features/drill-down/queries'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/classes')({
  validateSearch: searchInput<FigureSlotsSearch>(),
  shouldReload: true,
  staticData: { permission: 'reservation.read' },
  loader: ({ context, location }) => {
    const search = figureSlotsSearch(location.search)
    return openScreen(context, {
      title: describeFigure(shownSlotFigure(search)).rows,
      first: [figureSlotsQuery(requestedSlots(search))],
    })
  },
  component: searchScreen(figureSlotsSearch, ClassesBehind),
})
