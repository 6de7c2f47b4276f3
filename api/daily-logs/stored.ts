import type { z } from 'zod'
import type { BodyTempLog, ConditionLog, LocationLog, MenstrualLog } from '#contract/daily-log.ts'
import type { HealthcareKey, LogKind } from '#contract/words/daily-log.ts'

/** What is sealed of a member's day, by kind. What follows from it is not stored. */
export interface StoredLogs extends Record<LogKind, object> {
  condition: z.output<typeof ConditionLog>
  /** A value with how many measurements it is made of; of the pair of blood pressures both values. */
  healthcare: Partial<
    Record<HealthcareKey, [value: number, count: number] | [systolic: number, diastolic: number, count: number]>
  >
  location: z.output<typeof LocationLog>
  bodyTemp: Omit<z.output<typeof BodyTempLog>, 'isFever'>
  menstrual: Omit<z.output<typeof MenstrualLog>, 'sharedWithTrainer'>
}
