import { createFileRoute } from '@tanstack/react-router'
import { OtherSettings } from '~/features/other-settings/other-settings'

export const Route = createFileRoute('/_signed-in/_page/other-settings/')({
  head: () => ({ meta: [{ title: 'その他の設定 | Karada Desk' }] }),
  component: OtherSettings,
})
