import type { z } from 'zod'
import type { BodyTempLog, ConditionLog, LocationLog, MenstrualLog } from '#contract/daily-log.ts'
import type { HealthcareKey, LogKind } from '#contract/words/daily-log.ts'

/** The encrypted content of a member's day, by kind. Derived values are not stored. */
export interface StoredLogs extends Record<LogKind, object> {
  condition: z.output<typeof ConditionLog>
  /** A value and its number of measurements; blood pressure has both values. */
  healthcare: Partial<
    Record<HealthcareKey, [value: number, count: number] | [systolic: number, diastolic: number, count: number]>
  >
  location: z.output<typeof LocationLog>
  bodyTemp: Omit<z.output<typeof BodyTempLog>, 'isFever'>
  menstrual: Omit<z.output<typeof MenstrualLog>, 'sharedWithTrainer'>
}
