/** The fields of what a member watched, as every screen and every file names them. */
export const activityFields = {
  contentId: 'コンテンツ',
  startedAt: '開始日時',
  completedAt: '完了',
  watchedSec: '視聴時間',
  progressRate: '進捗',
  rating: '評価',
  comment: '感想',
  device: '端末',
  kcal: '消費カロリー',
} as const
