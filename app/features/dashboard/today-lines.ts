import type { Today } from '#contract/today.ts'
import { type TodayKind, todayLines } from '#contract/today-lines.ts'
import { allShops } from '~/shop/selected-shop'

const short = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`

interface Texts {
  label: string
  unit: '件' | '名'
  /** Text about the day of the oldest or next item, if the API returns it. */
  day?: (day: string) => string
}

const from = (day: string) => `${short(day)}から`
const begins = (day: string) => `施行日 ${short(day)}`

export const texts: Record<TodayKind, Texts> = {
  reportsMissing: { label: '未提出の日報', unit: '件', day: from },
  reportsReturned: { label: '差戻しの日報', unit: '件' },
  reportsWaiting: { label: '承認待ちの日報', unit: '件' },
  bookingsToday: { label: '今日の予約', unit: '件' },
  trialsToday: { label: '今日の体験', unit: '件' },
  waitingToday: { label: '今日のキャンセル待ち', unit: '件' },
  actionsOverdue: { label: '期限超過の改善アクション', unit: '件', day: (day) => `期限 ${from(day)}` },
  trainersToApprove: { label: '担当の承認待ちの会員', unit: '名' },
  readersToApprove: { label: '健康情報の閲覧の承認待ち', unit: '名' },
  contractsEnding: { label: '今月退会する会員', unit: '名', day: (day) => `次は${short(day)}` },
  toTalk: { label: '今週話す会員', unit: '名' },
  unpaid: { label: '未収金のある会員', unit: '名' },
  mergeWaiting: { label: '取り込みと会員管理システムの突き合わせ', unit: '件' },
  rowsUnread: { label: '会員管理システムから読めない行', unit: '件' },
  missingToDecide: { label: '判断待ちの消えた会員', unit: '名' },
  missingToAnswer: { label: '在籍を確認する消えた会員', unit: '名' },
  missingClosed: { label: '自動で退会・転出にした会員（7日以内）', unit: '名' },
  mailsFailed: { label: '送信に失敗したメール', unit: '件' },
  invitationsEnding: { label: '期限の近い招待', unit: '件' },
  userPolicyBegins: { label: '利用規約の施行', unit: '件', day: begins },
  privacyPolicyBegins: { label: 'プライバシーポリシーの施行', unit: '件', day: begins },
}

const paths = {
  reportsMissing: '/shop-reports',
  reportsReturned: '/shop-reports/list',
  reportsWaiting: '/shop-reports/list',
  bookingsToday: '/hacomono/reservations',
  trialsToday: '/hacomono/reservations',
  waitingToday: '/hacomono/reservations',
  actionsOverdue: '/shop-reports/actions',
  trainersToApprove: '/hacomono/members',
  readersToApprove: '/staffs',
  contractsEnding: '/dashboard/members',
  toTalk: '/hacomono/members/talk',
  unpaid: '/hacomono/members/unpaid',
  mergeWaiting: '/other-settings/club-system',
  rowsUnread: '/other-settings/club-system',
  missingToDecide: '/hacomono/missing-members',
  missingToAnswer: '/hacomono/missing-members',
  missingClosed: '/hacomono/missing-members',
  mailsFailed: '/mail/logs',
  invitationsEnding: '/staffs',
  userPolicyBegins: '/other-settings/user-policies',
  privacyPolicyBegins: '/other-settings/privacy-policy',
} as const satisfies Record<TodayKind, string>

/** The only report that is missing, which the line opens in place of its list. */
export const reportOf = ({ day, shopId }: Pick<Today['lines'][number], 'day' | 'shopId'>) =>
  shopId !== undefined && day !== null ? { shopId, date: day } : undefined

/** The list that a line was counted from, with the same filters. */
export function addressOf(kind: TodayKind, on: string, shopId: string | undefined) {
  const { input, ofShop, list } = todayLines(on)[kind]
  const shop = ofShop ? { shop: shopId ?? allShops } : {}
  // The screen shows them all.
  if (list === 'clubSystem.unread') return { to: paths[kind], search: {} }
  if (list === 'dailyReport.board') return { to: paths[kind], search: { ...shop, month: input.from.slice(0, 7) } }
  if (list === 'drillDown.members') return { to: paths[kind], search: { ...shop, ...input } }
  const { sortKey, sortDir, ...params } = input
  // The path determines the policy type.
  const { type: _, ...filters } = { type: undefined, ...params }
  // Members who have left were counted: these lists leave them out without this filter.
  const whole = list === 'member.list' || list === 'staff.list' ? { left: 'all' } : {}
  const sort = sortDir === 'desc' ? `-${sortKey}` : sortKey
  return { to: paths[kind], search: { ...shop, ...filters, ...whole, sort } }
}
