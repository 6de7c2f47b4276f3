import { expect, test } from 'vitest'
import { type WaterfallStep, waterfallBars } from './waterfall-geometry'

const month: WaterfallStep[] = [
  { label: '期首', value: 639, kind: 'total' },
  { label: '入会', value: 16, kind: 'in' },
  { label: '退会', value: 6, kind: 'out' },
  { label: '期末', value: 649, kind: 'total' },
]
const top = (label: string, steps = month) => {
  const bar = waterfallBars(steps).find((one) => one.label === label)
  return (bar?.bottom ?? 0) + (bar?.height ?? 0)
}
const bar = (label: string, steps = month) => waterfallBars(steps).find((one) => one.label === label)

test('each step begins where the one before it ended', () => {
  expect(bar('入会')?.bottom).toBeCloseTo(top('期首'))
  expect(top('退会')).toBeCloseTo(top('入会'))
  expect(top('期末')).toBeCloseTo(bar('退会')?.bottom ?? 0)
})

test('changes of the same size are equally high, whatever the totals', () => {
  const even = month.map((step) => (step.label === '退会' ? { ...step, value: 16 } : step))
  expect(bar('入会', even)?.height).toBeCloseTo(bar('退会', even)?.height ?? 0)
  const ofThousands = month.map((step) => (step.kind === 'total' ? { ...step, value: step.value + 9000 } : step))
  expect(bar('入会', ofThousands)?.height).toBeCloseTo(bar('入会')?.height ?? 0)
})

test('totals extend to the bottom edge, and everything lies inside the chart', () => {
  expect([bar('期首')?.bottom, bar('期末')?.bottom]).toEqual([0, 0])
  for (const { bottom, height, level } of waterfallBars(month)) {
    expect(bottom).toBeGreaterThanOrEqual(0)
    expect(bottom + height).toBeLessThan(1)
    expect(level).toBeGreaterThan(0)
  }
})

test('a month in which nothing moved has two totals of one height', () => {
  const quiet = month.map((step) => ({ ...step, value: step.kind === 'total' ? 639 : 0 }))
  expect(top('期首', quiet)).toBeCloseTo(top('期末', quiet))
  expect(bar('入会', quiet)?.height).toBe(0)
})
