import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { shopDailyReportsQuery } from '~/features/shops/queries'
import { ShopDailyReports } from '~/features/shops/shop-daily-reports'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/daily-reports')({
  staticData: { permission: 'dailyReport.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗の日報', first: [shopDailyReportsQuery(params.shopId)] }),
  component: ShopDailyReports,
})
