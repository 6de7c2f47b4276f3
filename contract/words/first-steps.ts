/** What an admin of an empty product sets up, in order. */
export const firstSteps = {
  secondFactor: '2段階認証',
  club: '会社情報',
  shops: '店舗',
  staff: 'スタッフの招待',
  targets: '月次目標',
  members: '会員の取り込み',
} as const
