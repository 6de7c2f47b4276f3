/** The fields of a kind of ticket, as every screen and every file names them. */
export const ticketFields = {
  name: 'チケット名',
  code: 'チケットコード',
  type: '種別',
  status: '公開状態',
  price: '価格',
  num: '枚数',
  validDays: '有効期限',
  description: '説明',
} as const
