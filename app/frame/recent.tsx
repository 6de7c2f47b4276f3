import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mostRecent } from '#contract/words/search.ts'
import { useMe } from '~/auth/session'
import { recentKey } from '~/lib/constants'
import { anId } from '~/lib/list-search'
import type { Area } from './area'

/** How long a page must be open to count as opened, so that stepping through records adds none. */
const dwell = 800

/** The address of a shop's daily report. */
export const reportDay = /^\/shop-reports\/([1-9]\d*)\/(\d{4}-\d{2}-\d{2})$/

/**
 * The key under which an address is remembered: `member:12` for any page of a record (a member's health data included),
 * the path for daily reports and screens; others are ignored. Never a name or a search, which could name people.
 */
export function recentOf(recordAreas: Record<string, Area>, pathname: string): string | undefined {
  for (const [kind, area] of Object.entries(recordAreas)) {
    if (!area.found || !pathname.startsWith(`${area.path}/`)) continue
    const id = /^\/(?:quick\/)?(\d+)(\/|$)/.exec(pathname.slice(area.path.length))?.[1]
    if (id) return anId(id) && `${kind}:${id}`
  }
  return reportDay.test(pathname) || !/\d/.test(pathname) ? pathname : undefined
}

/** What this user opened, latest first; nothing of another user. */
export function readRecent(staffId: string | undefined): string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(recentKey) ?? 'null') as { of?: string; keys?: unknown } | null
    const keys = stored?.of === staffId && Array.isArray(stored?.keys) ? stored.keys : []
    return keys.filter((key) => typeof key === 'string')
  } catch {
    return []
  }
}

function remember(staffId: string, key: string) {
  // A few more than are shown: the current page and deleted records are left out later.
  const keys = [key, ...readRecent(staffId).filter((one) => one !== key)].slice(0, 2 * mostRecent)
  try {
    localStorage.setItem(recentKey, JSON.stringify({ of: staffId, keys }))
  } catch {
    // Storage is unavailable: nothing is remembered.
  }
}

/** Records every opened page, whether by palette, link, menu or shortcut. */
export function Recorder() {
  const router = useRouter()
  const staffId = useMe()?.staff.id
  useEffect(() => {
    if (staffId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      const { pathname } = router.state.location
      const key = recentOf(router.options.context.recordAreas, pathname)
      if (key === undefined) return
      timer = setTimeout(() => {
        // Nothing is recorded while signing out.
        if (router.latestLocation.pathname === pathname) remember(staffId, key)
      }, dwell)
    }
    note()
    const end = router.subscribe('onResolved', note)
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [router, staffId])
  return null
}
