import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { EditColumn } from '~/features/columns/column-form'
import { columnQuery } from '~/features/columns/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/$columnId')({
  staticData: { permission: 'column.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'コラムの編集', first: [columnQuery(params.columnId)] }),
  component: recordScreen(EditColumn),
})
