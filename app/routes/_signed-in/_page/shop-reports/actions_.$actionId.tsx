import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { ActionPage } from '~/features/report-actions/action-page'
import { actionQuery } from '~/features/report-actions/queries'

export const Route = createFileRoute('/_signed-in/_page/shop-reports/actions_/$actionId')({
  staticData: { permission: 'reportAction.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: '改善アクション', first: [actionQuery(params.actionId)] }),
  component: recordScreen(ActionPage),
})
