import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditShops } from '~/features/staffs/forms'

export const Route = createFileRoute('/_signed-in/_page/staffs/$staffId/shops')({
  staticData: { permission: 'staff.write' },
  loader: ({ context }) => openScreen(context, { title: '担当店舗の編集' }),
  component: EditShops,
})
