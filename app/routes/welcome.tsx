import { createFileRoute } from '@tanstack/react-router'
import { WelcomePage } from '~/features/sign-in/welcome-page'

export const Route = createFileRoute('/welcome')({
  head: () => ({ meta: [{ title: 'ようこそ | Karada Desk' }] }),
  component: WelcomePage,
})
