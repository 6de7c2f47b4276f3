import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { ContentList } from '~/features/lean-body/content-list'
import { type ContentSearch, contentListQuery, contentSearch } from '~/features/lean-body/queries'

export const Route = createFileRoute('/_signed-in/_page/lean-body/contents/')({
  validateSearch: searchInput<ContentSearch>(),
  shouldReload: true,
  staticData: { permission: 'leanBody.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: 'コンテンツ', first: [contentListQuery(contentSearch(location.search))] }),
  component: searchScreen(contentSearch, ContentList),
})
