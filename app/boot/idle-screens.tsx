import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '~/auth/session'
import { visibleMenu } from '~/frame/visible-menu'
import { idle } from '~/lib/idle'

/** The browser's data saver is on. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Loads the screens that are likely to be opened next, those below the open one and those of the menu, one by one while
 * the browser is idle. A screen's first queries are in its own file: once that is loaded, hovering a link fetches
 * for the rows at once.
 */
export function IdleScreens() {
  const router = useRouter()
  const can = useCan()
  const open = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })

  useEffect(() => {
    if (open === undefined || savesData()) return
    const groups = visibleMenu(router.options.context.menu, can)
    const inMenu: string[] = groups.flatMap((group) => group.entries.map((entry) => entry.path))
    const likely = Object.values(router.routesByPath).filter(({ fullPath, options: { staticData } }) => {
      const isNear = fullPath.startsWith(`${open}/`) || inMenu.some((path) => path === fullPath.replace(/\/$/, ''))
      return isNear && (!staticData?.permission || can(staticData.permission))
    })
    let isOver = false
    const load = async () => {
      for (const route of likely) {
        await idle()
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
