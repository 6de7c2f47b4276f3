/** The fields of a 連絡, as every screen, the log and every file name them. */
export const outreachFields = {
  contactedOn: '連絡日',
  outcome: '結果',
  note: '連絡のメモ',
  staffId: '連絡したスタッフ',
} as const
