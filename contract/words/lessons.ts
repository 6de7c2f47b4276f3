/** Held lessons from which a class, a slot or an instructor is compared with the average. */
export const fewestLessons = 8

/** What its lessons say about a class, a slot or an instructor, in the order in which they are shown. */
export const lessonStandings = {
  more: '平均より高い',
  chance: '差は偶然の範囲です',
  less: '平均より低い',
  open: '判定していません',
  few: `${fewestLessons}回未満（参考値）`,
} as const
