import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditProfile } from '~/features/staffs/forms'

export const Route = createFileRoute('/_signed-in/_page/staffs/$staffId/profile')({
  staticData: { permission: 'staff.write' },
  loader: ({ context }) => openScreen(context, { title: 'プロフィールの編集' }),
  component: EditProfile,
})
