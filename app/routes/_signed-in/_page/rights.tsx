import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { Rights } from '~/features/rights/rights'

export const Route = createFileRoute('/_signed-in/_page/rights')({
  loader: ({ context }) => openScreen(context, { title: '権限一覧' }),
  component: Rights,
})
