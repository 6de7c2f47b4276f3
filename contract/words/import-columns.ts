import { cancelReasons } from './cancel-reason.ts'
import { type ImportKind, memberColumnNames, memberTemplate, type TranslatedColumn } from './import.ts'
import { mailConsentAnswers } from './mail-consent.ts'
import { paymentMethods, paymentStatuses } from './member-record.ts'
import { salesCategories } from './report.ts'
import { ticketSources } from './shop.ts'
import { reservationStatuses } from './shop-reservation.ts'
import type { Words } from './words.ts'

// What the columns of a file are called, in its template and on the screen, by kind.

/** Who a row is about: one of the two numbers. */
const whose = { memberId: 'メンバーID', memberNo: '会員番号' }

export const contractColumnNames = {
  externalId: '契約ID',
  ...whose,
  shop: '店舗',
  planCode: 'プランコード',
  plan: 'プラン',
  planKind: 'プランの種類',
  leanBody: 'LEAN BODY',
  monthlyFee: '月額',
  contractedOn: '契約日',
  startOn: '開始日',
  endOn: '終了日',
  cancelRequestedOn: '退会手続き日',
  cancelReason: '退会理由',
  paymentMethod: '支払方法',
} as const

export const ticketColumnNames = {
  externalId: '保有チケットID',
  ...whose,
  shop: '店舗',
  ticket: 'チケット',
  grantedAt: '付与日時',
  grantedNum: '付与枚数',
  usedNum: '利用枚数',
  expiresOn: '有効期限',
  unitPrice: '単価',
  source: '入手方法',
} as const

export const visitColumnNames = {
  ...whose,
  shop: '店舗',
  enteredAt: '入館日時',
  enteredTime: '入館時刻',
  leftAt: '退館日時',
  leftTime: '退館時刻',
} as const

export const bookingColumnNames = {
  externalId: '予約ID',
  ...whose,
  shop: '店舗',
  program: 'プログラム',
  room: 'ルーム',
  startDay: '受講日',
  startTime: '開始時刻',
  endTime: '終了時刻',
  status: '予約ステータス',
  bookedAt: '予約日時',
} as const

export const saleColumnNames = {
  externalId: '売上ID',
  receiptNo: '伝票番号',
  ...whose,
  shop: '店舗',
  settledAt: '精算日時',
  settledTime: '精算時刻',
  targetMonth: '対象月',
  method: '支払方法',
  status: 'ステータス',
  product: '摘要',
  category: '区分',
  quantity: '数量',
  net: '合計金額',
  tax: '内税',
  discount: '割引金額',
} as const

export const billColumnNames = {
  ...whose,
  shop: '店舗',
  targetMonth: '対象月',
  dueOn: '請求日',
  amount: '請求額',
  method: '支払方法',
  status: '状態',
  paidOn: '入金日',
} as const

export const staffColumnNames = {
  name: '氏名',
  lastName: '姓',
  firstName: '名',
  kana: 'フリガナ',
  lastNameKana: 'セイ',
  firstNameKana: 'メイ',
  email: 'メールアドレス',
  role: '権限',
  shops: '所属店舗',
  mainShop: '主店舗',
  jobTitle: '役職',
  employmentType: '雇用形態',
  tel: '電話番号',
  joinedOn: '入社日',
} as const
export type StaffColumn = keyof typeof staffColumnNames

/** Of each kind, the columns of a file. */
export const importColumns = {
  member: memberColumnNames,
  contract: contractColumnNames,
  ticket: ticketColumnNames,
  visit: visitColumnNames,
  booking: bookingColumnNames,
  sale: saleColumnNames,
  bill: billColumnNames,
  staff: staffColumnNames,
} as const satisfies Record<ImportKind, Readonly<Record<string, string>>>

/** The provider's number of the member stands for clubs that do not export member numbers, a moment for day and time. */
const notInTemplate: readonly string[] = [
  'memberId',
  'planCode',
  'planKind',
  'leanBody',
  'name',
  'kana',
  'enteredTime',
  'leftTime',
  'settledTime',
  'receiptNo',
]

/** The headings of a kind's template, in its order. */
export function templateOf(kind: ImportKind): string[] {
  if (kind === 'member') return memberTemplate.map((column) => memberColumnNames[column])
  return Object.entries(importColumns[kind]).flatMap(([column, label]) =>
    notInTemplate.includes(column) ? [] : [label],
  )
}

const { pending: _, ...saleStatuses } = paymentStatuses
const { refunded: __, cancelled: ___, ...billStatuses } = paymentStatuses

/** What a word of a fixed list may mean, by kind and column. */
export const wordsOfColumns: { [Kind in ImportKind]?: Partial<Record<TranslatedColumn, Words>> } = {
  member: { mailConsent: mailConsentAnswers },
  contract: { paymentMethod: paymentMethods, cancelReason: cancelReasons },
  ticket: { source: ticketSources },
  booking: { status: reservationStatuses },
  sale: { method: paymentMethods, status: saleStatuses, category: salesCategories },
  bill: { method: paymentMethods, status: billStatuses },
}
