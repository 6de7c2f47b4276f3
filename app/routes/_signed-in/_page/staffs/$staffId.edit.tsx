import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditEmployment } from '~/features/staffs/forms'

export const Route = createFileRoute('/_signed-in/_page/staffs/$staffId/edit')({
  staticData: { permission: 'staff.write' },
  loader: ({ context }) => openScreen(context, { title: '権限と在籍の編集' }),
  component: EditEmployment,
})
