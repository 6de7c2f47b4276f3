export const paymentMethods = {
  card: 'カード',
  bankTransfer: '口座振替',
  cash: '現金',
  storeCard: '店頭カード',
} as const

/** The result of the last run of a contract's dues. */
export const contractPaymentStatuses = { paid: '支払済', error: '決済エラー', unpaid: '未払い' } as const

/** A bill is the dues of a month, a sale is a payment at the counter. */
export const paymentKinds = { bill: '請求', sale: '売上' } as const

export const paymentStatuses = {
  paid: '支払済',
  pending: '処理待ち',
  unpaid: '未払い',
  error: '決済エラー',
  refunded: '返金済',
  cancelled: '取消',
} as const

export const visitSources = { entry: '入館', checkin: 'チェックイン' } as const

/** The outcome per member of an approval. */
export const approvalResults = {
  approved: '承認',
  unchanged: '承認待ちではない',
  reassigned: '担当が変わった',
  notTheirs: 'ほかの人が承認する',
  notFound: '対象外',
} as const

/** Members who may be assigned to a trainer in a day before admins are notified. */
export const mostAssignedADay = 20

/** The outcome per member of a bulk change. */
export const bulkResults = { changed: '変更', unchanged: '変更なし', locked: '手動で固定', notFound: '対象外' } as const
