import {
  Activity,
  CalendarDays,
  ClipboardPen,
  FileLock,
  FileText,
  HeartPulse,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  MailOpen,
  Mails,
  Megaphone,
  Milestone,
  Newspaper,
  PlaySquare,
  ScrollText,
  Store,
  Tickets,
  Users,
} from 'lucide-react'
import type { Permission } from '#contract/permissions.ts'
import type { FileRouteTypes } from '~/routeTree.gen'

/** A path without a record id, checked against the route tree by the compiler. */
export type ScreenPath = Exclude<FileRouteTypes['to'], `${string}$${string}`>

interface MenuEntry {
  path: ScreenPath
  label: string
  icon: LucideIcon
  /** Permission required to see the entry. */
  permission: Permission
}

export interface MenuGroup {
  label: string
  entries: MenuEntry[]
}

/** One entry per existing area, in the specification's groups and order. */
export const menu: MenuGroup[] = [
  {
    label: '概況',
    entries: [{ path: '/dashboard', label: 'ダッシュボード', icon: LayoutDashboard, permission: 'report.members' }],
  },
  {
    label: '会員・店舗',
    entries: [
      { path: '/hacomono/members', label: '会員', icon: Users, permission: 'member.read' },
      { path: '/member-daily-logs', label: '日次ログ', icon: HeartPulse, permission: 'log.condition' },
      { path: '/hacomono/shops', label: '店舗', icon: Store, permission: 'shop.read' },
      {
        path: '/hacomono/plans-or-tickets',
        label: 'プラン・チケット',
        icon: Tickets,
        permission: 'plan.read',
      },
      { path: '/hacomono/reservations', label: '予約', icon: CalendarDays, permission: 'reservation.read' },
    ],
  },
  {
    label: 'LEAN BODY',
    entries: [
      { path: '/lean-body/contents', label: 'コンテンツ', icon: PlaySquare, permission: 'leanBody.read' },
      { path: '/lean-body/member-activities', label: '会員の利用状況', icon: Activity, permission: 'activity.read' },
    ],
  },
  {
    label: '運営',
    entries: [
      { path: '/shop-reports', label: '日報', icon: ClipboardPen, permission: 'dailyReport.read' },
      { path: '/staffs', label: 'スタッフ', icon: IdCard, permission: 'staff.read' },
    ],
  },
  {
    label: 'メール',
    entries: [
      { path: '/mail/templates', label: 'メールテンプレート', icon: MailOpen, permission: 'mailTemplate.read' },
      { path: '/mail/steps', label: 'ステップメール', icon: Milestone, permission: 'mailStep.read' },
      { path: '/mail/logs', label: '送信履歴', icon: Mails, permission: 'mailLog.read' },
    ],
  },
  {
    label: 'その他',
    entries: [
      { path: '/other-settings/columns', label: 'コラム', icon: Newspaper, permission: 'column.read' },
      { path: '/other-settings/announcements', label: 'お知らせ', icon: Megaphone, permission: 'announcement.read' },
      { path: '/other-settings/user-policies', label: '利用規約', icon: FileText, permission: 'policy.read' },
      {
        path: '/other-settings/privacy-policy',
        label: 'プライバシーポリシー',
        icon: FileLock,
        permission: 'policy.read',
      },
      { path: '/audit-log', label: '操作履歴', icon: ScrollText, permission: 'audit.read' },
    ],
  },
]
