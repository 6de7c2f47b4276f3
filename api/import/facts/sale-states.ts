// What the state of a provider's sale means, for its API and for files.

interface SaleState {
  /** As the provider's screens and lists have it, in half width and without spaces. */
  words: readonly string[]
  /** Counts in revenue, on the day of its settlement. */
  counts: boolean
  /** Paid back as a whole: what no negative sale pays back is paid back on the sale's own day, the only one that is known. */
  isPaidBack?: true
}

/** A part that is paid back (一部返金) is a negative sale on its own day; the sale itself counts as it was. */
export const saleStates = {
  paid: {
    words: [
      ...[
        '支払済',
        '支払い済み',
        '支払済み',
        '支払い済',
        '精算済',
        '精算済み',
        '入金済',
        '入金済み',
        '完了',
        '成功',
        '振替済',
        '振替済み',
        '引落済',
        '引落済み',
      ],
      ...['一部返金', '一部返金済', '一部返金済み', '部分返金', '部分返金済'],
    ],
    counts: true,
  },
  unpaid: { words: ['未払い', '未払', '未収', '未収金', '未精算', '未入金', '未納', '滞納'], counts: false },
  error: {
    words: [
      '決済エラー',
      'エラー',
      '決済失敗',
      '失敗',
      '振替不能',
      '引落不能',
      '資金不足',
      '残高不足',
      '預金取引なし',
      '口座解約',
    ],
    counts: false,
  },
  refunded: {
    words: ['返金済', '返金済み', '返金', '全額返金', '全額返金済', '全額返金済み'],
    ...{ counts: true, isPaidBack: true },
  },
  /** Undone: as if it had never been. */
  cancelled: {
    words: [
      '取消',
      '取消済',
      '取消済み',
      '取り消し',
      '取り消し済み',
      '取消し',
      'キャンセル',
      'キャンセル済',
      'キャンセル済み',
    ],
    counts: false,
  },
} as const satisfies Record<string, SaleState>

export const saleStateWords = {
  paid: saleStates.paid.words,
  unpaid: saleStates.unpaid.words,
  error: saleStates.error.words,
  refunded: saleStates.refunded.words,
  cancelled: saleStates.cancelled.words,
}

/** What the state of a sale that is here means. */
export const meaningOf = (status: string): SaleState => saleStates[status as keyof typeof saleStates]
