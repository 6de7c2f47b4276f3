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

export interface MenuEntry {
  path: ScreenPath
  label: string
  icon: LucideIcon
  /** Required to see the entry. */
  permission: Permission
  /** After g this key leads there, from any screen. */
  letter: string
}

export interface MenuGroup {
  label: string
  entries: MenuEntry[]
}

/** One entry per existing area, in the specification's groups and order (docs/decisions/0021). */
export const menu: MenuGroup[] = [
  {
    label: '概況',
    entries: [
      { path: '/dashboard', label: 'ダッシュボード', icon: LayoutDashboard, permission: 'report.members', letter: 'd' },
    ],
  },
  {
    label: '会員・店舗',
    entries: [
      { path: '/hacomono/members', label: '会員', icon: Users, permission: 'member.read', letter: 'm' },
      { path: '/member-daily-logs', label: '日次ログ', icon: HeartPulse, permission: 'log.condition', letter: 'j' },
      { path: '/hacomono/shops', label: '店舗', icon: Store, permission: 'shop.read', letter: 's' },
      {
        path: '/hacomono/plans-or-tickets',
        label: 'プラン・チケット',
        icon: Tickets,
        permission: 'plan.read',
        letter: 'p',
      },
      {
        path: '/hacomono/reservations',
        label: '予約',
        icon: CalendarDays,
        permission: 'reservation.read',
        letter: 'r',
      },
    ],
  },
  {
    label: 'LEAN BODY',
    entries: [
      { path: '/lean-body/contents', label: 'コンテンツ', icon: PlaySquare, permission: 'leanBody.read', letter: 'b' },
      {
        path: '/lean-body/member-activities',
        label: '会員の利用状況',
        icon: Activity,
        permission: 'activity.read',
        letter: 'u',
      },
    ],
  },
  {
    label: '運営',
    entries: [
      { path: '/shop-reports', label: '日報', icon: ClipboardPen, permission: 'dailyReport.read', letter: 'n' },
      { path: '/staffs', label: 'スタッフ', icon: IdCard, permission: 'staff.read', letter: 't' },
    ],
  },
  {
    label: 'メール',
    entries: [
      {
        path: '/mail/templates',
        label: 'メールテンプレート',
        icon: MailOpen,
        permission: 'mailTemplate.read',
        letter: 'e',
      },
      { path: '/mail/steps', label: 'ステップメール', icon: Milestone, permission: 'mailStep.read', letter: 'f' },
      { path: '/mail/logs', label: '送信履歴', icon: Mails, permission: 'mailLog.read', letter: 'l' },
    ],
  },
  {
    label: 'その他',
    entries: [
      { path: '/other-settings/columns', label: 'コラム', icon: Newspaper, permission: 'column.read', letter: 'c' },
      {
        path: '/other-settings/announcements',
        label: 'お知らせ',
        icon: Megaphone,
        permission: 'announcement.read',
        letter: 'o',
      },
      {
        path: '/other-settings/user-policies',
        label: '利用規約',
        icon: FileText,
        permission: 'policy.read',
        letter: 'k',
      },
      {
        path: '/other-settings/privacy-policy',
        label: 'プライバシーポリシー',
        icon: FileLock,
        permission: 'policy.read',
        letter: 'v',
      },
      { path: '/audit-log', label: '操作履歴', icon: ScrollText, permission: 'audit.read', letter: 'h' },
    ],
  },
]
