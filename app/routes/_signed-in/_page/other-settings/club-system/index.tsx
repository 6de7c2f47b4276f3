import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ClubSystemPage } from '~/features/club-system/club-system-page'
import { clubSystemQuery } from '~/features/club-system/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/club-system/')({
  staticData: { permission: 'sync.run' },
  loader: ({ context }) => openScreen(context, { title: '会員管理システム', first: [clubSystemQuery] }),
  component: ClubSystemPage,
})
