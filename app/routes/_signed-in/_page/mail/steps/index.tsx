import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { type MailStepSearch, mailStepListQuery, mailStepSearch } from '~/features/mail-steps/queries'
import { StepList } from '~/features/mail-steps/step-list'

export const Route = createFileRoute('/_signed-in/_page/mail/steps/')({
  validateSearch: searchInput<MailStepSearch>(),
  shouldReload: true,
  staticData: { permission: 'mailStep.read' },
  loader: ({ context, location }) =>
    openScreen(context, { title: 'ステップメール', first: [mailStepListQuery(mailStepSearch(location.search))] }),
  component: searchScreen(mailStepSearch, StepList),
})
