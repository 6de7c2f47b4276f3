/** 「3件（分かる分 ¥12,340）」: sales that are not counted, and the yen of those whose sum can be read. */
export const unreadInWords = ({ sales, yen }: { sales: number; yen: number }) =>
  `${sales.toLocaleString('ja-JP')}件（分かる分 ${yen < 0 ? '▲' : ''}¥${Math.abs(yen).toLocaleString('ja-JP')}）`
