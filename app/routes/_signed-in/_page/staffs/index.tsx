import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { requestedStaff, type StaffSearch, staffListQuery, staffSearch } from '~/features/staffs/queries'
import { StaffList } from '~/features/staffs/staff-list'

export const Route = createFileRoute('/_signed-in/_page/staffs/')({
  validateSearch: searchInput<StaffSearch>(),
  shouldReload: true,
  staticData: { permission: 'staff.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'スタッフ',
      first: [staffListQuery(requestedStaff(staffSearch(location.search)))],
    }),
  component: searchScreen(staffSearch, StaffList),
})
