import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ClubPage } from '~/features/club/club-page'
import { clubQuery } from '~/features/club/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/club/')({
  staticData: { permission: 'club.read' },
  loader: ({ context }) => openScreen(context, { title: '会社情報', first: [clubQuery] }),
  component: ClubPage,
})
