import { type AnyRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '~/auth/session'
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
  [member]: [`${member}/contracts`, `${member}/bookings`, `${member}/visits`, `${member}/payments`],
  '/shop-reports': ['/shop-reports/$shopId/$date'],
}
/** For how long the members wait, in milliseconds: a slow browser is idle a second and a half after its screen is usable. */
const membersWithin = 100

/** For how long the screens of a navigation wait, in milliseconds: the link under the pointer loads its own before them. */
const othersAfter = 500

interface Connection {
  saveData?: boolean
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g'
}

/** Nothing is loaded ahead with the browser's data saver on, or over a slow line. */
function isSparing() {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}

/** Calls with the links of the menu or of tabs, each once, when pointer or focus are there: any of them may be next. */
function onNavigationNear(signal: AbortSignal, come: (paths: string[]) => void) {
  const known = new WeakSet<Element>()
  const look = ({ target }: Event) => {
    const nav = target instanceof Element && target.closest('nav')
    if (!nav || known.has(nav)) return
    known.add(nav)
    come([...nav.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ pathname }) => pathname))
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, look, { signal, passive: true })
}

/**
 * Preloads screens while the browser is idle, one at a time: what is opened most from the open one, and those of the
 * menu or of tabs once the pointer is there. A screen's file contains its first queries, so hovering a link can then
 * prefetch its rows.
 */
export default function IdleScreens() {
  const router = useRouter()
  const can = useCan()
  const isReady = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined })
  /** The open screen, or the record whose tab is open. */
  const open = useRouterState({
    select: ({ matches }) =>
      matches.map(({ fullPath }) => fullPath.replace(/\/$/, '') as RoutePath).findLast((path) => path in openedNext),
  })

  useEffect(() => {
    if (!isReady || isSparing()) return
    const over = new AbortController()
    const load = async (paths: readonly string[]) => {
      for (const path of paths) {
        // With those around it: a record's tabs are in its frame.
        const [routes] = router.getMatchedRoutes(path)
        const isAllowed = ({ options }: AnyRoute) =>
          !options.staticData?.permission || can(options.staticData.permission)
        if (!routes.every(isAllowed)) continue
        await idle(path === members ? { timeout: membersWithin } : undefined)
        if (over.signal.aborted) return
        // A chunk that fails now is loaded again on navigation.
        await Promise.all(routes.map((route) => router.loadRouteChunk(route))).catch(() => {})
      }
    }
    void load([members, ...((open && openedNext[open]) ?? [])])
    onNavigationNear(over.signal, async (paths) => {
      await new Promise((rest) => setTimeout(rest, othersAfter))
      await load(paths)
    })
    return () => over.abort()
  }, [router, can, isReady, open])

  return null
}
