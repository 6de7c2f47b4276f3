import { expect, test } from 'vitest'
import { healthcare } from './logs.fixture'
import { metricsOf, metricText, usualText } from './metrics'
import { slotsOf } from './period'

const slots = slotsOf(
  [
    {
      date: '2026-11-01',
      log: healthcare(
        { key: 'vital.dailyBloodPressure', systolic: 118, diastolic: 76 },
        { key: 'fitness.dailyStepCount', value: 8123 },
      ),
    },
    { date: '2026-11-03', log: healthcare({ key: 'fitness.dailyStepCount', value: 0 }) },
  ],
  '2026-11-01',
  '2026-11-04',
)

test('a metric without measurements has no chart; the others keep their order', () => {
  expect(metricsOf(slots).map(({ key }) => key)).toEqual(['fitness.dailyStepCount', 'vital.dailyBloodPressure'])
})

test('a day without a measurement is a gap; a measured 0 is not', () => {
  expect(metricsOf(slots)[0]?.days.map(({ value }) => value)).toEqual([8123, null, 0, null])
})

test('the latest value is that of the last day with one', () => {
  expect(metricsOf(slots)[0]?.newest).toMatchObject({ date: '2026-11-03', value: 0 })
})

test('blood pressure reaches from the lower to the upper value', () => {
  expect(metricsOf(slots)[1]?.newest.range).toEqual([76, 118])
  expect(metricText('vital.dailyBloodPressure', { value: null, range: [76, 118] })).toBe('118/76')
})

test('a value has the decimals of its metric, none has a dash', () => {
  expect(metricText('sleep.dailySleepHour', { value: 7, range: null })).toBe('7.0')
  expect(metricText('fitness.dailyStepCount', { value: 8123, range: null })).toBe('8,123')
  expect(metricText('sleep.dailySleepHour', { value: null, range: null })).toBe('–')
})

test('a usual range has both ends, or only the lower one if the upper is meaningless', () => {
  expect(usualText('sleep.dailySleepHour')).toBe('6.0〜9.0時間')
  expect(usualText('fitness.dailyStepCount')).toBe('6,000歩以上')
  expect(usualText('body.dailyBodyFatPercentage')).toBeNull()
})

test('no log, no metric', () => {
  expect(metricsOf(slotsOf([], '2026-11-01', '2026-11-28'))).toEqual([])
})
