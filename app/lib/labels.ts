import type { RoleLevel } from '#contract/permissions.ts'
import type { SalesCategory } from '#contract/report.ts'

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
