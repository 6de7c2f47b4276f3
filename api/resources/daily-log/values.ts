import type { z } from 'zod'
import { BodyTempLog, ConditionLog, HealthcareLog, LocationLog, MenstrualLog } from '#contract/daily-log.ts'
import { feverFrom, type HealthcareKey, healthcareTypes, type LogKind } from '#contract/words/daily-log.ts'
import type { StoredLogs } from '../../daily-logs/stored.ts'

/** The logs in an answer. */
export interface Logs extends Record<LogKind, object> {
  condition: z.output<typeof ConditionLog>
  healthcare: z.output<typeof HealthcareLog>
  location: z.output<typeof LocationLog>
  bodyTemp: z.output<typeof BodyTempLog>
  menstrual: z.output<typeof MenstrualLog>
}

/** Written by another system, so validated before it is sent. */
export const logSchemas: { [K in LogKind]: z.ZodType<Logs[K]> } = {
  condition: ConditionLog,
  healthcare: HealthcareLog,
  location: LocationLog,
  bodyTemp: BodyTempLog,
  menstrual: MenstrualLog,
}

export interface Reader {
  /** A trainer gets only the phase of the menstrual log. */
  isPhaseOnly: boolean
  isShared: boolean
}

/** Converts the stored day to the answer's form. */
export const readLog: { [K in LogKind]: (stored: StoredLogs[K], reader: Reader) => Logs[K] } = {
  condition: (stored) => stored,
  healthcare: (stored) => ({
    measurements: (Object.keys(healthcareTypes) as HealthcareKey[]).flatMap((key) => {
      const given = stored[key]
      if (!given) return []
      const { unit, aggregate } = healthcareTypes[key]
      const [first, second, third] = given
      return third === undefined
        ? { key, value: first, systolic: null, diastolic: null, unit, aggregate, sampleCount: second }
        : { key, value: null, systolic: first, diastolic: second, unit, aggregate, sampleCount: third }
    }),
  }),
  location: (stored) => stored,
  bodyTemp: (stored) => ({ ...stored, isFever: stored.temperature >= feverFrom }),
  menstrual: ({ phase, isPredicted, ...rest }, { isPhaseOnly, isShared }) =>
    isPhaseOnly
      ? {
          ...{ phase, isPredicted, sharedWithTrainer: true },
          ...{ flow: null, isPeriod: null, cycleDay: null, pain: null, symptoms: null, memo: null },
        }
      : { phase, isPredicted, ...rest, sharedWithTrainer: isShared },
}
