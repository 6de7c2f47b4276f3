import type { Permission, Scope } from '#contract/permissions.ts'

interface Tab {
  to: `/hacomono/members/$userId${string}`
  label: string
  /** Permission required in addition to the page's. */
  permission?: Permission
  /** Hidden from users whose permission covers counts only. */
  isOfOne?: true
}

const base = '/hacomono/members/$userId'

/** Tabs of a member's page, each with its own URL. */
const tabs = [
  { to: base, label: '概要' },
  { to: `${base}/contracts`, label: '契約' },
  { to: `${base}/tickets`, label: 'チケット' },
  { to: `${base}/bookings`, label: '予約', permission: 'reservation.read' },
  { to: `${base}/visits`, label: '来館' },
  { to: `${base}/daily-logs`, label: '日次ログ', permission: 'log.condition', isOfOne: true },
  { to: `${base}/payments`, label: 'お支払い', permission: 'report.money' },
  { to: `${base}/notes`, label: 'メモ' },
  { to: `${base}/history`, label: '変更履歴', permission: 'audit.read' },
] as const satisfies Tab[]

/** Tabs that the user may open. */
export const visibleTabs = (reach: (permission: Permission) => Scope | undefined) =>
  tabs.filter((tab) => {
    if (!('permission' in tab)) return true
    const reached = reach(tab.permission)
    return reached !== undefined && !('isOfOne' in tab && reached === 'aggregate')
  })

/** Switching tabs replaces the history entry, so that Back leaves the page. Keeps only the selected shop. */
export const sameEntry = {
  replace: true,
  state: true,
  search: ({ shop }: { shop?: string }) => ({ shop }),
  resetScroll: false,
} as const
