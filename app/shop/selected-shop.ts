import { type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Me } from '#contract/user.ts'
import { useMe } from '~/auth/session'
import { shopChangeBar, shopChangingFlag } from '~/lib/constants'
import { remember, remembered } from '~/lib/cookies'

export type ShopChoice = Me['shops'][number]
/** Value in the URL and in the cookie for every shop in scope. */
export const allShops = 'all'

const isShopId = (text: string) => /^[1-9]\d{0,9}$/.test(text)

/**
 * The shop to request; undefined stands for every shop in scope. The URL wins, then what was remembered.
 * A remembered shop that is no longer in scope is dropped silently; one named by the URL is requested, and the API
 * answers that it does not exist.
 */
export function shopToAsk(
  fromUrl: string | undefined,
  last: string | undefined,
  shops?: readonly ShopChoice[],
): string | undefined {
  if (fromUrl !== undefined) return isShopId(fromUrl) ? fromUrl : undefined
  if (last === undefined || !isShopId(last)) return undefined
  return shops && !shops.some((shop) => shop.id === last) ? undefined : last
}

/** The shop of a URL; undefined if invalid. */
export const shopFilter = (text: string) => (text === allShops || isShopId(text) ? text : undefined)

/** The shop of a URL's value as the router has it, which takes digits for a number. */
export const shopInUrl = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? shopFilter(String(value)) : undefined

/** The shop in an endpoint's input, for what the URL says: the same on the server and on the screen. */
export function shopRequest(fromUrl: string | undefined, shops?: readonly ShopChoice[]): { shopId?: string } {
  const shopId = shopToAsk(fromUrl, lastShop(), shops)
  return shopId === undefined ? {} : { shopId }
}

/** The shop chosen last, as the cookie has it: an id or `all`. */
export const lastShop = () => remembered('karada.shop')

interface ShopChange {
  /** The thin bar, about 800 ms. */
  bar: boolean
  /** The specification's `shopChanging`, about 1,200 ms: answers for the old shop are dropped while it is set. */
  changing: boolean
}

const idle: ShopChange = { bar: false, changing: false }
let change = idle
const listeners = new Set<() => void>()
let timers: ReturnType<typeof setTimeout>[] = []

function setChange(next: ShopChange) {
  change = next
  for (const listener of listeners) listener()
}

function startChange(whenOver: () => void) {
  for (const timer of timers) clearTimeout(timer)
  setChange({ bar: true, changing: true })
  timers = [
    setTimeout(() => setChange({ ...change, bar: false }), shopChangeBar),
    setTimeout(() => {
      setChange(idle)
      whenOver()
    }, shopChangingFlag),
  ]
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The state of a change of shop: its bar and the specification's `shopChanging` flag. */
export const useShopChange = () =>
  useSyncExternalStore(
    subscribe,
    () => change,
    () => idle,
  )

/** Query `meta` of one shop's queries, so that they can be dropped when the shop changes. */
export const shopMeta = (shopId: string | undefined) => ({ shop: shopId ?? allShops })

const belongsToAnother = (shopId: string | undefined) => (query: Query) =>
  query.meta?.shop !== undefined && query.meta.shop !== (shopId ?? allShops)

export interface SelectedShop {
  shopId: string | undefined
  /** Undefined for all shops, and for a shop out of scope. */
  shop: ShopChoice | undefined
  shops: readonly ShopChoice[]
  /** 店舗名 or 全店舗, shown as the scope of figures. */
  label: string
}

/** The shop of the screens: from the URL, or as remembered. Needs `me` to be there. */
export function useSelectedShop(fromUrl: string | undefined): SelectedShop {
  const shops = useMe()?.shops ?? []
  const shopId = shopToAsk(fromUrl, lastShop(), shops)
  const only = shops.length === 1 && shopId === undefined ? shops[0] : undefined
  const shop = only ?? shops.find((one) => one.id === shopId)
  return { shopId, shop, shops, label: shop?.name ?? (shopId === undefined ? '全店舗' : '店舗') }
}

/** Remembers the shop, starts the indicator and drops requests in flight for other shops. */
export function useChangeShop() {
  const queryClient = useQueryClient()
  return (shopId: string | undefined) => {
    remember('karada.shop', shopId ?? allShops)
    const dropOthers = () => void queryClient.cancelQueries({ predicate: belongsToAnother(shopId) })
    dropOthers()
    startChange(dropOthers)
  }
}
