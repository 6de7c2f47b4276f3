import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '~/auth/session'
import type { ScreenPath } from '~/frame/area'
import { visibleMenu } from '~/frame/visible-menu'
import { idle } from '~/lib/idle'

/** The browser's data saver is on. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The list that staff open first, from wherever they are. */
const openedMost: ScreenPath = '/hacomono/members'
/** For how long it waits, in milliseconds: a slow browser is idle a second and a half after its screen is usable. */
const openedMostWithin = 100

/**
 * Preloads the screens that are likely to be opened next (the members, children of the open one, then the menu's), one
 * at a time while the browser is idle. A screen's file contains its first queries, so hovering a link can then prefetch its rows.
 */
export default function IdleScreens() {
  const router = useRouter()
  const can = useCan()
  // Route paths with parameter names, one per line.
  const open = useRouterState({
    select: ({ resolvedLocation, matches }) => resolvedLocation && matches.map(({ fullPath }) => fullPath).join('\n'),
  })

  useEffect(() => {
    if (open === undefined || savesData()) return
    const groups = visibleMenu(router.options.context.menu, can)
    const inMenu: string[] = groups.flatMap((group) => group.entries.map((entry) => entry.path))
    const openRoutes = open.split('\n').filter((path) => path !== '/')
    const likely = Object.values(router.routesByPath).filter(({ fullPath, options: { staticData } }) => {
      const isBelow = openRoutes.some((path) => fullPath.startsWith(`${path}/`))
      const isNear = isBelow || inMenu.some((path) => path === fullPath.replace(/\/$/, ''))
      return isNear && (!staticData?.permission || can(staticData.permission))
    })
    likely.sort((one, other) => Number(other.fullPath === openedMost) - Number(one.fullPath === openedMost))
    let isOver = false
    const load = async () => {
      for (const route of likely) {
        await idle(route.fullPath === openedMost ? { timeout: openedMostWithin } : undefined)
        if (isOver) return
        // A chunk that fails now is loaded again on navigation.
        await Promise.resolve(router.loadRouteChunk(route)).catch(() => {})
      }
    }
    void load()
    return () => {
      isOver = true
    }
  }, [router, can, open])

  return null
}
