import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { DataExportPage } from '~/features/data-export/data-export-page'
import { dataExportQuery } from '~/features/data-export/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/data-export')({
  staticData: { permission: 'data.export' },
  loader: ({ context }) => openScreen(context, { title: '全データの出力', first: [dataExportQuery] }),
  component: DataExportPage,
})
