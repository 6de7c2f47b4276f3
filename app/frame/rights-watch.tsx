import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { rightsPrint, rightsPrintHeader } from '#contract/rights-print.ts'
import type { Me } from '#contract/user.ts'
import { sessionQuery, useMe } from '~/auth/session'
import { onAnswer } from '~/data/server-fetch'
import { forgetLists } from '~/lib/lists-as-left'
import { notify } from '~/lib/notices'
import { useChooseShop } from '~/shop/choose-shop'
import { lastShop, useChangeShop } from '~/shop/selected-shop'

const printOf = ({ isAdmin, staff: { role, shopStaffList } }: Me) =>
  rightsPrint({ role, isAdmin, shopIds: shopStaffList.map(({ shop }) => shop.id) })

const seesEveryShop = ({ isAdmin, staff }: Me) => isAdmin || staff.role === 'all'

/** Shops in `some` that are not in `others`. */
const missingIn = (others: Me, some: Me) => some.shops.filter(({ id }) => !others.shops.some((shop) => shop.id === id))

const namesOf = (label: string, shops: Me['shops']) =>
  shops.length > 0 ? `${label}: ${shops.map(({ name }) => name).join('、')}。` : ''

/**
 * Notifies users whose shops change while they work. A header of every API response signals a change; `user/me` says
 * what changed. Data of removed shops disappears from the screen.
 */
export function RightsWatch() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const me = useMe()
  const known = useRef(me)
  const chooseShop = useChooseShop()
  const changeShop = useChangeShop()

  useEffect(() => {
    onAnswer((headers) => {
      const print = headers.get(rightsPrintHeader)
      const seen = queryClient.getQueryData(sessionQuery.queryKey)
      if (!print || !seen || print === printOf(seen)) return
      // Not cancelled: the response may be that of `user/me` itself.
      void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false })
    })
    return () => onAnswer(() => {})
  }, [queryClient])

  useEffect(() => {
    const before = known.current
    if (!me || me === before) return
    known.current = me
    if (!before || before.staff.id !== me.staff.id || seesEveryShop(me)) return
    const [gone, given] = [missingIn(me, before), missingIn(before, me)]
    if (gone.length + given.length === 0) return

    notify.message(`担当店舗が変更されました。${namesOf('追加', given)}${namesOf('解除', gone)}`)
    forgetLists()
    const isGone = (shopId: unknown) => gone.some(({ id }) => id === String(shopId))
    const { shop } = router.latestLocation.search as { shop?: unknown }
    if (isGone(shop)) chooseShop(undefined)
    else if (isGone(lastShop())) changeShop(undefined)

    const isOfShops = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
    queryClient.removeQueries({ type: 'inactive', predicate: isOfShops })
    void queryClient.invalidateQueries({ predicate: (query) => isOfShops(query) && !isGone(query.meta?.shop) })
  }, [me, queryClient, router, chooseShop, changeShop])

  return null
}
