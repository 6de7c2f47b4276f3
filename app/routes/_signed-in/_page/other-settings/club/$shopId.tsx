import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { clubQuery } from '~/features/club/queries'
import { ShopSenderPage } from '~/features/club/shop-sender-page'

export const Route = createFileRoute('/_signed-in/_page/other-settings/club/$shopId')({
  staticData: { permission: 'club.write' },
  loader: ({ context }) => openScreen(context, { title: '店舗の会社情報', first: [clubQuery] }),
  component: ShopSenderRoute,
})

function ShopSenderRoute() {
  const { shopId } = useParams({ from: '/_signed-in/_page/other-settings/club/$shopId' })
  return <ShopSenderPage key={shopId} id={shopId} />
}
