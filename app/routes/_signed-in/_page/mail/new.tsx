import { createFileRoute } from '@tanstack/react-router'
import { openScreen, useSearchState } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { NewMail } from '~/features/mail-send/new-mail'
import { type NewMailSearch, newMailSearch, sentMailQuery, templateQuery } from '~/features/mail-send/queries'

export const Route = createFileRoute('/_signed-in/_page/mail/new')({
  validateSearch: searchInput<NewMailSearch>(),
  staticData: { permission: 'mail.send' },
  loader: ({ context, location }) => {
    const { template, again } = newMailSearch(location.search)
    const begins =
      again !== undefined ? [sentMailQuery(again)] : template !== undefined ? [templateQuery(template)] : []
    return openScreen(context, { title: 'メール作成', first: begins })
  },
  component: NewMailRoute,
})

function NewMailRoute() {
  const [search] = useSearchState(newMailSearch)
  return <NewMail search={search} />
}
