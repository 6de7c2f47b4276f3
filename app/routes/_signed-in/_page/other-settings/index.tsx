import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { OtherSettings } from '~/features/other-settings/other-settings'

export const Route = createFileRoute('/_signed-in/_page/other-settings/')({
  loader: ({ context }) => openScreen(context, { title: 'その他の設定' }),
  component: OtherSettings,
})
