import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ActivityList } from '~/features/member-activities/activity-list'
import {
  type ActivitySearch,
  activityListQuery,
  activitySearch,
  requestedActivities,
} from '~/features/member-activities/queries'

export const Route = createFileRoute('/_signed-in/_page/lean-body/member-activities/')({
  validateSearch: searchInput<ActivitySearch>(),
  shouldReload: true,
  staticData: { permission: 'activity.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '会員の利用状況',
      first: [activityListQuery(requestedActivities(activitySearch(location.search)))],
    }),
  component: searchScreen(activitySearch, ActivityList),
})
