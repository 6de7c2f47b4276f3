/** The fields of an edition of a policy, as every screen, the log and every file name them. */
export const policyFields = {
  type: '種類',
  edition: '版',
  title: 'タイトル',
  body: '本文',
  effectiveFrom: '施行日',
  effectiveTo: '終了日',
  noticeFrom: '告知開始日',
  requiresReconsent: '再同意',
  changeSummary: '変更点',
  activatedAt: '有効にした日時',
  agreedCount: '同意数',
} as const
