import type { AnswerOf } from '#contract/names.ts'
import type { LogKind } from '#contract/words/daily-log.ts'

/** A row of a kind's list: one member's day. */
export type LogRow<K extends LogKind> = AnswerOf<`dailyLog.${K}`>['list'][number]

/** The values of such a day. */
export type LogOf<K extends LogKind> = NonNullable<LogRow<K>['log']>

/** One member's days of one kind, with their period. */
export interface LogsOf<K extends LogKind> {
  kind: K
  /** A row whose values are masked counts as a day without a log. */
  days: readonly LogRow<K>[]
  /** YYYY-MM-DD, both included. */
  from: string
  to: string
}
