import type { FileRouteTypes } from '~/routeTree.gen'
import type { ScreenPath } from './menu'

export interface ScreenAction {
  path: ScreenPath & FileRouteTypes['fullPaths']
  label: string
}

/** Actions on screens that are not in the menu, for the command palette; its right is the route's. */
export const actions: ScreenAction[] = [
  { path: '/hacomono/reservations/timetable', label: '予約のタイムテーブルを見る' },
  { path: '/shop-reports/list', label: '日報の一覧を見る' },
  { path: '/shop-reports/actions', label: '改善アクションを見る' },
  { path: '/shop-reports/actions/new', label: '改善アクションを登録' },
  { path: '/dashboard/yearly', label: '年次の集計を見る' },
  { path: '/dashboard/members', label: '在籍の内訳を見る' },
  { path: '/dashboard/visits', label: '来館の内訳を見る' },
  { path: '/dashboard/sales', label: '売上明細を見る' },
  { path: '/dashboard/reservations', label: '予約の内訳を見る' },
  { path: '/dashboard/classes', label: 'クラスの内訳を見る' },
  { path: '/dashboard/leads', label: '見学・体験の内訳を見る' },
  { path: '/hacomono/plans-or-tickets/tickets', label: 'チケットの販売と残数を見る' },
  { path: '/lean-body/member-activities/summary', label: 'LEAN BODYの利用状況を集計で見る' },
  { path: '/member-daily-logs/healthcare', label: 'ヘルスケアの記録を見る' },
  { path: '/member-daily-logs/location', label: '行動の記録を見る' },
  { path: '/member-daily-logs/body-temp', label: '体温の記録を見る' },
  { path: '/member-daily-logs/menstrual', label: '月経の記録を見る' },
  { path: '/member-daily-logs/access', label: '健康情報アクセス状況を見る' },
  { path: '/staffs/new', label: 'スタッフを登録' },
  { path: '/mail/new', label: 'メールを作成' },
  { path: '/mail/templates/new', label: 'メールテンプレートを登録' },
  { path: '/mail/steps/new', label: 'ステップメールを登録' },
  { path: '/account', label: 'アカウント設定を開く' },
  { path: '/rights', label: '権限一覧を見る' },
  { path: '/other-settings/columns/new', label: 'コラムを登録' },
  { path: '/other-settings/columns/order', label: 'コラムを並べ替える' },
  { path: '/other-settings/announcements/new', label: 'お知らせを登録' },
  { path: '/other-settings/user-policies/new', label: '利用規約を登録' },
  { path: '/other-settings/user-policies/difference', label: '利用規約の版を比べる' },
  { path: '/other-settings/privacy-policy/new', label: 'プライバシーポリシーを登録' },
  { path: '/other-settings/privacy-policy/difference', label: 'プライバシーポリシーの版を比べる' },
]
