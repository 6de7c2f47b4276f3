import { expect, test } from 'vitest'
import { cohortName } from './cohort'

test('a cohort is labelled by its month, or by its days while incomplete', () => {
  expect(cohortName('2026-02-01', '2026-02-28')).toBe('2026年2月')
  expect(cohortName('2026-08-01', '2026-08-20')).toBe('2026/08/01〜08/20')
})
