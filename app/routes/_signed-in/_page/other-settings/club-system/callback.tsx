import { createFileRoute, useLocation } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ClubSystemCallback } from '~/features/club-system/callback'

export const Route = createFileRoute('/_signed-in/_page/other-settings/club-system/callback')({
  staticData: { permission: 'sync.run' },
  loader: ({ context }) => openScreen(context, { title: '会員管理システムへの接続' }),
  component: CallbackRoute,
})

function CallbackRoute() {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  return <ClubSystemCallback search={search} />
}
