/** Who has to show a code of an app when signing in. */
export const secondFactorDuties = {
  nobody: '任意',
  leaders: 'FCオーナー・本部・管理者は必須',
  everybody: '全員必須',
} as const
