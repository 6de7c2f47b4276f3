import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
// Loaded before the first test, which need not wait for it.
import '~/components/charts/series-live'
import type { LogRow } from './logs'
import { condition, healthcare, location, menstrual, rowOf } from './logs.fixture'
import Drawn from './pictures.lazy'

vi.mock('~/lib/config', () => ({ publicConfig: () => ({ mapsKey: 'a-key' }) }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A browser that is idle, with every chart in view. */
function inView() {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.stubGlobal('requestIdleCallback', (act: () => void) => act())
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly notify: (entries: { isIntersecting: boolean }[]) => void
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = notify
      }
      observe() {
        this.notify([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
}

const november = { from: '2026-11-01', to: '2026-11-03' }
const asTable = (title: string) => fireEvent.click(screen.getByRole('button', { name: `${title}を表で見る` }))
const rowsOf = (label: string) =>
  within(screen.getByRole('region', { name: label }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
const cells = (grid: RegExp) =>
  within(screen.getByRole('grid', { name: grid }))
    .getAllByRole('gridcell')
    .map((cell) => cell.querySelector('.sr-only')?.textContent)

const moods: LogRow<'condition'>[] = [
  rowOf<'condition'>('2026-11-01', condition({ painParts: ['knee'] })),
  rowOf<'condition'>('2026-11-03', condition()),
]

test('each day’s mood is described in words, and a day without a log says so', () => {
  render(<Drawn kind="condition" days={moods} {...november} />)
  expect(cells(/気分/)).toEqual([
    '2026/11/01(日) いい感じ 疲労 1 睡眠の質 4 ストレス 0 痛み・違和感 ひざ',
    '2026/11/02(月) 記録なし',
    '2026/11/03(火) いい感じ 疲労 1 睡眠の質 4 ストレス 0',
  ])
})

test('the calendar is a single Tab stop, and arrow keys move between days', () => {
  render(<Drawn kind="condition" days={moods} {...november} />)
  const stops = () => screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)
  stops()[0]?.focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' })
  expect(document.activeElement?.textContent).toContain('2026/11/02(月)')
  expect(stops()).toEqual([document.activeElement])
})

test('a day without a log has no figures in the table, and a logged 0 is a 0', () => {
  render(<Drawn kind="condition" days={moods} {...november} />)
  asTable('疲労・睡眠の質・ストレス')
  expect(rowsOf('2026/11/01(日)〜2026/11/03(火)の疲労・睡眠の質・ストレス')).toEqual([
    ['2026/11/01(日)', '1', '4', '0'],
    ['2026/11/02(月)', '–', '–', '–'],
    ['2026/11/03(火)', '1', '4', '0'],
  ])
})

test('a line breaks at a day without a log', async () => {
  inView()
  const stress = [1, 2, 4, 5].map((day) => rowOf<'condition'>(`2026-11-0${day}`, condition({ stress: day % 4 })))
  render(<Drawn kind="condition" days={stress} from="2026-11-01" to="2026-11-05" />)
  const chart = await screen.findByRole('application', { name: /ストレス/ })
  const path = chart.querySelector('.recharts-line-curve')?.getAttribute('d') ?? ''
  expect(path.replace(/[^ML]/g, '')).toBe('MLML')
})

test('a bar of 0 is visible; a day without a log has none', async () => {
  inView()
  const days = [1, 3].map((day) => rowOf<'location'>(`2026-11-0${day}`, location({ gymStayMin: day === 1 ? 60 : 0 })))
  render(<Drawn kind="location" days={days} {...november} />)
  const bars = async (name: RegExp) =>
    [...(await screen.findByRole('application', { name })).querySelectorAll('.recharts-bar-rectangle path')].length
  expect(await bars(/ジム滞在/)).toBe(2)
  expect(await bars(/外出/)).toBe(4)
})

test('a period without logs has no empty charts', () => {
  for (const kind of ['condition', 'healthcare', 'location', 'bodyTemp', 'menstrual'] as const) {
    render(<Drawn kind={kind} days={[]} {...november} />)
    expect(screen.getByText('この期間の記録はありません。')).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
    cleanup()
  }
})

test('a metric shows its latest value and usual range', () => {
  const days = [rowOf<'healthcare'>('2026-11-02', healthcare({ key: 'vital.dailyHeartRate', value: 61 }))]
  render(<Drawn kind="healthcare" days={days} {...november} />)
  const figure = screen.getByText('心拍数').closest('figure')
  expect(figure?.textContent).toContain('11/2 61 回/分')
  expect(figure?.textContent).toContain('目安 50〜100回/分')
})

test('a usual range without an upper end reaches the top of the chart, and has its edge below', async () => {
  inView()
  const days = [rowOf<'healthcare'>('2026-11-02', healthcare({ key: 'fitness.dailyStepCount', value: 8123 }))]
  render(<Drawn kind="healthcare" days={days} {...november} />)
  const chart = await screen.findByRole('application', { name: /歩数/ })
  const lines = [...chart.querySelectorAll('.recharts-cartesian-grid-horizontal line')]
  const top = Math.min(...lines.map((line) => Number(line.getAttribute('y1'))))
  const band = chart.querySelector('.recharts-reference-area-rect')
  expect(Number(band?.getAttribute('y'))).toBe(top)
  const edges = [...chart.querySelectorAll('.recharts-reference-line-line')].map((line) => line.getAttribute('y1'))
  expect(edges).toEqual([String(top + Number(band?.getAttribute('height')))])
})

test('the table has both values of a blood pressure', () => {
  const pressure = healthcare({ key: 'vital.dailyBloodPressure', systolic: 118, diastolic: 76 })
  render(<Drawn kind="healthcare" days={[rowOf<'healthcare'>('2026-11-02', pressure)]} {...november} />)
  asTable('測定した項目')
  expect(rowsOf('2026/11/01(日)〜2026/11/03(火)の測定した項目').map(([, value]) => value)).toEqual(['–', '118/76', '–'])
})

test('a place photo is loaded from the maps service without revealing the page', () => {
  const park = { category: 'park', name: '中央公園', stayMin: 40, photoReference: 'a-photo' } as const
  render(
    <Drawn kind="location" days={[rowOf<'location'>('2026-11-01', location({ topPlaces: [park] }))]} {...november} />,
  )
  const picture = screen.getByRole('img', { name: '中央公園の写真' })
  expect(picture.getAttribute('src')).toContain('photo_reference=a-photo')
  expect(picture.getAttribute('referrerpolicy')).toBe('strict-origin')
})

const cycle = [1, 2, 3].map((day) =>
  rowOf<'menstrual'>(
    `2026-11-0${day}`,
    menstrual({ phase: 'menstrual', cycleDay: day, flow: 'heavy', isPredicted: day === 3 }),
  ),
)

test('the latest cycle is a ring whose text states phase and day', () => {
  render(<Drawn kind="menstrual" days={cycle} {...november} />)
  expect(screen.getByRole('img', { name: /^周期 2日目（2026\/11\/02\(月\)の記録）、月経期。/ })).toBeTruthy()
})

test('a predicted day is said to be one', () => {
  render(<Drawn kind="menstrual" days={cycle} {...november} />)
  expect(cells(/周期と経血量/).map((text) => text?.includes('予測'))).toEqual([false, false, true])
})

test('users who may only see phases get their calendar, and nothing else', () => {
  const none = { flow: null, isPeriod: null, cycleDay: null, pain: null, symptoms: null, memo: null }
  const days = [rowOf<'menstrual'>('2026-11-01', menstrual({ phase: 'luteal', ...none }))]
  render(<Drawn kind="menstrual" days={days} {...november} />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(document.body.textContent).not.toContain('経血量')
  expect(cells(/周期のカレンダー/)[0]).toBe('2026/11/01(日) 黄体期')
  asTable('周期のカレンダー')
  expect(rowsOf('2026/11/01(日)〜2026/11/03(火)の月経の記録')[0]).toEqual(['2026/11/01(日)', '黄体期', '–'])
})
