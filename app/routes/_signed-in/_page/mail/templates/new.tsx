import { createFileRoute } from '@tanstack/react-router'
import { newScreen, openScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { mailTemplateQuery } from '~/features/mail-templates/queries'
import { NewTemplate } from '~/features/mail-templates/template-page'
import { type CopySearch, copySearch } from '~/lib/copy-search'

export const Route = createFileRoute('/_signed-in/_page/mail/templates/new')({
  validateSearch: searchInput<CopySearch>(),
  shouldReload: true,
  staticData: { permission: 'mailTemplate.write' },
  loader: ({ context, location }) => {
    const { from } = copySearch(location.search)
    const first = from === undefined ? [] : [mailTemplateQuery(from)]
    return openScreen(context, { title: 'メールテンプレートの登録', first })
  },
  component: newScreen(NewTemplate),
})
