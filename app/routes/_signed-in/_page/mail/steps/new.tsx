import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { NewStep } from '~/features/mail-steps/step-page'

export const Route = createFileRoute('/_signed-in/_page/mail/steps/new')({
  staticData: { permission: 'mailStep.write' },
  loader: ({ context }) => openScreen(context, { title: 'ステップメールの登録' }),
  component: NewStep,
})
