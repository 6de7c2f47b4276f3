import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditShop } from '~/features/shops/shop-form'

export const Route = createFileRoute('/_signed-in/_page/hacomono/shops/$shopId/edit')({
  staticData: { permission: 'shop.write' },
  loader: ({ context }) => openScreen(context, { title: '店舗の編集' }),
  component: EditShopRoute,
})

function EditShopRoute() {
  const { shopId } = useParams({ from: '/_signed-in/_page/hacomono/shops/$shopId/edit' })
  return <EditShop key={shopId} id={shopId} />
}
