/** 「3件（分かる分 ¥12,340）」: sales that are not counted, and the yen of those whose sum can be read. */
export const unreadInWords = ({ sales, yen }: { sales: number; yen: number }) =>
  `${sales.toLocaleString('ja-JP')}件（分かる分 ${yen < 0 ? '▲' : ''}¥${Math.abs(yen).toLocaleString('ja-JP')}）`

interface UnreadMonth {
  /** Its first day. */
  month: string
  sales: number
  yen: number
}

/** Those of the months of a period (`from` and `to` YYYY-MM-DD) together; null: none. */
export function unreadOf(months: readonly UnreadMonth[] = [], { from, to }: { from: string; to: string }) {
  const unread = months.filter(({ month }) => month <= to && month.slice(0, 7) >= from.slice(0, 7))
  if (unread.length === 0) return null
  const sum = (of: 'sales' | 'yen') => unread.reduce((total, one) => total + one[of], 0)
  return { sales: sum('sales'), yen: sum('yen') }
}

/** What a file or a letter says of them. */
export const unreadRemark = (unread: { sales: number; yen: number }) =>
  `会員管理システムから読めない売上${unreadInWords(unread)}を含まない速報です。`
