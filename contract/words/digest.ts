import type { ValueOf } from './words.ts'

/** How often 月曜の一枚 comes. */
export const digestRhythms = { week: '毎週月曜日', month: '毎月1日' } as const
export type DigestRhythm = ValueOf<typeof digestRhythms>

/** Figures that 月曜の一枚 judges. */
export const digestFigures = { admissions: '入会', withdrawals: '退会', visits: '来館', sales: '売上' } as const
export type DigestFigure = ValueOf<typeof digestFigures>

/** The name of a judged figure: a week's sales are those without dues, which come once a month. */
export const digestFigureName = (figure: DigestFigure, rhythm: DigestRhythm): string =>
  figure === 'sales' && rhythm === 'week' ? '会費以外の売上' : digestFigures[figure]
