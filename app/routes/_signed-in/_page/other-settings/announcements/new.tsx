import { createFileRoute } from '@tanstack/react-router'
import { NewAnnouncement } from '~/features/announcements/announcement-page'
import { announcementQuery, copySearch } from '~/features/announcements/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/announcements/new')({
  validateSearch: copySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void (deps.from !== undefined && context.queryClient.prefetchQuery(announcementQuery(deps.from))),
  staticData: { permission: 'announcement.write', action: 'お知らせを登録' },
  head: () => ({ meta: [{ title: 'お知らせの登録 | Karada Desk' }] }),
  component: NewAnnouncementRoute,
})

function NewAnnouncementRoute() {
  const { from } = Route.useSearch()
  return <NewAnnouncement key={from} from={from} />
}
