import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { describeFigure } from '~/features/drill-down/figures'
import {
  type FigureSalesSearch,
  figureSalesQuery,
  figureSalesSearch,
  requestedSales,
  shownCategory,
  shownSaleFigure,
} from '~/features/drill-down/queries'
import { SalesBehind } from '~/features/drill-down/sales-behind'

// Not nested under dashboard.tsx, which is a screen and not a layout.
export const Route = createFileRoute('/_signed-in/_page/dashboard_/sales')({
  validateSearch: searchInput<FigureSalesSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.money' },
  loader: ({ context, location }) => {
    const search = figureSalesSearch(location.search)
    return openScreen(context, {
      title: describeFigure(shownSaleFigure(search), shownCategory(search)).rows,
      first: [figureSalesQuery(requestedSales(search))],
    })
  },
  component: searchScreen(figureSalesSearch, SalesBehind),
})
