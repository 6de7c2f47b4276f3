import type { healthcareType } from '#contract/daily-log.ts'
import { type HealthcareKey, healthcareTypes, healthcareType as typeOf } from '#contract/words/daily-log.ts'
import type { Handlers } from '../../context.ts'

export const healthcareTypeHandlers: Handlers<typeof healthcareType> = {
  list: async () => ({
    list: (Object.keys(healthcareTypes) as HealthcareKey[]).map((key, at) => {
      const { normal, ...type } = typeOf(key)
      return { key, ...type, normalFrom: normal?.[0] ?? null, normalTo: normal?.[1] ?? null, sortOrder: at + 1 }
    }),
  }),
}
