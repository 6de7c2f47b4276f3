import type { Permission, Scope } from '#contract/permissions.ts'

interface Tab {
  to: `/hacomono/members/$userId${string}`
  label: string
  /** Required to see the tab, besides the page's own. */
  permission?: Permission
  /** Not for those whose right shows counts only. */
  isOfOne?: true
}

const base = '/hacomono/members/$userId'

/** What the page of a member consists of, each part at its own address. */
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

/** Those that this person may open. */
export const visibleTabs = (reach: (permission: Permission) => Scope | undefined) =>
  tabs.filter((tab) => {
    if (!('permission' in tab)) return true
    const reached = reach(tab.permission)
    return reached !== undefined && !('isOfOne' in tab && reached === 'aggregate')
  })

/** Another tab is the same place: Back leads to where the page was opened from. Only the header's shop stays. */
export const sameEntry = {
  replace: true,
  state: true,
  search: ({ shop }: { shop?: string }) => ({ shop }),
  resetScroll: false,
} as const
