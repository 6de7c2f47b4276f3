/** Targets of a month, in display order. */
export const targetFigures = {
  admission: '入会の目標',
  withdrawalMax: '退会の上限',
  closingMembers: '期末在籍の目標',
  sales: '売上の目標',
} as const
export type TargetFigure = keyof typeof targetFigures

/** Of each figure. */
export const targetUnits: Record<TargetFigure, string> = {
  admission: '名',
  withdrawalMax: '名',
  closingMembers: '名',
  sales: '円',
}

/** Months of shops in one save. */
export const mostTargetMonths = 600

export const targetMissing = 'この項目を入力してください。月次目標は4つとも入力するか、すべて空欄にします。'
