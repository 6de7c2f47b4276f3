import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { Account } from '~/features/account/account'
import { profileQuery, sessionsQuery } from '~/features/account/queries'

export const Route = createFileRoute('/_signed-in/_page/account')({
  loader: ({ context }) => openScreen(context, { title: 'アカウント設定', first: [profileQuery, sessionsQuery] }),
  component: Account,
})
