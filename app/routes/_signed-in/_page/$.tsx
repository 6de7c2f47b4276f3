import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { NotFoundPage } from '~/components/status-pages'

/** Any address without a route; the server answers it with 404 (`app/boot/early.tsx`). */
export const Route = createFileRoute('/_signed-in/_page/$')({
  loader: ({ context }) => openScreen(context, { title: 'ページが見つかりません' }),
  component: NotFoundPage,
})
