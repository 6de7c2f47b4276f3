import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { MonthlyStats, MonthlyStatsByShop, PeriodReport, ShopMonth } from '#contract/report.ts'
import { Dashboard } from './dashboard'
import type { DashboardSearch } from './queries'
import { daysOf, monthlyStats, nothing, period, reach, sales, withMembers } from './reports.fixture'

interface LinkProps {
  to: string
  search?: Record<string, unknown>
  children: ReactNode
  'aria-label'?: string
}
const navigate = vi.hoisted(() => vi.fn())
const rights = vi.hoisted(() => ({ refused: [] as string[], permissions: {} }))

// Covers the screen's states; the e2e tests check figures against the real API.
const answer = vi.hoisted(() =>
  vi.fn<(call: { data: { shopId?: string; year: number; month: number } }) => Promise<MonthlyStats>>(),
)
const askShops = vi.hoisted(() =>
  vi.fn<(call: { data: { year: number; month: number } }) => Promise<MonthlyStatsByShop>>(),
)
vi.mock('~/functions/club-event', () => ({ listShownEvents: async () => ({ list: [], total: 0 }) }))
vi.mock('~/functions/report', () => ({ getMonthlyStats: answer, getMonthlyStatsByShop: askShops }))
// 「なぜ」 has stories of its own.
vi.mock('~/frame/why.lazy', () => ({ why: { WhyLink: () => null, WhySheet: () => null } }))
// 今日の対応 has its own tests.
vi.mock('~/functions/today', () => ({ getToday: async () => ({ on: '2026-11-21', lines: [] }) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search = {}, children, 'aria-label': label }: LinkProps) => (
    <a
      href={`${to}?${new URLSearchParams(Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))}`}
      aria-label={label}
    >
      {children}
    </a>
  ),
  Navigate: ({ search, replace }: { search: (was: object) => object; replace: boolean }) => {
    navigate({ search: search({ shop: '1' }), replace })
    return null
  },
  useRouter: () => ({ navigate }),
}))
vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {}, isPhone: () => false }))
vi.mock('~/auth/session', () => ({
  useCan: () => (permission: string) => !rights.refused.includes(permission),
  useMe: () => ({
    staff: { displayName: '本部 花子' },
    permissions: rights.permissions,
    shops: [
      { id: '1', code: 'S001', name: '新宿店', nameKana: null },
      { id: '2', code: 'S002', name: '吉祥寺店', nameKana: null },
    ],
  }),
}))
beforeAll(() => import('./more-panels.lazy'))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T01:00:00Z'), toFake: ['Date'] })
  rights.refused = []
  rights.permissions = {}
  navigate.mockReset()
  answer.mockReset().mockImplementation(async ({ data }) => stats(data))
  comeNear(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A month whose 期末在籍 encodes shop and month. */
function stats({ shopId, year, month }: { shopId?: string; year: number; month: number }): MonthlyStats {
  const isOpen = month === 11
  const closing = Number(shopId ?? 9) * 100 + month
  return monthlyStats({
    requestInfo: { shopId: shopId ?? null, year, month },
    isProvisional: isOpen,
    prevMonthReport: withMembers({ closing: 900 }),
    prevMonthToSameDay: isOpen ? withMembers({ closing: 900 }) : null,
    sameMonthLastYearReport: withMembers({ closing: 800 }),
    sameMonthLastYearToSameDay: isOpen ? withMembers({ closing: 800 }) : null,
    thisMonthReport: withMembers({ closing }),
  })
}

function Page({ initial }: { initial: DashboardSearch }) {
  const [search, setSearch] = useState(initial)
  return (
    <>
      <Dashboard search={search} onSearchChange={setSearch} />
      <button type="button" onClick={() => setSearch({ ...search, shop: '2' })}>
        店舗を変える
      </button>
    </>
  )
}

const open = (initial: DashboardSearch = {}) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page initial={initial} />
    </QueryClientProvider>,
  )

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the current month opens, as 速報 and compared to the same day', async () => {
  open()
  expect((await screen.findAllByText('911')).length).toBeGreaterThan(0)
  expect(screen.getByText('速報')).toBeTruthy()
  expect(screen.getAllByText('前月同日比').length).toBeGreaterThan(0)
  expect(screen.getByText('データ時点 2026/11/20(金) 23:59')).toBeTruthy()
})

test('a withheld movement hides the waterfall chart', async () => {
  const full = stats({ year: 2026, month: 11 })
  const { thisMonthReport } = full
  answer.mockResolvedValue({
    ...full,
    thisMonthReport: { ...thisMonthReport, members: { ...thisMonthReport.members, withdrawals: null } },
  })
  open()
  await screen.findByText('会員の動き')
  expect(screen.queryByRole('button', { name: 'グラフで見る' })).toBeNull()
})

test('money is absent, not zero, if the response has none', async () => {
  open()
  await screen.findAllByText('911')
  expect(screen.queryByText(/売上/)).toBeNull()
  expect(screen.queryByText(/¥/)).toBeNull()
})

test('the previous month is 確定; there is no link beyond the current month', async () => {
  open()
  await screen.findAllByText('911')
  expect(screen.getByRole('button', { name: '次の月' })).toHaveProperty('disabled', true)
  click('前の月')
  await screen.findAllByText('910')
  expect(screen.getByText('確定')).toBeTruthy()
  click('次の月')
  await screen.findAllByText('911')
})

test('the current month stays visible while the next one loads', async () => {
  open()
  await screen.findAllByText('911')
  let finish = (_: MonthlyStats) => {}
  answer.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
  click('前の月')
  expect(screen.getAllByText('911').length).toBeGreaterThan(0)
  finish(stats({ year: 2026, month: 10 }))
  await screen.findAllByText('910')
})

test('one shop’s figures are never shown under another shop’s name', async () => {
  open({ shop: '1' })
  await screen.findAllByText('111')
  answer.mockImplementation(() => new Promise(() => {}))
  click('店舗を変える')
  expect(screen.getAllByText('吉祥寺店').length).toBeGreaterThan(0)
  expect(screen.queryByText('111')).toBeNull()
})

test('a failure shows its reference number, and 再試行 loads the month', async () => {
  answer.mockRejectedValueOnce(new ApiError('internal', { ref: 'R-42' }))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('R-42')
  expect(screen.getByRole('button', { name: '前の月' })).toBeTruthy()
  click('再試行')
  await screen.findAllByText('911')
})

test('a shop out of scope shows an error with a link to the user’s shops', async () => {
  answer.mockRejectedValueOnce(new ApiError('not_found'))
  open({ shop: '77' })
  await screen.findByText('この店舗は表示できません')
  click('担当店舗を表示')
  await screen.findAllByText('911')
})

describe('a trading partner', () => {
  /** A partner's answer: rounded figures of the month once it is over, and no other block. */
  const partnerStats = (data: Parameters<typeof stats>[0], unique: number | null = 450): MonthlyStats => {
    const isOpen = data.month === 11
    const report = {
      ...nullsOf(period),
      members: { ...nullsOf(period.members), closing: isOpen ? null : 510 },
      visits: { ...nullsOf(period.visits), count: isOpen ? null : 3005, unique: isOpen ? null : unique },
    } as PeriodReport
    return {
      ...stats(data),
      prevMonthReport: { ...report, members: { ...report.members, closing: 500 } },
      prevMonthToSameDay: null,
      sameMonthLastYearReport: report,
      sameMonthLastYearToSameDay: null,
      thisMonthReport: report,
    }
  }
  const nullsOf = <T extends object>(figures: T): T =>
    JSON.parse(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? null : value)))
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim())

  beforeEach(() => {
    rights.permissions = { 'report.members': 'aggregate' }
    answer.mockImplementation(async ({ data }) => partnerStats(data))
  })

  test('first sees the last month that is over, from which Back does not return to the open one', async () => {
    open({ shop: '1' })
    await waitFor(() =>
      expect(navigate).toHaveBeenCalledWith({ search: { shop: '1', month: '2026-10' }, replace: true }),
    )
  })

  test('sees when an open month’s figures will appear, and opens the last month with one click', async () => {
    open({ shop: '1', month: '2026-11' })
    await screen.findByText('2026年11月の数値は、月が終わると表示されます')
    expect(headings()).toHaveLength(1)
    click('2026年10月を見る')
    await screen.findByText('約510')
  })

  test('sees three rounded figures of a shop’s month with an explanation, and no other card', async () => {
    open({ shop: '1', month: '2026-10' })
    await screen.findByText('約510')
    expect(screen.getByText(/5単位の概数/)).toBeTruthy()
    expect(headings()).toEqual(['期末在籍', '来館数', '来館者数'])
    const seen = screen.getByText('約プラス10名（約プラス2%）').previousElementSibling
    expect([seen?.textContent, seen?.getAttribute('aria-hidden')]).toEqual(['約+10名（約+2%）', 'true'])
    expect(seen?.parentElement?.parentElement?.className).not.toMatch(/text-(good|bad)/)
  })

  test('sees 「–」 for small groups', async () => {
    answer.mockImplementation(async ({ data }) => partnerStats(data, null))
    open({ shop: '1', month: '2026-10' })
    await screen.findByText('約510')
    expect(screen.getByText('–', { selector: 'p' })).toBeTruthy()
  })

  test('sees additive figures of several shops, and the shop comparison', async () => {
    comeNear(true)
    const answerOf = askShops.getMockImplementation()
    askShops.mockImplementation(async (call) => {
      const whole = (await answerOf?.(call)) as MonthlyStatsByShop
      return {
        ...whole,
        shops: whole.shops.map((shop) => ({ ...nullsOf(shop), closing: shop.closing, visits: shop.visits })),
      }
    })
    open({ shop: 'all', month: '2026-10' })
    const table = within(await screen.findByRole('table', { name: /店舗の比較/ }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '店舗',
      '期末在籍',
      '来館数',
    ])
    expect(headings()).toEqual(['期末在籍', '来館数', '店舗の比較'])
  })
})

test('a month without data says so and offers another', async () => {
  answer.mockImplementationOnce(async ({ data }) => ({ ...stats(data), thisMonthReport: nothing }))
  open()
  await screen.findByText('2026年11月のデータはまだありません')
  click('2026年10月を見る')
  await screen.findAllByText('910')
})

test('on the morning of the 1st the previous month is one click away, and nothing is shown as zero', async () => {
  answer.mockImplementationOnce(async ({ data }) => ({ ...stats(data), dataAsOf: '2026-10-31T23:59:59+09:00' }))
  open()
  await screen.findByText('2026年11月の集計はこれからです')
  expect(screen.getByText(/^データは2026\/10\/31\(土\) 23:59までです/)).toBeTruthy()
  click('2026年10月を見る')
  await screen.findAllByText('910')
})

/** Opens a month with these additional figures, and waits for the panels below. */
const openWith = async (change: Partial<MonthlyStats>, initial: DashboardSearch = { shop: '1' }) => {
  answer.mockImplementation(async ({ data }) => ({ ...stats(data), ...change }))
  open(initial)
  await screen.findByText('来館の時間帯')
  await waitFor(() => expect(document.querySelector('[data-slot="skeleton"]')).toBeNull())
}
const panel = (title: string) => {
  const card = screen.getByRole('heading', { name: title }).closest('section')
  if (!card) throw new Error(`no panel ${title}`)
  return within(card)
}

test('a month corrected after its end says so, with the date', async () => {
  await openWith({ correctedAt: '2026-11-21T14:05:00+09:00' })
  expect(screen.getByText('訂正あり')).toBeTruthy()
  expect(screen.getByText('2026/11/21(土) 14:05 に訂正')).toBeTruthy()
})

test('月次 and 年次 are two URLs of the same shop', async () => {
  await openWith({})
  const tabs = within(screen.getByRole('navigation', { name: '集計の期間' }))
  expect(tabs.getByRole('link', { name: '月次' }).getAttribute('href')).toBe('/dashboard?shop=1')
  expect(tabs.getByRole('link', { name: '年次' }).getAttribute('href')).toBe('/dashboard/yearly?shop=1')
})

test('a figure links to the members behind it, of this shop and month', async () => {
  await openWith({})
  const [link] = await screen.findAllByRole('link', { name: '退会 20名（退会した会員）' })
  expect(link?.getAttribute('href')).toBe('/dashboard/members?figure=withdrawals&shop=1&year=2026&month=11')
})

test('money links to the sales behind it, a category to its own sales', async () => {
  await openWith({ thisMonthReport: { ...period, sales } })
  const [link] = await screen.findAllByRole('link', { name: '売上 8,351,000円（売上明細）' })
  expect(link?.getAttribute('href')).toContain('/dashboard/sales?figure=netSales&shop=1')
  const kind = screen.getByRole('link', { name: '会費 8,351,000円（会費の売上明細）' })
  expect(kind.getAttribute('href')).toContain('category=membershipFee')
})

test('no figure links to empty rows, or to rows that the user may not read', async () => {
  await openWith({})
  expect(screen.queryByRole('link', { name: /^転入/ })).toBeNull()
  cleanup()
  rights.refused = ['member.read', 'reservation.read']
  await openWith({})
  expect(screen.queryByRole('link', { name: /の内訳(）)?$/ })).toBeNull()
})

test('bookings, classes and leads link to their rows', async () => {
  await openWith({})
  const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await hrefOf('無断キャンセル 44件の内訳')).toContain('/dashboard/reservations?figure=noShow&shop=1')
  expect(await hrefOf('定員 1,920席の内訳')).toContain('/dashboard/classes?figure=capacity')
  expect(await hrefOf('体験 26件の内訳')).toContain('/dashboard/leads?figure=trials')
  expect(await hrefOf('体験からの入会 13件の内訳')).toContain('/dashboard/leads?figure=trialsJoined')
})

test('a rate links to the rows it is derived from, and the link says so', async () => {
  await openWith({ thisMonthReport: { ...period, sales } })
  const hrefOf = async (name: string) => (await screen.findAllByRole('link', { name }))[0]?.getAttribute('href')
  expect(await hrefOf('退会率 2.9%（届出を含む退会 29名の内訳）')).toContain(
    '/dashboard/members?figure=knownWithdrawals',
  )
  expect(await hrefOf('実働率 70.0%（未来館者の内訳）')).toContain('figure=zeroVisitors')
  expect(await hrefOf('来館頻度（11/20時点） 4.3日（来館日数の内訳）')).toContain('figure=visitDays')
  expect(await hrefOf('予約枠稼働率 71.5%（クラスの内訳）')).toContain('/dashboard/classes?figure=slots')
  expect(await hrefOf('無断キャンセル率 3.3%（無断キャンセルの内訳）')).toContain('figure=noShow')
  expect(await hrefOf('体験入会率 50.0%（体験からの入会の内訳）')).toContain('figure=trialsJoined')
  expect(await hrefOf('客単価（11/20時点） 8,351円（売上明細）')).toContain('/dashboard/sales?figure=netSales')
  expect(await hrefOf('会費単価（11/20時点） 7,981円（会費の売上明細）')).toContain(
    'category=membershipFee&figure=netSales',
  )
  expect(await hrefOf('回収率 98.5%（未収金の内訳）')).toContain('figure=unpaid')
})

test('a rate without rows is not a link', async () => {
  const rates = { ...period.reservations, noShowRate: 0, attendanceRate: null }
  await openWith({ thisMonthReport: { ...period, reservations: rates, visits: { ...period.visits, rate: 1 } } })
  await screen.findByRole('link', { name: /^予約枠稼働率/ })
  expect(screen.queryByRole('link', { name: /^(無断キャンセル率|実出席率|実働率)/ })).toBeNull()
})

/** The days of the month as a table. */
const openDays = async () => {
  await openWith({ dailyReports: daysOf(30, 20) })
  fireEvent.click(panel('日ごとの来館と在籍').getByRole('button', { name: '表で見る' }))
  return within(screen.getByRole('table', { name: /日ごとの集計/ }))
}

test('a day’s figure links to that day’s rows; 0 is not a link', async () => {
  const table = await openDays()
  expect(table.getByRole('link', { name: '11月5日 入会 1名の内訳' }).getAttribute('href')).toBe(
    '/dashboard/members?figure=admissions&shop=1&year=2026&month=11&day=5',
  )
  expect(table.getByRole('link', { name: '11月5日 来館数 100回の内訳' }).getAttribute('href')).toContain(
    '/dashboard/visits?',
  )
  expect(table.queryByRole('link', { name: /転入/ })).toBeNull()
})

test('the days’ total links to the month’s rows', async () => {
  const table = await openDays()
  expect(table.getByRole('link', { name: '月計 入会 25名の内訳' }).getAttribute('href')).toBe(
    '/dashboard/members?figure=admissions&shop=1&year=2026&month=11',
  )
})

test('users who may not read members see plain numbers', async () => {
  rights.refused = ['member.read', 'reservation.read', 'dailyReport.read']
  const table = await openDays()
  expect(table.getByRole('row', { name: /11\/05/ }).textContent).toContain('100')
  expect(table.queryByRole('link')).toBeNull()
})

test('a day links to its daily report', async () => {
  const table = await openDays()
  expect(table.getByRole('link', { name: /11\/05.*の日報$/ }).getAttribute('href')).toBe('/shop-reports/1/2026-11-05')
})

test('a column of the daily table shows its formula', async () => {
  const table = await openDays()
  fireEvent.click(table.getByRole('button', { name: '在籍' }))
  expect((await screen.findByRole('dialog', { name: '在籍' })).textContent).toContain('期首在籍 ＋ 入会')
})

const quietHours = Array.from({ length: 7 }, () => Array<number>(24).fill(0))

test('目標 is shown with the actual value and the forecast', async () => {
  await openWith({
    visitHours: quietHours,
    target: { admissions: 30, withdrawals: 25, closing: 1010 },
    landing: { admissions: 38, withdrawals: 29, closing: 1014, admissionsError: 0.062 },
  })
  const aims = panel('目標と着地見込')
  expect(aims.getByText('83.3%')).toBeTruthy()
  expect(aims.getByText('38名').textContent).toContain('126.7%')
  const leaving = aims.getByRole('heading', { name: /^退会 ?（上限）$/ }).closest('li')
  expect(leaving?.textContent).toContain('上限に対する見込 116.0%')
  expect(leaving?.textContent).toContain('11/20時点20名')
  expect(aims.queryByText(/売上/, { selector: 'h3' })).toBeNull()
})

test.each([
  ['rising', 1.1, ['hatched', 'solid']],
  ['falling', 0.9, ['solid', 'hatched']],
])('the bar of a %s 期末在籍 is solid to 実績 and hatched to 着地見込, as in the legend', async (_, growth, drawn) => {
  const actual = 1000
  const closing = actual * growth
  await openWith({
    visitHours: quietHours,
    thisMonthReport: withMembers({ closing: actual }),
    landing: { admissions: 38, withdrawals: 29, closing, admissionsError: null },
  })
  const aim = panel('目標と着地見込').getByRole('heading', { name: '期末在籍' }).closest('li')
  const bars = [...(aim?.querySelectorAll<HTMLElement>('div[aria-hidden] > span') ?? [])].map((bar) => ({
    is: bar.className.includes('repeating-linear-gradient') ? 'hatched' : 'solid',
    width: Number.parseFloat(bar.style.width),
  }))
  // The shorter one lies on the longer one.
  expect(bars.map(({ is }) => is)).toEqual(drawn)
  expect(bars[0]?.width).toBeGreaterThan(bars[1]?.width ?? Number.NaN)
  const solid = bars.find(({ is }) => is === 'solid')?.width ?? 0
  expect(solid).toBeCloseTo((100 * actual) / (Math.max(actual, closing) * 1.04), 1)
})

test('without a target the panel says so, and still shows the forecast', async () => {
  await openWith({
    visitHours: quietHours,
    landing: { admissions: 38, withdrawals: 29, closing: 1014, admissionsError: 0.062 },
  })
  expect(panel('目標と着地見込').getByText(/この月の目標は登録されていません。/)).toBeTruthy()
  expect(panel('目標と着地見込').getByText('38名')).toBeTruthy()
  expect(panel('目標と着地見込').getByText(/誤差は、この12か月の平均で6.2%でした。/)).toBeTruthy()
})

test('a target explains how 着地見込 is counted, and its figure links to its rows', async () => {
  await openWith({
    visitHours: quietHours,
    landing: { admissions: 38, withdrawals: 29, closing: 1014, admissionsError: 0.062 },
  })
  const aims = panel('目標と着地見込')
  expect(aims.getByRole('link', { name: '入会 25名の内訳' }).getAttribute('href')).toContain('figure=admissions&shop=1')
  fireEvent.click(aims.getByRole('button', { name: '退会の説明' }))
  expect((await screen.findByRole('dialog', { name: '退会' })).textContent).toContain(
    '着地見込: これまでの退会 ＋ 分かっている退会の予定 ＋',
  )
})

test('a closed month does not explain 着地見込', async () => {
  await openWith({ visitHours: quietHours, target: { admissions: 30, withdrawals: 25, closing: 1010 } })
  fireEvent.click(panel('目標と着地見込').getByRole('button', { name: '退会の説明' }))
  expect((await screen.findByRole('dialog', { name: '退会' })).textContent).not.toContain('着地見込')
})

test('継続率 links to the cohort, and to those who stayed', async () => {
  const cohort = { months: 3 as const, from: '2026-08-01', to: '2026-08-31', joined: 40, kept: 36, rate: 0.9 }
  await openWith({ retention: [cohort] })
  const hrefOf = (name: string) =>
    panel('継続率と在籍力').getByRole('link', { name }).getAttribute('href')?.split('?')[1]
  const joined = 'figure=retentionJoined&shop=1&year=2026&month=11&months=3'
  expect(hrefOf('3か月 入会 40名の内訳')).toBe(joined)
  expect(hrefOf('3か月継続率 90.0%（継続率の対象の内訳）')).toBe(joined)
  expect(hrefOf('3か月 継続 36名の内訳')).toBe('figure=retentionKept&shop=1&year=2026&month=11&months=3')
})

test('継続率 names its cohort, 在籍力 has its formula', async () => {
  const cohort = { months: 3 as const, from: '2026-08-01', to: '2026-08-20', joined: 40, kept: 36, rate: 0.9 }
  await openWith({ retention: [cohort], equilibrium: 1234.5 })
  const card = panel('継続率と在籍力')
  expect(card.getByText('90.0%')).toBeTruthy()
  expect(card.getByText('2026/08/01〜08/20の入会')).toBeTruthy()
  expect(card.getByText(/^1,235/)).toBeTruthy()
  expect(card.getByRole('button', { name: '在籍力の説明' })).toBeTruthy()
})

const hours = Array.from({ length: 7 }, (_, dow) =>
  Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour <= 12 ? (dow + 1) * hour : 0)),
)

test('arrow keys move through the hours, and each announces its average', async () => {
  await openWith({ visitHours: hours, dailyReports: daysOf(30, 20) })
  const cell = (name: RegExp) => screen.getByRole('gridcell', { name })
  cell(/^月曜 10時台/).focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(cell(/^火曜 11時台 平均11.0回（3日で33回）$/))
})

test('keyboard navigation is independent of the pointer', async () => {
  await openWith({ visitHours: hours, dailyReports: daysOf(30, 20) })
  const cell = (name: RegExp) => screen.getByRole('gridcell', { name })
  cell(/^月曜 10時台/).focus()
  fireEvent.pointerEnter(cell(/^金曜 12時台/))
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(cell(/^月曜 11時台/))
})

test('the hours are available as a table', async () => {
  await openWith({ visitHours: hours, dailyReports: daysOf(30, 20) })
  fireEvent.click(panel('来館の時間帯').getByRole('button', { name: '表で見る' }))
  const table = screen.getByRole('table', { name: /曜日と時間帯ごとの来館数/ })
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['10時台', '11時台', '12時台', '1日の計'])
})

test('an average links to the visits of its weekday and hour, with their number', async () => {
  const noMondays = hours.map((day, dow) => (dow === 1 ? day.map(() => 0) : day))
  await openWith({ visitHours: noMondays, dailyReports: daysOf(30, 20) })
  fireEvent.click(panel('来館の時間帯').getByRole('button', { name: '表で見る' }))
  const table = within(screen.getByRole('table', { name: /曜日と時間帯ごとの来館数/ }))
  const hrefOf = (name: string) => table.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('火曜 11時台 平均 11.0回（来館数 33回の内訳）')).toBe(
    '/dashboard/visits?shop=1&year=2026&month=11&dow=2&hour=11',
  )
  expect(hrefOf('火曜 1日の平均 33.0回（来館数 99回の内訳）')).toBe('/dashboard/visits?shop=1&year=2026&month=11&dow=2')
  expect(table.queryByRole('link', { name: /^月曜/ })).toBeNull()
})

const shopMonth = (shopId: string, shopName: string, closing: number): ShopMonth => ({
  shopId,
  shopName,
  opening: 400,
  admissions: 12,
  withdrawals: 6,
  netGrowth: 6,
  transferIn: 0,
  transferOut: 0,
  closing,
  churnRate: 0.015,
  visits: 2000,
  visitRate: 0.8,
  utilization: 0.6,
  trialConversion: 0.5,
  target: null,
  scheduled: null,
  landing: null,
})

function comeNear(isNear: boolean) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly notify: (entries: { isIntersecting: boolean }[]) => void
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = notify
      }
      observe() {
        this.notify([{ isIntersecting: isNear }])
      }
      disconnect() {}
    },
  )
  askShops.mockReset().mockImplementation(async ({ data }) => ({
    requestInfo: data,
    generatedAt: '2026-11-21T10:00:00+09:00',
    reach,
    dataAsOf: '2026-11-20T23:59:59+09:00',
    isProvisional: true,
    shops: [shopMonth('1', '新宿店', 400), shopMonth('2', '吉祥寺店', 520)],
  }))
}

test('the shop comparison is loaded when scrolled near, not before', async () => {
  comeNear(false)
  open({ shop: 'all' })
  expect(await screen.findByRole('heading', { name: '店舗の比較' })).toBeTruthy()
  expect(askShops).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('beforeprint'))
  await waitFor(() => expect(askShops).toHaveBeenCalledOnce())
})

test('a panel far below is a heading until it is near; paper has all of it', async () => {
  comeNear(false)
  open({ shop: '1' })
  await screen.findByRole('heading', { name: '来館の時間帯' })
  expect(panel('来館の時間帯').queryByText('来館の記録がまだありません。')).toBeNull()
  await waitFor(() => {
    window.dispatchEvent(new Event('beforeprint'))
    expect(panel('来館の時間帯').getByText('来館の記録がまだありません。')).toBeTruthy()
  })
})

test('shops can be sorted by a figure, and each links to its own month', async () => {
  comeNear(true)
  await openWith({}, { shop: 'all', month: '2026-10' })
  const names = () => screen.getAllByRole('link', { name: /店$/ }).map((link) => link.textContent)
  await waitFor(() => expect(names()).toEqual(['新宿店', '吉祥寺店']))
  fireEvent.click(screen.getByRole('button', { name: '期末在籍' }))
  await waitFor(() => expect(names()).toEqual(['吉祥寺店', '新宿店']))
  expect(screen.getByRole('columnheader', { name: '期末在籍' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('link', { name: '吉祥寺店' }))
  expect(navigate).toHaveBeenCalledWith({ href: '/dashboard?shop=2&month=2026-10' })
})

/** Two shops side by side, with targets. */
const openShops = async () => {
  comeNear(true)
  const target = { admissions: 24, withdrawals: 12, closing: 400 }
  const answerOf = askShops.getMockImplementation()
  askShops.mockImplementation(async (call) => {
    const whole = (await answerOf?.(call)) as MonthlyStatsByShop
    return { ...whole, shops: whole.shops.map((shop) => ({ ...shop, target })) }
  })
  await openWith({}, { shop: 'all', month: '2026-10' })
  return within(await screen.findByRole('table', { name: /店舗の比較/ }))
}

test('a shop’s figure links to its rows, the total to those of all shops', async () => {
  const table = await openShops()
  expect(table.getByRole('link', { name: '吉祥寺店 退会 6名（退会した会員）' }).getAttribute('href')).toBe(
    '/dashboard/members?figure=withdrawals&shop=2&year=2026&month=10',
  )
  expect(table.getByRole('link', { name: '合計 退会 20名（退会した会員）' }).getAttribute('href')).toBe(
    '/dashboard/members?figure=withdrawals&shop=all&year=2026&month=10',
  )
})

test('a share of a target links to the rows of the actual value, and says so', async () => {
  const table = await openShops()
  const share = table.getByRole('link', { name: '吉祥寺店 退会の上限比 50.0%（退会した会員 6名）' })
  expect(share.getAttribute('href')).toContain('figure=withdrawals&shop=2')
})

test('a shop’s figure opens without reloading the page', async () => {
  const table = await openShops()
  fireEvent.click(table.getByRole('link', { name: '新宿店 入会 12名の内訳' }))
  expect(navigate).toHaveBeenCalledWith({
    href: '/dashboard/members?figure=admissions&shop=1&year=2026&month=10',
  })
})

test('a single shop has no comparison', async () => {
  comeNear(true)
  await openWith({})
  expect(screen.queryByRole('heading', { name: '店舗の比較' })).toBeNull()
  expect(askShops).not.toHaveBeenCalled()
})

test('users who may not export have neither print nor CSV', async () => {
  comeNear(true)
  rights.refused = ['report.export']
  await openWith({}, { shop: 'all' })
  await screen.findByRole('link', { name: '新宿店' })
  expect(screen.queryByRole('button', { name: /CSV|印刷/ })).toBeNull()
})
