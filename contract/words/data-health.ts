/** What データ健康診断 looks for, in its order. */
export const healthChecks = {
  joinedDays: '入会日の集中',
  dummyEmails: '仮のメールアドレス',
  sharedEmails: '共有のメールアドレス',
  families: '家族と思われる会員',
  doubles: '重複と思われる会員',
  twoContracts: '契約が二重の会員',
  invisible: '見えない文字のある会員番号',
  futureDates: '未来の日付',
  staffAddresses: '見えない文字のあるスタッフのメールアドレス',
  plansWithoutPrice: '料金のないプラン',
} as const

/** What head office says about a day that many members have as 入会日. */
export const joinedDayAnswers = {
  unknown: '入会日は不明',
  planDay: 'プラン契約日を使う',
  correct: 'この日で正しい',
} as const
