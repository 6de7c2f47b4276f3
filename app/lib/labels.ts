import type { BookingStatus, LeadKind, Movement } from '#contract/drill-down.ts'
import type { RoleLevel } from '#contract/permissions.ts'
import type { SalesCategory } from '#contract/sale.ts'

/** Who a permission level is meant for, in Japanese. */
export const roleLabel: Record<RoleLevel, string> = {
  level1: '取引先',
  level2: 'トレーナー',
  level3: '店長',
  level4: 'FCオーナー',
  all: '本部',
}

/** The kinds of sales, in Japanese, in the order in which reports list them. */
export const salesCategoryLabel: Record<SalesCategory, string> = {
  membershipFee: '会費',
  admissionFee: '入会金',
  ticket: 'チケット',
  personal: 'パーソナル',
  product: '物販',
  option: 'オプション',
  other: 'その他',
}

/** What became of a booking, in Japanese. */
export const bookingStatusLabel: Record<BookingStatus, string> = {
  booked: '予約済',
  checkedIn: 'チェックイン',
  completed: '受講済',
  cancelled: 'キャンセル',
  lateCancelled: '直前キャンセル',
  noShow: '無断キャンセル',
}

/** What somebody came for who is no member yet, in Japanese. */
export const leadKindLabel: Record<LeadKind, string> = { tour: '見学', trial: '体験' }

/** How a member came or went, in Japanese. */
export const movementLabel: Record<Movement, string> = {
  admission: '入会',
  transferIn: '転入',
  withdrawal: '退会',
  transferOut: '転出',
}
