import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { Access } from '~/features/member-daily-logs/access'
import { type AccessSearch, accessSearch } from '~/features/member-daily-logs/queries'

export const Route = createFileRoute('/_signed-in/_page/member-daily-logs/access')({
  validateSearch: searchInput<AccessSearch>(),
  shouldReload: true,
  staticData: { permission: 'log.access' },
  loader: ({ context }) => openScreen(context, { title: '健康情報アクセス状況' }),
  component: searchScreen(accessSearch, Access),
})
