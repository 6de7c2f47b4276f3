/** The fields of a plan, as every screen, the log and every file name them. */
export const planFields = {
  name: 'プラン名',
  code: 'プランコード',
  shop: '店舗',
  category: '会員種別',
  status: '公開状態',
  priceMonthly: '月会費',
  priceFirstMonth: '初月会費',
  admissionFee: '入会金',
  minMonths: '最低契約期間',
  limitPerMonth: '月利用上限',
  contractorCount: '契約者',
  withLeanBodyContent: 'LEAN BODY',
  joinedTo: '統合先のプラン',
} as const
