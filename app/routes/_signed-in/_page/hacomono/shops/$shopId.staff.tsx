import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { shopStaffQuery } from '~/features/shops/queries'
import { ShopStaff } from '~/features/shops/shop-staff'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/staff')({
  staticData: { permission: 'staff.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '店舗のスタッフ', first: [shopStaffQuery(params.shopId)] }),
  component: ShopStaff,
})
