import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { YearlyStats } from '#contract/report.ts'
import { nothing, period, sales, yearlyStats } from './reports.fixture'
import type { YearlySearch } from './year-queries'
import { Yearly } from './yearly'

interface LinkProps {
  to: string
  search?: Record<string, unknown>
  children: ReactNode
  'aria-label'?: string
}

// Covers the screen's states; the e2e tests check figures against the real API.
const rights = vi.hoisted(() => ({ permissions: {} }))
const answer = vi.hoisted(() => vi.fn<(call: { data: YearInput }) => Promise<YearlyStats>>())
vi.mock('~/functions/club-event', () => ({ listShownEvents: async () => ({ list: [], total: 0 }) }))
vi.mock('~/functions/report', () => ({ getYearlyStats: answer }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search = {}, children, 'aria-label': label }: LinkProps) => (
    <a href={`${to}?${JSON.stringify(search)}`} aria-label={label}>
      {children}
    </a>
  ),
  useRouter: () => ({ navigate: () => {} }),
}))
vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {}, isPhone: () => false }))
vi.mock('~/auth/session', () => ({
  useCan: () => () => true,
  useMe: () => ({
    staff: { displayName: '本部 花子' },
    permissions: rights.permissions,
    shops: [{ id: '1', code: 'S001', name: '新宿店', nameKana: null }],
  }),
}))

interface YearInput {
  shopId?: string
  year: number
  fiscalStartMonth: number
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T01:00:00Z'), toFake: ['Date'] })
  rights.permissions = {}
  answer.mockReset().mockImplementation(async ({ data }) => stats(data))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A year whose 期末在籍 equals its number; the current one is 速報. */
function stats({ shopId, year, fiscalStartMonth }: YearInput, change: Partial<YearlyStats> = {}): YearlyStats {
  const whole = yearlyStats()
  const members = { ...period.members, closing: year }
  return yearlyStats({
    requestInfo: { shopId: shopId ?? null, year, fiscalStartMonth },
    isProvisional: year === 2026,
    thisYearReport: { ...whole.thisYearReport, members, to: year === 2026 ? '2026-11-20' : '2027-03-31' },
    prevYearToSameDay: year === 2026 ? whole.prevYearToSameDay : null,
    ...change,
  })
}

function Page({ initial }: { initial: YearlySearch }) {
  const [search, setSearch] = useState(initial)
  return (
    <>
      <output data-testid="url">{JSON.stringify(search)}</output>
      <Yearly search={search} onSearchChange={setSearch} />
    </>
  )
}

const open = (initial: YearlySearch = { fiscalStartMonth: 4 }) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page initial={initial} />
    </QueryClientProvider>,
  )
const url = (): unknown => JSON.parse(screen.getByTestId('url').textContent ?? '{}')
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })

test('the running year opens, as 速報 and compared to the same day of last year', async () => {
  open()
  await screen.findAllByText('2,026')
  expect(screen.getByText('速報')).toBeTruthy()
  expect(screen.getAllByText('前年同日比').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: '次の年' })).toHaveProperty('disabled', true)
})

test('one year back is 確定 and compared to the whole year before', async () => {
  open()
  await screen.findAllByText('2,026')
  fireEvent.click(screen.getByRole('button', { name: '前の年' }))
  await screen.findAllByText('2,025')
  expect(screen.getByText('確定')).toBeTruthy()
  expect(screen.getAllByText('前年比').length).toBeGreaterThan(0)
  expect(url()).toEqual({ fiscalStartMonth: 4, year: 2025 })
})

test('a year may begin in any month, which the URL contains', async () => {
  open({})
  await screen.findAllByText('2,026')
  expect(answer.mock.lastCall?.[0].data).toEqual({ year: 2026, fiscalStartMonth: 1 })
  choose('期間の始まり', '4')
  await screen.findByRole('option', { name: '2026年度' })
  expect(answer.mock.lastCall?.[0].data).toEqual({ year: 2026, fiscalStartMonth: 4 })
  expect(url()).toEqual({ fiscalStartMonth: 4 })
})

test('年間退会率 and 平均月次退会率 are both shown, each with its formula', async () => {
  open()
  await screen.findAllByText('2,026')
  expect(screen.getByRole('button', { name: '年間退会率の説明' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '平均月次退会率の説明' })).toBeTruthy()
})

test('each month links to its own screen; future months are empty and not linked', async () => {
  open({ shop: '1', fiscalStartMonth: 4 })
  const table = await screen.findByRole('table', { name: /月ごとの集計/ })
  const april = within(table).getByRole('link', { name: '2026年4月' })
  expect(april.getAttribute('href')).toBe('/dashboard?{"shop":"1","month":"2026-04"}')
  expect(within(table).queryByRole('link', { name: '2027年3月' })).toBeNull()
  const march = within(table).getByRole('row', { name: /2027年3月/ })
  expect(
    within(march)
      .getAllByRole('cell')
      .every((cell) => cell.textContent === '–'),
  ).toBe(true)
  expect(within(table).getByRole('row', { name: /2026年11月/ }).textContent).toContain('（11/20時点）')
})

test('a figure links to its rows of the whole 年度', async () => {
  open({ shop: '1', fiscalStartMonth: 4 })
  const [link] = await screen.findAllByRole('link', { name: '退会 20名（退会した会員）' })
  expect(link?.getAttribute('href')).toBe(
    '/dashboard/members?{"figure":"withdrawals","shop":"1","year":2026,"fiscalStartMonth":4}',
  )
})

const tableOf = async (name: RegExp) => within(await screen.findByRole('table', { name }))
/** The charts as tables. */
const showTables = async () => {
  for (const button of await screen.findAllByRole('button', { name: '表で見る' })) fireEvent.click(button)
}
const hrefIn = (table: Awaited<ReturnType<typeof tableOf>>, name: string) =>
  table.getByRole('link', { name }).getAttribute('href')

test('a month’s figures link to its rows, the year’s to those of the 年度', async () => {
  open({ shop: '1', fiscalStartMonth: 4 })
  const table = await tableOf(/月ごとの集計/)
  expect(hrefIn(table, '2026年5月 退会 20名（退会した会員）')).toBe(
    '/dashboard/members?figure=withdrawals&shop=1&year=2026&month=5',
  )
  expect(hrefIn(table, '2026年5月 退会率 2.0%（退会した会員）')).toContain(
    'figure=withdrawals&shop=1&year=2026&month=5',
  )
  expect(hrefIn(table, '年計 退会 20名（退会した会員）')).toBe(
    '/dashboard/members?figure=withdrawals&shop=1&year=2026&fiscalStartMonth=4',
  )
})

test('this year’s and last year’s values link to their own month; the difference is not a link', async () => {
  open()
  await showTables()
  const table = await tableOf(/今年と前年/)
  expect(hrefIn(table, '2026年5月 期末在籍 1,005名の内訳')).toContain('year=2026&month=5')
  expect(hrefIn(table, '2025年5月 期末在籍 1,005名の内訳')).toContain('year=2025&month=5')
  expect(within(table.getByRole('row', { name: /2026年5月/ })).getAllByRole('link')).toHaveLength(2)
})

test('a month’s movements are listed individually, each linked to its rows', async () => {
  open()
  await showTables()
  const table = await tableOf(/入会・転入と退会・転出/)
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '月',
    '入会',
    '転入',
    '退会',
    '転出',
    '在籍',
  ])
  expect(hrefIn(table, '2026年5月 入会 25名の内訳')).toContain('figure=admissions&shop=all&year=2026&month=5')
  expect(table.queryByRole('link', { name: /転入/ })).toBeNull()
})

test('another figure can be compared, as chart or table', async () => {
  open()
  await screen.findAllByText('2,026')
  choose('比べる項目', 'visitCount')
  expect(screen.getByRole('figure', { name: /月ごとの来館数/ })).toBeTruthy()
  const [first] = screen.getAllByRole('button', { name: '表で見る' })
  if (first) fireEvent.click(first)
  expect(screen.getByRole('table', { name: /月ごとの来館数（今年と前年）/ })).toBeTruthy()
})

test('money is absent, not zero, if the response has none', async () => {
  open()
  await screen.findAllByText('2,026')
  expect(screen.queryByText(/売上/)).toBeNull()
  expect(screen.queryByText(/¥/)).toBeNull()
})

test('money is shown by category and month, with shares', async () => {
  const whole = yearlyStats()
  answer.mockImplementation(async ({ data }) =>
    stats(data, {
      thisYearReport: { ...whole.thisYearReport, sales },
      monthlyReports: whole.monthlyReports.map((month) => ({ ...month, sales })),
    }),
  )
  open()
  const table = await screen.findByRole('table', { name: /区分別売上/ })
  const april = within(table).getByRole('row', { name: /2026年4月/ })
  expect(april.textContent).toContain('¥8,351,000')
  expect(april.textContent).toContain('100.0%')
  expect(within(table).getByRole('row', { name: /2027年3月/ }).textContent).not.toContain('¥')
  expect(hrefIn(within(table), '2026年4月 会費 8,351,000円（会費の売上明細）')).toBe(
    '/dashboard/sales?category=membershipFee&figure=netSales&shop=all&year=2026&month=4',
  )
})

test('a trading partner sees 期末在籍 and 来館数 of calendar years, and cannot choose another start', async () => {
  rights.permissions = { 'report.members': 'aggregate' }
  open({ fiscalStartMonth: 4 })
  await screen.findAllByText('約2,026')
  expect(answer.mock.lastCall?.[0].data).toEqual({ year: 2026, fiscalStartMonth: 1 })
  expect(screen.getByText(/5単位の概数/)).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: '期間の始まり' })).toBeNull()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim())).toEqual([
    '在籍（11/20時点）',
    '来館数',
    '12か月の今年と前年',
    '月ごとの集計',
  ])
  const heads = within(screen.getByRole('table', { name: /月ごとの集計/ })).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['月', '在籍', '来館数'])
})

test('a trading partner sees when the figures of a year without a completed month will appear', async () => {
  rights.permissions = { 'report.members': 'aggregate' }
  answer.mockImplementation(async ({ data }) => stats(data, { dataAsOf: `${data.year}-01-20T23:59:59+09:00` }))
  open({})
  await screen.findByText('2026年の数値は、最初の月が終わると表示されます')
  expect(screen.getByRole('button', { name: '2025年を見る' })).toBeTruthy()
})

test('a year without data says so and offers the previous one', async () => {
  answer.mockImplementationOnce(async ({ data }) =>
    stats(data, { thisYearReport: { ...nothing, averageMonthlyChurn: null } }),
  )
  open({})
  await screen.findByText('2026年のデータはまだありません')
  fireEvent.click(screen.getByRole('button', { name: '2025年を見る' }))
  await screen.findAllByText('2,025')
})

test('a failure shows its reference number, and 再試行 loads the year', async () => {
  answer.mockRejectedValueOnce(new ApiError('internal', { ref: 'R-42' }))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('R-42')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  await screen.findAllByText('2,026')
})
