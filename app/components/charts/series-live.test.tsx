import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatCount } from '~/lib/format'
import type { SeriesChartProps } from './series'
import SeriesLive from './series-live'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(328)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const months = Array.from({ length: 12 }, (_, at) => `${((at + 11) % 12) + 1}月`)
const chart = (values: readonly Record<string, number>[], rest: Partial<SeriesChartProps> = {}): SeriesChartProps => ({
  label: '入会',
  format: formatCount,
  series: [{ key: 'count', label: '入会', as: 'bar', tone: 1 }],
  points: values.map((one, at) => ({ key: String(at), label: months[at] ?? '', values: one })),
  ...rest,
})
const draw = (props: SeriesChartProps) => render(<SeriesLive {...props} firstWidth={328} />).container
const textsOf = (container: Element, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('on a phone the newest month has its label', () => {
  const drawn = draw(chart(months.map((_, at) => ({ count: 1000 + at }))))
  expect(textsOf(drawn, '.recharts-xAxis-tick-labels text').at(-1)).toBe('11月')
})

test('a scale has round figures', () => {
  const drawn = draw(chart(months.map((_, at) => ({ count: 1200 + at * 120 }))))
  expect(textsOf(drawn, '.recharts-yAxis-tick-labels text')).toEqual(['0', '1,000', '2,000', '3,000'])
})

test('each bar has its figure at its end, a stack its sum, and leavers theirs below', () => {
  // Nothing is drawn for the first: the others keep their own.
  const sideways = draw(chart([{ count: 0 }, { count: 1168 }, { count: 20 }], { isSideways: true }))
  expect(textsOf(sideways, '.bar-end')).toEqual(['1,168', '20'])
  cleanup()
  const stack = { as: 'bar', stack: 'moves' } as const
  const stacked = draw(
    chart([{ joined: 12, moved: 3, left: -7 }], {
      series: [
        { ...stack, key: 'joined', label: '入会', tone: 1 },
        { ...stack, key: 'moved', label: '転入', tone: 3 },
        { ...stack, key: 'left', label: '退会', tone: 2 },
      ],
    }),
  )
  expect(textsOf(stacked, '.bar-end').sort()).toEqual(['15', '▲7'])
})

test('events have numbers, which are no ▲', () => {
  const marks = [
    { key: '0', first: 1, last: 1, texts: ['休館日'] },
    { key: '11', first: 2, last: 3, texts: ['祝日', '休館日'] },
  ]
  const drawn = draw(
    chart(
      months.map(() => ({ count: 5 })),
      { marks },
    ),
  )
  expect(textsOf(drawn, '.event-mark text')).toEqual(['1', '2–3'])
  expect(drawn.textContent).not.toMatch(/[▲▼]/)
})
