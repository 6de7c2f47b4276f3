import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

export const actionStatuses = { todo: '未着手', doing: '進行中', done: '完了', stopped: '中止' } as const
export type ActionStatus = ValueOf<typeof actionStatuses>

/** The states that may follow each state: work continues, is done or stopped, and may be resumed. */
export const actionSteps: Record<ActionStatus, readonly ActionStatus[]> = {
  todo: ['doing', 'stopped'],
  doing: ['todo', 'done', 'stopped'],
  done: ['doing'],
  stopped: ['doing'],
}

export const actionCategories = {
  admission: '入会',
  retention: '継続',
  sales: '売上',
  visit: '来館',
  service: 'サービス',
  facility: '設備',
  staff: 'スタッフ',
  other: 'その他',
} as const
export type ActionCategory = ValueOf<typeof actionCategories>

export const actionPriorities = { high: '高', mid: '中', low: '低' } as const
export const actionEvaluations = { excellent: '◎', good: '○', fair: '△', poor: '×' } as const

/** Figures (`contract/kpi.ts`) that can be computed for any number of days: sums of days, and shares of such sums. */
export const actionMetrics = {
  admissions: '入会',
  withdrawals: '退会',
  withdrawalRequests: '退会申請',
  visitCount: '来館数',
  visitDays: '来館日数',
  tours: '見学',
  trials: '体験',
  booked: '予約',
  attended: '出席',
  noShow: '無断キャンセル',
  lateCancel: '直前キャンセル',
  utilization: '予約枠稼働率',
  noShowRate: '無断キャンセル率',
  netSales: '売上',
} as const
export type ActionMetric = ValueOf<typeof actionMetrics>

/** Visible only with `report.money`. */
export const isMoneyMetric = (metric: ActionMetric) => metric === 'netSales'

/** Days before an action and from its start that are compared. */
export const effectDays = 28

export const actionList = {
  sortKeys: ['dueOn', 'startOn', 'priority', 'status', 'updatedAt'],
  defaultSort: 'dueOn',
  filters: {
    status: actionStatuses,
    category: actionCategories,
    priority: actionPriorities,
    overdue: 'true',
  },
} as const satisfies ListWords
