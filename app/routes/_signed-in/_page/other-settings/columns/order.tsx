import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ColumnOrder } from '~/features/columns/order'
import { orderedColumnsQuery } from '~/features/columns/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/order')({
  staticData: { permission: 'column.write' },
  loader: ({ context }) => openScreen(context, { title: 'コラムの並べ替え', first: [orderedColumnsQuery] }),
  component: ColumnOrder,
})
