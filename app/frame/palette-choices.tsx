import { useRouter, useSearch } from '@tanstack/react-router'
import { ArrowRight, CalendarCheck, Keyboard, LogOut, PenLine, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { signOut, useCan, useMe } from '~/auth/session'
import { todayInTokyo } from '~/lib/dates'
import { dayInWords, pastDay } from '~/lib/day-words'
import { useChooseShop } from '~/shop/choose-shop'
import { allShops, useSelectedShop } from '~/shop/selected-shop'
import type { AreaPalette } from './area'
import { ownAccount, wordsOfAction, wordsOfPlace } from './palette-words'
import { paletteOf, useMayDo } from './screen-actions'
import { visibleMenu } from './visible-menu'

// Palette entries that need no server request.

export interface Choice {
  /** A screen's path, or a record's kind and id. */
  key: string
  label: string
  kana?: string | undefined
  /** Second line under the label. */
  facts?: string
  detail?: string
  /** Shortcut letter after g. */
  letter?: string | undefined
  /** Search words, separated by spaces. */
  alsoCalled?: string | undefined
  icon: ReactNode
  choose: () => void
}

export const iconClass = 'size-4 shrink-0 text-muted-foreground'

/** Menu entries that the user may open, and the pages that lead to them. */
export function usePlaces(palettes: readonly AreaPalette[]): Choice[] {
  const router = useRouter()
  const can = useCan()
  return visibleMenu(router.options.context.menu, can).flatMap((group) =>
    [...(group.path ? [{ path: group.path, label: group.label }] : []), ...group.entries].map(({ path, label }) => {
      const { letter, alsoCalled } = paletteOf(palettes, path) ?? {}
      return {
        key: path,
        label,
        ...(label !== group.label && { detail: group.label }),
        letter,
        alsoCalled: wordsOfPlace(group.label, alsoCalled),
        icon: <ArrowRight aria-hidden className={iconClass} />,
        choose: () => void router.navigate({ href: path }),
      }
    }),
  )
}

/** Actions on screens that are not in the menu, and the frame's own. */
export function useActions(palettes: readonly AreaPalette[], onShowShortcuts: () => void): Choice[] {
  const router = useRouter()
  const mayDo = useMayDo()
  return [
    ...useTodaysReport(),
    ...[...palettes.flatMap(({ actions = [] }) => actions), ownAccount].filter(mayDo).map((action) => {
      const { path, search, label, letter } = action
      const href = search ? `${path}?${search}` : path
      return {
        key: href,
        label,
        alsoCalled: wordsOfAction(action),
        letter,
        icon: <PenLine aria-hidden className={iconClass} />,
        choose: () => void router.navigate({ href }),
      }
    }),
    {
      key: 'shortcuts',
      label: 'キーボード操作の一覧',
      detail: '?',
      alsoCalled: 'ショートカット',
      icon: <Keyboard aria-hidden className={iconClass} />,
      choose: onShowShortcuts,
    },
    {
      key: 'sign-out',
      label: 'ログアウト',
      icon: <LogOut aria-hidden className={iconClass} />,
      choose: () => void signOut(),
    },
  ]
}

/** The selected shop, as in the header. */
function useHeaderShop() {
  // The router parses `?shop=1` as a number; the frame's route does not validate it.
  const fromUrl = useSearch({
    strict: false,
    select: (search: { shop?: string | number }) => (search.shop === undefined ? undefined : String(search.shop)),
  })
  return useSelectedShop(fromUrl)
}

/** Today's report of the selected shop, for users who may write it. */
function useTodaysReport(): Choice[] {
  const router = useRouter()
  const can = useCan()
  const { shop } = useHeaderShop()
  if (!shop || !can('dailyReport.write')) return []
  return [
    {
      key: 'report-of-today',
      label: '今日の日報を書く',
      detail: shop.name,
      alsoCalled: 'にっぽう 今日の日報 きょう',
      icon: <PenLine aria-hidden className={iconClass} />,
      choose: () => void router.navigate({ href: `/shop-reports/${shop.id}/${todayInTokyo()}` }),
    },
  ]
}

/** A typed day's reports: the selected shop's, and all shops' where there are several. */
export function useReportsOfDay(text: string): Choice[] {
  const router = useRouter()
  const can = useCan()
  const { shop, shops } = useHeaderShop()
  const day = pastDay(text)
  if (day === undefined || !can('dailyReport.read')) return []
  const offered = [
    ...(shop ? [{ href: `/shop-reports/${shop.id}/${day}`, of: shop.name }] : []),
    ...(shops.length > 1 ? [{ href: `/shop-reports/list?from=${day}&to=${day}&shop=${allShops}`, of: '全店舗' }] : []),
  ]
  return offered.map(({ href, of }) => ({
    key: href,
    label: `${dayInWords(day)}の日報`,
    detail: of,
    icon: <CalendarCheck aria-hidden className={iconClass} />,
    choose: () => void router.navigate({ href }),
  }))
}

/** The shops that the header can show. */
export function useShops(): Choice[] {
  const shops = useMe()?.shops ?? []
  const chooseShop = useChooseShop()
  if (shops.length < 2) return []
  const all = { id: undefined, name: '全店舗', nameKana: 'ゼンテンポ', code: '' }
  return [all, ...shops].map((shop) => ({
    key: `shop-${shop.id ?? 'all'}`,
    label: shop.name,
    detail: shop.code,
    kana: `${shop.nameKana ?? ''}|${shop.code}`,
    icon: <Store aria-hidden className={iconClass} />,
    choose: () => chooseShop(shop.id),
  }))
}
