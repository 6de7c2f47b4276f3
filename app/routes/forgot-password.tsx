import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '~/features/sign-in/forgot-password-page'

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: 'パスワードの再設定 | Karada Desk' }] }),
  component: ForgotPasswordPage,
})
