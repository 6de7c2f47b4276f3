import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { LessonsScreen } from '~/features/statistics/lessons/lessons-screen'
import {
  type LessonsSearch,
  lessonsQuery,
  lessonsSearch,
  requestedLessons,
} from '~/features/statistics/lessons/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/lessons')({
  validateSearch: searchInput<LessonsSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'レッスンと担当',
      first: [lessonsQuery(requestedLessons(lessonsSearch(location.search)))],
    }),
  component: searchScreen(lessonsSearch, LessonsScreen),
})
