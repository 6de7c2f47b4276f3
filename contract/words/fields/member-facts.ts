// The fields of what the club system or files bring of a member, as every screen and every file names them.

export const contractFields = {
  plan: 'プラン',
  planKind: 'プランの種類',
  leanBody: 'LEAN BODY',
  monthlyFee: '月額',
  contractedOn: '契約日',
  startOn: '開始日',
  endOn: '終了日',
  cancelRequestedOn: '退会手続き日',
  cancelReason: '退会理由',
  paymentMethod: '支払方法',
} as const

export const memberTicketFields = {
  ticket: 'チケット',
  grantedAt: '付与日時',
  grantedNum: '付与枚数',
  usedNum: '利用枚数',
  expiresOn: '有効期限',
  unitPrice: '単価',
  source: '付与区分',
} as const

export const visitFields = { enteredAt: '入館日時', leftAt: '退館日時', source: '記録方法' } as const

export const saleFields = {
  receiptNo: '伝票番号',
  settledAt: '精算日時',
  targetMonth: '対象月',
  method: '支払方法',
  status: '状態',
} as const

export const saleLineFields = { quantity: '数量', discount: '割引金額', tax: '内税', net: '合計金額' } as const

export const billFields = {
  targetMonth: '対象月',
  dueOn: '請求日',
  amount: '請求額',
  method: '支払方法',
  status: '状態',
  paidOn: '入金日',
} as const
