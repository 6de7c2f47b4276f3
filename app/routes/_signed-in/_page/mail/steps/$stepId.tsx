import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { mailStepQuery } from '~/features/mail-steps/queries'
import { EditStep } from '~/features/mail-steps/step-page'

export const Route = createFileRoute('/_signed-in/_page/mail/steps/$stepId')({
  staticData: { permission: 'mailStep.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'ステップメールの編集', first: [mailStepQuery(params.stepId)] }),
  component: recordScreen(EditStep),
})
