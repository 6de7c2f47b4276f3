import type { ValueOf } from './words.ts'

/** Categories of sales, in the order of reports. */
export const salesCategories = {
  membershipFee: '会費',
  admissionFee: '入会金',
  ticket: 'チケット',
  personal: 'パーソナル',
  product: '物販',
  option: 'オプション',
  other: 'その他',
} as const
export type SalesCategory = ValueOf<typeof salesCategories>

/** Titles of drill-downs, where 「…の内訳」 would be unclear. */
export const rowNames = { withdrawals: '退会した会員', netSales: '売上明細' } as const

const hasRowName = (figure: string): figure is keyof typeof rowNames => figure in rowNames

/** The title of a drill-down: 退会した会員, 会費の売上明細, 入会の内訳. */
export const rowsCalled = (figure: string, label: string, category?: SalesCategory) =>
  `${category ? `${salesCategories[category]}の` : ''}${hasRowName(figure) ? rowNames[figure] : `${label}の内訳`}`

/** The outcome of a booking; a キャンセル待ち is never counted. */
export const bookingStatuses = {
  booked: '予約済',
  checkedIn: 'チェックイン',
  completed: '受講済',
  cancelled: 'キャンセル',
  lateCancelled: '直前キャンセル',
  noShow: '無断キャンセル',
} as const
export type BookingStatus = ValueOf<typeof bookingStatuses>

/** The purpose of a visit by a non-member. */
export const leadKinds = { tour: '見学', trial: '体験' } as const
export type LeadKind = ValueOf<typeof leadKinds>

/** Kinds of facts that are imported, each with a first and a last day of its own (docs/domain.md, "What is known"). */
export const factKinds = {
  contracts: '会員の契約',
  leavers: '退会した会員',
  visits: '来館',
  bookings: '予約',
  sales: '売上',
  bills: '会費の請求',
  leads: '見学・体験',
} as const
export type FactKind = ValueOf<typeof factKinds>
