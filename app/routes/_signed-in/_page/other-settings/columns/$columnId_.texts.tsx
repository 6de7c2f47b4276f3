import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { columnQuery, columnTextsQuery } from '~/features/columns/queries'
import { ColumnTexts } from '~/features/columns/texts'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/$columnId_/texts')({
  staticData: { permission: 'column.write' },
  loader: ({ context, params }) =>
    openScreen(context, {
      title: 'コラムの文章の履歴',
      first: [columnQuery(params.columnId), columnTextsQuery(params.columnId)],
    }),
  component: recordScreen(ColumnTexts),
})
