import { type AnyRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '~/auth/session'
import { visibleMenu } from '~/frame/visible-menu'
import { idle } from '~/lib/idle'
import type { FileRouteTypes } from '~/routeTree.gen'

type RoutePath = FileRouteTypes['to']

/** What staff open first, from wherever they are. */
const members: RoutePath = '/hacomono/members'
const member: RoutePath = '/hacomono/members/$userId'
/** What is opened most from a screen, besides the members. */
const openedNext: Partial<Record<RoutePath, readonly RoutePath[]>> = {
  '/dashboard': [member, '/shop-reports', '/hacomono/reservations'],
  [members]: [member],
  [member]: [`${member}/contracts`, `${member}/visits`, `${member}/payments`],
  '/shop-reports': ['/shop-reports/$shopId/$date'],
}
/** For how long the members wait, in milliseconds: a slow browser is idle a second and a half after its screen is usable. */
const membersWithin = 100

/** For how long the menu's screens wait, in milliseconds: the entry under the pointer loads its own before them. */
const menuAfter = 500

interface Connection {
  saveData?: boolean
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g'
}

/** Nothing is loaded ahead with the browser's data saver on, or over a slow line. */
function isSparing() {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/** Resolves once pointer or focus are in the menu: then any of its screens may be next. */
const menuIsNear = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = ({ target }: Event) => {
      if (target instanceof Element && target.closest('nav[aria-label="メインメニュー"]')) resolve()
    }
    for (const type of ['pointerover', 'focusin']) document.addEventListener(type, look, { signal, passive: true })
  })

/**
 * Preloads screens while the browser is idle, one at a time: what is opened most from the open one, and the menu's once
 * the pointer is there. A screen's file contains its first queries, so hovering a link can then prefetch its rows.
 */
export default function IdleScreens() {
  const router = useRouter()
  const can = useCan()
  const open = useRouterState({
    select: ({ resolvedLocation, matches }) => resolvedLocation && matches.at(-1)?.fullPath.replace(/\/$/, ''),
  })

  useEffect(() => {
    if (open === undefined || isSparing()) return
    const over = new AbortController()
    const routes = new Map<string, AnyRoute>(Object.entries(router.routesByPath))
    const load = async (paths: readonly string[]) => {
      for (const path of paths) {
        const route = routes.get(path)
        const permission = route?.options.staticData?.permission
        if (!route || (permission && !can(permission))) continue
        await idle(path === members ? { timeout: membersWithin } : undefined)
        if (over.signal.aborted) return
        // A chunk that fails now is loaded again on navigation.
        await Promise.resolve(router.loadRouteChunk(route)).catch(() => {})
      }
    }
    void load([members, ...(openedNext[open as RoutePath] ?? [])])
    const groups = visibleMenu(router.options.context.menu, can)
    void menuIsNear(over.signal).then(async () => {
      await new Promise((rest) => setTimeout(rest, menuAfter))
      await load(groups.flatMap(({ entries }) => entries.map(({ path }) => path)))
    })
    return () => over.abort()
  }, [router, can, open])

  return null
}
