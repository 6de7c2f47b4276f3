import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '~/features/sign-in/invitation-page'

export const Route = createFileRoute('/invitation')({
  head: () => ({ meta: [{ title: 'パスワードの設定 | Karada Desk' }] }),
  component: InvitationPage,
})
