import { useSearch } from '@tanstack/react-router'
import { ChevronsUpDown, Store } from 'lucide-react'
import { useMe } from '~/auth/session'
import { Skeleton } from '~/components/ui/skeleton'
import { useOnDemand } from '~/lib/on-demand'
import { useChooseShop } from './choose-shop'
import { useSelectedShop } from './selected-shop'

/** The header's shop switcher; its list is loaded on hover or focus. */
export function ShopSwitcher() {
  const me = useMe()
  return me ? <Switcher /> : <Skeleton className="h-9 w-28 sm:w-52" />
}

function Switcher() {
  // The router parses `?shop=1` as a number; the frame's route does not validate it.
  const fromUrl = useSearch({
    strict: false,
    select: (search: { shop?: string | number }) => (search.shop === undefined ? undefined : String(search.shop)),
  })
  const selected = useSelectedShop(fromUrl)
  const chooseShop = useChooseShop()
  const list = useOnDemand(() => import('./shop-list.lazy'))

  if (selected.shops.length <= 1) {
    return (
      <p className="flex h-9 min-w-0 items-center gap-2 px-1 text-sm font-medium">
        <Store aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="truncate">{selected.shop?.name ?? '担当店舗なし'}</span>
      </p>
    )
  }

  const choose = (shopId: string | undefined) => {
    list.overlayProps.onOpenChange(false)
    if (shopId !== selected.shopId) chooseShop(shopId)
  }

  return (
    <>
      <button
        {...list.button}
        type="button"
        aria-haspopup="dialog"
        className="flex h-9 min-w-0 items-center gap-2 rounded-md border border-input bg-card px-3 text-sm font-medium hover:bg-muted sm:w-52"
      >
        <Store aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="sr-only">店舗を切り替え: </span>
        <span className="truncate">{selected.label}</span>
        <ChevronsUpDown aria-hidden className="ml-auto size-4 shrink-0 text-muted-foreground" />
      </button>
      {list.Overlay && <list.Overlay {...list.overlayProps} selected={selected} onChoose={choose} />}
    </>
  )
}
