import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mostRecent, type SearchKind } from '#contract/words/search.ts'
import { useMe } from '~/auth/session'
import { recentKey } from '~/lib/constants'
import { anId } from '~/lib/list-search'

/** How long something is open before it counts as opened: who steps through a list passes by what lies between. */
const dwell = 800

/** Where each kind of record has its page: the address before its id. */
export const pagesOf: Record<SearchKind, string> = {
  member: '/hacomono/members/',
  staff: '/staffs/',
  shop: '/hacomono/shops/',
  shopPlan: '/hacomono/plans-or-tickets/',
  reportAction: '/shop-reports/actions/',
  announcement: '/other-settings/announcements/',
  column: '/other-settings/columns/',
}
const pages = Object.entries(pagesOf) as [SearchKind, string][]

/** The address of a shop's daily report. */
export const reportDay = /^\/shop-reports\/([1-9]\d*)\/(\d{4}-\d{2}-\d{2})$/

/**
 * How an address is remembered: a record by kind and id (`member:12`), whichever of its pages it is; a daily report and a
 * screen by their paths; others not. Never a name, never a search, which names people. A member's health data are the member.
 */
export function recentOf(pathname: string): string | undefined {
  for (const [kind, page] of pages) {
    const id = pathname.startsWith(page) && /^(?:quick\/)?(\d+)(\/|$)/.exec(pathname.slice(page.length))?.[1]
    if (id) return anId(id) && `${kind}:${id}`
  }
  return reportDay.test(pathname) || !/\d/.test(pathname) ? pathname : undefined
}

/** What this person opened, the latest first; of another person nothing. */
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
  // A few more than are shown: what is open now is left out, and what is no longer there.
  const keys = [key, ...readRecent(staffId).filter((one) => one !== key)].slice(0, 2 * mostRecent)
  try {
    localStorage.setItem(recentKey, JSON.stringify({ of: staffId, keys }))
  } catch {
    // Without storage nothing is remembered.
  }
}

/** Remembers what is opened, however: by the palette, a link, the menu or a key. */
export function Recorder() {
  const router = useRouter()
  const staffId = useMe()?.staff.id
  useEffect(() => {
    if (staffId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      const { pathname } = router.state.location
      const key = recentOf(pathname)
      if (key === undefined) return
      timer = setTimeout(() => {
        // Who is just signing out is on the way to the login, and leaves nothing behind.
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
