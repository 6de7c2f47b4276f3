import type { LogKind } from '#contract/words/daily-log.ts'
import type { LogOf, LogRow } from './logs'

/** A list row with a test's values of the day. */
export const rowOf = <K extends LogKind>(date: string, log: LogOf<K> | null): LogRow<K> =>
  ({
    ...{ id: date, date, source: 'manual', recordedAt: `${date}T08:00:00.000+09:00`, log },
    member: {
      ...{ id: 'm', memberNo: '1', lastName: '山田', firstName: '花子', lastNameKana: null, firstNameKana: null },
    },
    shop: { id: 's', name: '新宿店' },
  }) as LogRow<K>

export const condition = (more: Partial<LogOf<'condition'>> = {}): LogOf<'condition'> => ({
  ...{ mood: 'happy', fatigue: 1, sleepQuality: 4, stress: 0, painParts: [], comment: null },
  ...more,
})

export const location = (more: Partial<LogOf<'location'>> = {}): LogOf<'location'> => ({
  ...{ totalDistance: 4.2, homeStayMin: 800, outMin: 500, gymStayMin: 0, shopVisited: false },
  ...{ visitedPlaceCount: 2, topPlaces: [], firstOutAt: null, lastHomeAt: null },
  ...more,
})

export const menstrual = (more: Partial<LogOf<'menstrual'>> = {}): LogOf<'menstrual'> => ({
  ...{ phase: 'follicular', isPredicted: false, flow: 'none', isPeriod: false, cycleDay: null },
  ...{ pain: 0, symptoms: [], memo: null, sharedWithTrainer: true },
  ...more,
})

type Measurement = LogOf<'healthcare'>['measurements'][number]
export const healthcare = (...some: (Pick<Measurement, 'key'> & Partial<Measurement>)[]): LogOf<'healthcare'> => ({
  measurements: some.map((one) => ({
    ...{ value: null, systolic: null, diastolic: null, unit: '', aggregate: 'avg', sampleCount: 1 },
    ...one,
  })),
})
