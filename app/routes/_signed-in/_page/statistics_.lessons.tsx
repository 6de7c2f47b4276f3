import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { LessonsScreen } from '~/features/statistics/lessons/lessons-screen'
import { lessonsQuery, requestedLessons } from '~/features/statistics/lessons/queries'
import { type PeriodSearch, periodSearch } from '~/features/statistics/period'

export const Route = createFileRoute('/_signed-in/_page/statistics_/lessons')({
  validateSearch: searchInput<PeriodSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'レッスンと担当',
      first: [lessonsQuery(requestedLessons(periodSearch(location.search)))],
    }),
  component: searchScreen(periodSearch, LessonsScreen),
})
