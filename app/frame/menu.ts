import type { Permission } from '#contract/permissions.ts'

export interface MenuEntry {
  path: string
  label: string
  /** Whoever lacks it does not see the entry. */
  permission: Permission
}

export interface MenuGroup {
  label: string
  entries: MenuEntry[]
}

/** Every area of the specification, in Japanese, in the order of its routes. */
export const menu: MenuGroup[] = [
  { label: '概況', entries: [{ path: '/dashboard', label: 'ダッシュボード', permission: 'report.members' }] },
  {
    label: '会員・店舗',
    entries: [
      { path: '/hacomono/members', label: '会員', permission: 'member.read' },
      { path: '/hacomono/shops', label: '店舗', permission: 'shop.read' },
      { path: '/hacomono/plans-or-tickets', label: 'プラン・チケット', permission: 'plan.read' },
      { path: '/hacomono/reservations', label: '予約', permission: 'reservation.read' },
      { path: '/member-daily-logs', label: '会員の日次ログ', permission: 'log.condition' },
    ],
  },
  {
    label: 'LEAN BODY',
    entries: [
      { path: '/lean-body/contents', label: 'コンテンツ', permission: 'leanBody.read' },
      { path: '/lean-body/member-activities', label: '会員の利用状況', permission: 'activity.read' },
    ],
  },
  {
    label: '店舗運営',
    entries: [
      { path: '/shop-reports', label: '店舗レポート', permission: 'dailyReport.read' },
      { path: '/staffs', label: 'スタッフ', permission: 'staff.read' },
    ],
  },
  {
    label: 'メール',
    entries: [
      { path: '/mail/templates', label: 'テンプレート', permission: 'mailTemplate.read' },
      { path: '/mail/steps', label: 'ステップ配信', permission: 'mailStep.read' },
      { path: '/mail/logs', label: '送信履歴', permission: 'mailLog.read' },
    ],
  },
  {
    label: 'その他',
    entries: [
      { path: '/other-settings/columns', label: 'コラム', permission: 'column.read' },
      { path: '/other-settings/announcements', label: 'お知らせ', permission: 'announcement.read' },
      { path: '/other-settings/user-policies', label: '利用規約', permission: 'policy.read' },
      { path: '/other-settings/privacy-policy', label: 'プライバシーポリシー', permission: 'policy.read' },
    ],
  },
]

/** Areas that have a route: a new screen adds its path here. The menu never leads nowhere. */
export const builtAreas: ReadonlySet<string> = new Set([
  '/dashboard',
  '/hacomono/members',
  '/other-settings/announcements',
])

/** The groups that this person sees: built areas they have a right to; a group with none of them is left out. */
export function visibleMenu(can: (permission: Permission) => boolean, built = builtAreas): MenuGroup[] {
  return menu
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) => built.has(entry.path) && can(entry.permission)),
    }))
    .filter((group) => group.entries.length > 0)
}
