import { useRouter } from '@tanstack/react-router'
import { forgetLists } from '~/lib/lists-as-left'
import { allShops, useChangeShop } from './selected-shop'

/** Shows another shop, or all of them, on the screen that is open. */
export function useChooseShop() {
  const router = useRouter()
  const changeShop = useChangeShop()
  return (shopId: string | undefined) => {
    changeShop(shopId)
    forgetLists()
    // Resets to the first page: the other shop may have fewer pages.
    const search = (previous: Record<string, unknown>) => ({
      ...previous,
      offset: undefined,
      shop: shopId ?? allShops,
    })
    void router.navigate({ to: '.', search: search as never, resetScroll: false })
  }
}
