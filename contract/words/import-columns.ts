import { cancelReasons } from './cancel-reason.ts'
import {
  billFields,
  contractFields,
  memberTicketFields,
  saleFields,
  saleLineFields,
  visitFields,
} from './fields/member-facts.ts'
import { planFields } from './fields/shop-plan.ts'
import { reservationFields } from './fields/shop-reservation.ts'
import { staffFields } from './fields/staff.ts'
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
  planCode: planFields.code,
  ...contractFields,
} as const

export const ticketColumnNames = {
  externalId: '保有チケットID',
  ...whose,
  shop: '店舗',
  ...memberTicketFields,
} as const

export const visitColumnNames = {
  ...whose,
  shop: '店舗',
  enteredAt: visitFields.enteredAt,
  enteredTime: '入館時刻',
  leftAt: visitFields.leftAt,
  leftTime: '退館時刻',
} as const

export const bookingColumnNames = {
  externalId: '予約ID',
  ...whose,
  shop: '店舗',
  program: reservationFields.programName,
  room: reservationFields.studioRoomName,
  startDay: '受講日',
  startTime: '開始時刻',
  endTime: '終了時刻',
  // Another name: as in the club system's own file, which has other states.
  status: '予約ステータス',
  bookedAt: reservationFields.bookedAt,
} as const

export const saleColumnNames = {
  externalId: '売上ID',
  receiptNo: saleFields.receiptNo,
  ...whose,
  shop: '店舗',
  settledAt: saleFields.settledAt,
  settledTime: '精算時刻',
  targetMonth: saleFields.targetMonth,
  method: saleFields.method,
  // Another name: as in the club system's own file.
  status: 'ステータス',
  product: '摘要',
  category: '区分',
  quantity: saleLineFields.quantity,
  net: saleLineFields.net,
  tax: saleLineFields.tax,
  discount: saleLineFields.discount,
} as const

export const billColumnNames = {
  ...whose,
  shop: '店舗',
  ...billFields,
} as const

export const staffColumnNames = {
  name: staffFields.name,
  lastName: staffFields.lastName,
  firstName: staffFields.firstName,
  kana: staffFields.kana,
  lastNameKana: staffFields.lastNameKana,
  firstNameKana: staffFields.firstNameKana,
  email: staffFields.email,
  role: staffFields.role,
  shops: staffFields.shops,
  mainShop: staffFields.mainShop,
  jobTitle: staffFields.jobTitle,
  employmentType: staffFields.employmentType,
  tel: staffFields.tel,
  joinedOn: staffFields.joinedOn,
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
