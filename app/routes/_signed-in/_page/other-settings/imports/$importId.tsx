import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { ImportPage } from '~/features/imports/import-page'
import { importQuery } from '~/features/imports/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/imports/$importId')({
  staticData: { permission: 'import.run' },
  loader: ({ context, params }) => openScreen(context, { title: '取り込み', first: [importQuery(params.importId)] }),
  component: recordScreen(ImportPage),
})
