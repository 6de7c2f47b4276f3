import type { Permission } from '#contract/permissions.ts'
import type { ScreenPath } from '~/areas/menu'
import type { FileRouteTypes } from '~/routeTree.gen'

export interface ScreenAction {
  path: ScreenPath & FileRouteTypes['fullPaths']
  label: string
  /** Filters of the target list, as in its URL. */
  search?: string
  /** Permission required in addition to the screen's. */
  permission?: Permission
  /** Search words for the palette. */
  alsoCalled?: string
  /** Shortcut letter after g. */
  letter?: string
}

/** Shortcuts and search words of menu entries, kept out of the entry chunk. */
interface PlaceKey {
  /** Shortcut letter after g, on any screen. */
  letter: string
  /** Search words for the palette: reading, synonyms, tasks. */
  alsoCalled: string
}

export const places: Partial<Record<ScreenPath, PlaceKey>> = {
  '/dashboard': { letter: 'd', alsoCalled: 'ホーム トップ 月次 集計 げつじ しゅうけい' },
  '/hacomono/members': { letter: 'm', alsoCalled: 'かいいん 顧客 こきゃく' },
  '/member-daily-logs': { letter: 'j', alsoCalled: 'にちじログ 体調 健康 たいちょう けんこう' },
  '/hacomono/shops': { letter: 's', alsoCalled: 'てんぽ 営業時間' },
  '/hacomono/plans-or-tickets': { letter: 'p', alsoCalled: '料金 会費 りょうきん かいひ' },
  '/hacomono/reservations': { letter: 'r', alsoCalled: 'よやく クラス レッスン' },
  '/lean-body/contents': { letter: 'b', alsoCalled: 'リーンボディ 動画 どうが' },
  '/lean-body/member-activities': { letter: 'u', alsoCalled: 'かいいんのりようじょうきょう 視聴 しちょう' },
  '/shop-reports': { letter: 'n', alsoCalled: 'にっぽう 提出状況 ていしゅつ' },
  '/staffs': { letter: 't', alsoCalled: '社員 しゃいん トレーナー' },
  '/mail/templates': { letter: 'e', alsoCalled: 'ひながた' },
  '/mail/steps': { letter: 'f', alsoCalled: 'しなりお じどうはいしん' },
  '/mail/logs': { letter: 'l', alsoCalled: 'そうしんりれき 配信 はいしん' },
  '/other-settings/columns': { letter: 'c', alsoCalled: '記事 きじ' },
  '/other-settings/announcements': { letter: 'o', alsoCalled: 'おしらせ キャンペーン' },
  '/other-settings/user-policies': { letter: 'k', alsoCalled: 'りようきやく 規約' },
  '/other-settings/privacy-policy': { letter: 'v', alsoCalled: '個人情報 こじんじょうほう' },
  '/audit-log': { letter: 'h', alsoCalled: 'そうさりれき ログ 記録 きろく' },
}

/** Palette actions on screens that are not in the menu, or with other filters; the route determines the permission. */
export const actions: ScreenAction[] = [
  {
    path: '/hacomono/reservations/timetable',
    label: '予約のタイムテーブルを見る',
    alsoCalled: 'よやく 今日の予約 きょう クラス レッスン',
  },
  {
    path: '/hacomono/members',
    search: 'alert=true',
    label: '注意事項のある会員を見る',
    alsoCalled: 'ちゅういじこう かいいん',
  },
  {
    path: '/hacomono/members',
    search: 'unpaid=true',
    permission: 'report.money',
    label: '未収金のある会員を見る',
    alsoCalled: 'みしゅうきん 未払い 滞納 たいのう かいいん',
  },
  { path: '/shop-reports/list', label: '日報の一覧を見る', alsoCalled: 'にっぽう' },
  {
    path: '/shop-reports/list',
    search: 'status=submitted',
    permission: 'dailyReport.approve',
    label: '承認待ちの日報を見る',
    alsoCalled: 'にっぽう しょうにんまち',
  },
  { path: '/shop-reports/actions', label: '改善アクションを見る', alsoCalled: 'かいぜん', letter: 'a' },
  {
    path: '/shop-reports/actions',
    search: 'overdue=true',
    label: '期限超過の改善アクションを見る',
    alsoCalled: 'かいぜん きげん 遅れ 期限を過ぎた',
  },
  { path: '/shop-reports/actions/new', label: '改善アクションを登録', alsoCalled: 'かいぜん' },
  { path: '/dashboard/yearly', label: '年次の集計を見る', alsoCalled: 'ねんじ 年間 ねんかん' },
  { path: '/dashboard/members', label: '在籍の内訳を見る', alsoCalled: 'ざいせき 入会 退会 にゅうかい たいかい' },
  { path: '/dashboard/visits', label: '来館の内訳を見る', alsoCalled: 'らいかん 来店' },
  { path: '/dashboard/sales', label: '売上明細を見る', alsoCalled: 'うりあげ 入金 にゅうきん' },
  { path: '/dashboard/reservations', label: '予約の内訳を見る', alsoCalled: 'よやく' },
  { path: '/dashboard/classes', label: 'クラスの内訳を見る', alsoCalled: 'レッスン' },
  { path: '/dashboard/leads', label: '見学・体験の内訳を見る', alsoCalled: 'けんがく たいけん' },
  {
    path: '/hacomono/plans-or-tickets/tickets',
    label: 'チケットの販売と残数を見る',
    alsoCalled: '回数券 かいすうけん',
  },
  {
    path: '/lean-body/member-activities/summary',
    label: '会員の利用状況の集計を見る',
    alsoCalled: 'LEAN BODY リーンボディ',
  },
  { path: '/member-daily-logs/healthcare', label: 'ヘルスケアの記録を見る', alsoCalled: '歩数 ほすう 体重' },
  { path: '/member-daily-logs/location', label: '行動の記録を見る', alsoCalled: 'こうどう 位置情報' },
  { path: '/member-daily-logs/body-temp', label: '体温の記録を見る', alsoCalled: 'たいおん' },
  { path: '/member-daily-logs/menstrual', label: '月経の記録を見る', alsoCalled: 'げっけい 生理' },
  { path: '/member-daily-logs/access', label: '健康情報アクセス状況を見る', alsoCalled: 'けんこう' },
  { path: '/staffs/new', label: 'スタッフを登録', alsoCalled: '招待 しょうたい 入社' },
  { path: '/mail/new', label: 'メールを作成', alsoCalled: '送信 そうしん 配信' },
  { path: '/mail/templates/new', label: 'メールテンプレートを登録', alsoCalled: 'ひながた' },
  { path: '/mail/steps/new', label: 'ステップメールを登録', alsoCalled: 'しなりお' },
  {
    path: '/account',
    label: 'アカウント設定を開く',
    alsoCalled: 'パスワードを変更 2段階認証 プロフィール 端末 へんこう せってい',
  },
  { path: '/rights', label: '権限一覧を見る', alsoCalled: 'けんげん' },
  { path: '/other-settings/columns/new', label: 'コラムを登録', alsoCalled: '記事 きじ' },
  { path: '/other-settings/columns/order', label: 'コラムを並べ替える', alsoCalled: '順番 じゅんばん' },
  { path: '/other-settings/announcements/new', label: 'お知らせを登録', alsoCalled: 'おしらせ キャンペーン' },
  { path: '/other-settings/user-policies/new', search: 'from=newest', label: '利用規約を登録', alsoCalled: 'きやく' },
  { path: '/other-settings/user-policies/difference', label: '利用規約の版を比べる', alsoCalled: 'きやく 差分' },
  {
    path: '/other-settings/privacy-policy/new',
    search: 'from=newest',
    label: 'プライバシーポリシーを登録',
    alsoCalled: '個人情報',
  },
  { path: '/other-settings/privacy-policy/difference', label: 'プライバシーポリシーの版を比べる', alsoCalled: '差分' },
]
