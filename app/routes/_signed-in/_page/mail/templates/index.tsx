import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import {
  type MailTemplateSearch,
  mailTemplateListQuery,
  mailTemplateSearch,
  requestedMailTemplates,
} from '~/features/mail-templates/queries'
import { TemplateList } from '~/features/mail-templates/template-list'

export const Route = createFileRoute('/_signed-in/_page/mail/templates/')({
  validateSearch: searchInput<MailTemplateSearch>(),
  shouldReload: true,
  staticData: { permission: 'mailTemplate.read' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: 'メールテンプレート',
      first: [mailTemplateListQuery(requestedMailTemplates(mailTemplateSearch(location.search)))],
    }),
  component: searchScreen(mailTemplateSearch, TemplateList),
})
