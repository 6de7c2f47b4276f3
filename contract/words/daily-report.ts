import type { ListWords } from './list.ts'
import { type SalesCategory, salesCategories } from './report.ts'
import type { ValueOf } from './words.ts'

export const dailyReportStatuses = {
  draft: '下書き',
  submitted: '提出済',
  returned: '差戻し',
  approved: '承認済',
} as const
export type DailyReportStatus = ValueOf<typeof dailyReportStatuses>

/** The state of a shop's day on the board: that of its report, or that there is none. */
export const boardStatuses = { missing: '未作成', ...dailyReportStatuses } as const
export type BoardStatus = ValueOf<typeof boardStatuses>

/** Actions on a report besides editing. */
export const dailyReportActions = {
  submit: '提出',
  return: '差戻し',
  approve: '承認',
  reopen: '承認取消',
} as const
export type DailyReportAction = ValueOf<typeof dailyReportActions>

/** Why somebody with the right to approve cannot decide on a report. */
export const ownReport = '自分が記入または提出した日報は、承認も差戻しもできません。'

export const weathers = { sunny: '晴', cloudy: '曇', rainy: '雨', snowy: '雪', typhoon: '台風' } as const

/** Counts of a day from the server, in the order of the report. */
export const dayCounts = {
  visitCount: '来館数',
  uniqueVisitors: '来館者数',
  tourCount: '見学',
  trialCount: '体験',
  admissionCount: '入会',
  withdrawalRequestCount: '退会申請',
  suspensionCount: '休会',
  bookedCount: '予約',
  attendedCount: '出席',
  noShowCount: '無断キャンセル',
} as const
export type DayCount = ValueOf<typeof dayCounts>

/** The units of these counts. */
export const dayCountUnits: Record<DayCount | 'unpaidCount', string> = {
  visitCount: '回',
  uniqueVisitors: '名',
  tourCount: '件',
  trialCount: '件',
  admissionCount: '名',
  withdrawalRequestCount: '名',
  suspensionCount: '名',
  bookedCount: '件',
  attendedCount: '件',
  noShowCount: '件',
  unpaidCount: '件',
}

const salesFigures = Object.fromEntries(
  Object.entries(salesCategories).map(([category, label]) => [`salesByCategory.${category}`, `${label}の売上`]),
) as { [C in SalesCategory as `salesByCategory.${C}`]: string }

/** Figures that require `report.money`. */
const dayMoneyFigures = { ...salesFigures, unpaidCount: '未収' } as const
export type DayMoneyFigure = ValueOf<typeof dayMoneyFigures>

/** Every figure from the server that staff may adjust, named by its path in the answer. */
export const dayFigures = { ...dayCounts, ...dayMoneyFigures } as const
export type DayFigure = ValueOf<typeof dayFigures>

export const isDayMoneyFigure = (figure: string): figure is DayMoneyFigure => Object.hasOwn(dayMoneyFigures, figure)

/** Till fields: only with `report.money`. */
export const tillFields = ['salesCash', 'salesCard', 'cashFloat', 'cashOnHand', 'cashComment'] as const

/** Maximum days of a list; without `from` and `to` the last 31. */
export const mostReportDays = 62
export const usualReportDays = 31

export const dailyReportList = {
  sortKeys: ['date', 'shop', 'status', 'submittedAt'],
  defaultSort: '-date',
  filters: { status: dailyReportStatuses, from: 'day', to: 'day', hasIncident: 'true' },
} as const satisfies ListWords
