import { createFileRoute } from '@tanstack/react-router'
import { openScreen, searchScreen } from '~/boot/screen'
import { searchInput } from '~/boot/search-input'
import { AdmissionScreen } from '~/features/statistics/admission/admission-screen'
import {
  type AdmissionSearch,
  admissionQuery,
  admissionSearch,
  requestedAdmission,
} from '~/features/statistics/admission/queries'

export const Route = createFileRoute('/_signed-in/_page/statistics_/admission')({
  validateSearch: searchInput<AdmissionSearch>(),
  shouldReload: true,
  staticData: { permission: 'report.analysis' },
  loader: ({ context, location }) =>
    openScreen(context, {
      title: '入会・退会',
      first: [admissionQuery(requestedAdmission(admissionSearch(location.search)))],
    }),
  component: searchScreen(admissionSearch, AdmissionScreen),
})
