import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { staffQuery } from '~/features/staffs/queries'
import { StaffPage } from '~/features/staffs/staff-page'

export const Route = createFileRoute('/_signed-in/_page/staffs/$staffId')({
  staticData: { permission: 'staff.read' },
  loader: ({ context, params }) => openScreen(context, { title: 'スタッフ', first: [staffQuery(params.staffId)] }),
  component: recordScreen(StaffPage),
})
