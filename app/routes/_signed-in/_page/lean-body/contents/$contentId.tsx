import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { ContentPage } from '~/features/lean-body/content-page'
import { contentQuery } from '~/features/lean-body/queries'

export const Route = createFileRoute('/_signed-in/_page/lean-body/contents/$contentId')({
  staticData: { permission: 'leanBody.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'コンテンツ', first: [contentQuery(params.contentId)] }),
  component: recordScreen(ContentPage),
})
