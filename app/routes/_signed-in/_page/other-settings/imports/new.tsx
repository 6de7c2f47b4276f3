import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { NewImport } from '~/features/imports/new-import'

export const Route = createFileRoute('/_signed-in/_page/other-settings/imports/new')({
  staticData: { permission: 'import.run' },
  loader: ({ context }) => openScreen(context, { title: 'ファイルの取り込み' }),
  component: NewImport,
})
