import { createFileRoute } from '@tanstack/react-router'
import { StaffOverview } from '~/features/staffs/overview'

export const Route = createFileRoute('/_signed-in/_page/staffs/$staffId/')({
  staticData: { permission: 'staff.read' },
  component: StaffOverview,
})
