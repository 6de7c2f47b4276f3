import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { columnQuery, columnTextsQuery } from '~/features/columns/queries'
import { ColumnTexts } from '~/features/columns/texts'

export const Route = createFileRoute('/_signed-in/_page/other-settings/columns/$columnId_/texts')({
  staticData: { permission: 'column.write' },
  loader: ({ context, params }) =>
    openScreen(context, {
      title: 'コラムの文章の履歴',
      first: [columnQuery(params.columnId), columnTextsQuery(params.columnId)],
    }),
  component: TextsRoute,
})

function TextsRoute() {
  const { columnId } = useParams({ from: '/_signed-in/_page/other-settings/columns/$columnId_/texts' })
  return <ColumnTexts id={columnId} />
}
