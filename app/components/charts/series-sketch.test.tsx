import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { formatCount } from '~/lib/format'
import SeriesLive from './series-live'
import { SeriesSketch } from './series-sketch'
import { stripScale } from './strip'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Visits and members by day. */
function chartOf(bars: (number | null)[], line: (number | null)[]) {
  const { scale, lift, formatMark } = stripScale(bars, line)
  return {
    ...{ label: '来館数と在籍', scale, format: formatCount, formatMark, height: 330 },
    points: bars.map((bar, index) => {
      const members = line[index] ?? null
      return {
        ...{ key: String(index), label: String(index + 1), subLabel: '月' },
        values: { visits: bar, members: members === null ? null : lift(members) },
      }
    }),
    series: [
      { key: 'visits', label: '来館数', as: 'bar', tone: 'bar' },
      { key: 'members', label: '在籍', as: 'line', tone: 'line', showsEach: true },
    ] as const,
  }
}
const numbers = (all: Iterable<Element>, name: string) => [...all].map((one) => Number(one.getAttribute(name)))
/** Where a path goes, down from the top. */
const heightsOf = (path: Element | null | undefined) =>
  [...(path?.getAttribute('d') ?? '').matchAll(/[ML][\d.]+[ ,]([\d.]+)/g)].map(([, y]) => Number(y))

test('bars, line and marks stay where they are when the drawn chart replaces the sketch', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  const chart = chartOf([120, 45, 230, 180], [645, 652, 660, 651])
  const sketch = render(<SeriesSketch {...chart} />).container
  const drawn = render(<SeriesLive {...chart} firstWidth={600} />).container
  const bars = [...drawn.querySelectorAll('.recharts-bar-rectangle path')]
  expect(bars).toHaveLength(4)
  const floor = 330 - 38
  numbers(sketch.querySelectorAll('rect[rx]'), 'y').forEach((y, index) => {
    expect(numbers(bars, 'y')[index]).toBeCloseTo(y, 0)
    expect(numbers(bars, 'height')[index]).toBeCloseTo(floor - y, 0)
  })
  const line = heightsOf(drawn.querySelector('.recharts-line-curve'))
  expect(line).toHaveLength(4)
  heightsOf(sketch.querySelector('path[stroke-width="2"]')).forEach((y, index) => {
    expect(line[index]).toBeCloseTo(y, 0)
  })
  const marks = [...drawn.querySelectorAll('.recharts-yAxis-tick-labels text')]
  const sketched = [...sketch.querySelectorAll('g[transform]')]
  expect(marks.map((mark) => mark.textContent)).toEqual(sketched.map((mark) => mark.textContent))
  sketched.forEach((mark, index) => {
    const [, y] = mark.getAttribute('transform')?.match(/0 ([\d.]+)/) ?? []
    expect(numbers(marks, 'y')[index]).toBeCloseTo(Number(y), 0)
  })
})

test('days without a figure leave a gap in the line, not a zero', () => {
  const line = [3, 4, null, 5, 6]
  const { container } = render(
    <SeriesSketch
      {...chartOf(
        line.map(() => 0),
        line,
      )}
    />,
  )
  const path = container.querySelector('path[stroke-width="2"]')?.getAttribute('d') ?? ''
  expect(path.match(/[ML]/g)).toEqual(['M', 'L', 'M', 'L'])
})
