import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { RegisterStaff } from '~/features/staffs/register-form'

export const Route = createFileRoute('/_signed-in/_page/staffs/new')({
  staticData: { permission: 'staff.write' },
  loader: ({ context }) => openScreen(context, { title: 'スタッフの登録' }),
  component: RegisterStaff,
})
