import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ApiDocs } from '~/features/api-docs/api-docs'
import { operationsQuery } from '~/features/api-docs/queries'

export const Route = createFileRoute('/_signed-in/_page/docs')({
  staticData: { permission: 'apiDocs.read' },
  loader: ({ context }) => openScreen(context, { title: 'APIの仕様書', first: [operationsQuery] }),
  component: ApiDocs,
})
