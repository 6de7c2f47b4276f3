import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { ContentPage } from '~/features/lean-body/content-page'
import { contentQuery } from '~/features/lean-body/queries'

export const Route = createFileRoute('/_signed-in/_page/lean-body/contents/$contentId')({
  staticData: { permission: 'leanBody.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'コンテンツ', first: [contentQuery(params.contentId)] }),
  component: ContentRoute,
})

function ContentRoute() {
  const { contentId } = useParams({ from: '/_signed-in/_page/lean-body/contents/$contentId' })
  return <ContentPage id={contentId} />
}
