import { createFileRoute } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { NewShop } from '~/features/shops/facts-form'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/new')({
  staticData: { permission: 'club.write' },
  loader: ({ context }) => openScreen(context, { title: '店舗の登録' }),
  component: NewShop,
})
