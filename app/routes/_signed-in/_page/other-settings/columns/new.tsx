import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { NewColumn } from '~/features/columns/column-page'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/new')({
  staticData: { permission: 'column.write' },
  loader: ({ context }) => openScreen(context, { title: 'コラムの登録' }),
  component: NewColumn,
})
