import type { z } from 'zod'
import { BodyTempLog, ConditionLog, HealthcareLog, LocationLog, MenstrualLog } from '#contract/daily-log.ts'
import { feverFrom, type HealthcareKey, healthcareTypes, type LogKind } from '#contract/words/daily-log.ts'
import type { StoredLogs } from '../../daily-logs/stored.ts'

/** The logs as they are answered. */
export interface Logs extends Record<LogKind, object> {
  condition: z.output<typeof ConditionLog>
  healthcare: z.output<typeof HealthcareLog>
  location: z.output<typeof LocationLog>
  bodyTemp: z.output<typeof BodyTempLog>
  menstrual: z.output<typeof MenstrualLog>
}

/** What is written by another system is looked at before it is answered. */
export const logSchemas: { [K in LogKind]: z.ZodType<Logs[K]> } = {
  condition: ConditionLog,
  healthcare: HealthcareLog,
  location: LocationLog,
  bodyTemp: BodyTempLog,
  menstrual: MenstrualLog,
}

export interface Reader {
  /** A trainer learns the phase, and nothing else of the cycle. */
  isPhaseOnly: boolean
  isShared: boolean
}

/** What is stored of a day as it is answered. */
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
