import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { MonthlyStats } from '#contract/report.ts'
import { getMonthlyStats } from '~/functions/report'
import { Dashboard } from './dashboard'
import type { DashboardSearch } from './queries'
import { monthlyStats, nothing, withMembers } from './reports.fixture'

// The screen's states alone: the figures come from the real API in the browser's tests.
vi.mock('~/functions/report', () => ({ getMonthlyStats: vi.fn(), getMonthlyStatsByShop: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useRouter: () => ({ navigate: vi.fn() }),
}))
vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {} }))
vi.mock('~/auth/session', () => ({
  useCan: () => () => true,
  useMe: () => ({
    staff: { displayName: '本部 花子' },
    shops: [
      { id: '1', code: 'S001', name: '新宿店', nameKana: null },
      { id: '2', code: 'S002', name: '吉祥寺店', nameKana: null },
    ],
  }),
}))
const answer = vi.mocked(getMonthlyStats) as unknown as ReturnType<
  typeof vi.fn<(call: { data: { shopId?: string; year: number; month: number } }) => Promise<MonthlyStats>>
>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T01:00:00Z'), toFake: ['Date'] })
  answer.mockReset().mockImplementation(async ({ data }) => stats(data))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A month whose 期末在籍 tells which one it is: shop, then month. */
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

test('where a movement is withheld there is no picture of them', async () => {
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

test('money is absent, not zero, where the answer has none', async () => {
  open()
  await screen.findAllByText('911')
  expect(screen.queryByText(/売上/)).toBeNull()
  expect(screen.queryByText(/¥/)).toBeNull()
})

test('one month back is 確定; further than the current month there is no way', async () => {
  open()
  await screen.findAllByText('911')
  expect(screen.getByRole('button', { name: '次の月' })).toHaveProperty('disabled', true)
  click('前の月')
  await screen.findAllByText('910')
  expect(screen.getByText('確定')).toBeTruthy()
  click('次の月')
  await screen.findAllByText('911')
})

test('the month on the screen stays while the next one loads', async () => {
  open()
  await screen.findAllByText('911')
  let finish = (_: MonthlyStats) => {}
  answer.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
  click('前の月')
  expect(screen.getAllByText('911').length).toBeGreaterThan(0)
  finish(stats({ year: 2026, month: 10 }))
  await screen.findAllByText('910')
})

test('figures of one shop are never shown under the name of another', async () => {
  open({ shop: '1' })
  await screen.findAllByText('111')
  answer.mockImplementation(() => new Promise(() => {}))
  click('店舗を変える')
  expect(screen.getAllByText('吉祥寺店').length).toBeGreaterThan(0)
  expect(screen.queryByText('111')).toBeNull()
})

test('a failure is told with its reference number, and 再試行 brings the month', async () => {
  answer.mockRejectedValueOnce(new ApiError('internal', { ref: 'R-42' }))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('R-42')
  expect(screen.getByRole('button', { name: '前の月' })).toBeTruthy()
  click('再試行')
  await screen.findAllByText('911')
})

test('a shop out of scope is refused with a way back to one’s own', async () => {
  answer.mockRejectedValueOnce(new ApiError('not_found'))
  open({ shop: '77' })
  await screen.findByText('この店舗は表示できません')
  click('担当店舗を表示')
  await screen.findAllByText('911')
})

test('withheld figures are 「–」 and the page says why', async () => {
  answer.mockImplementation(async ({ data }) => ({ ...stats(data), thisMonthReport: withMembers({ closing: null }) }))
  open()
  expect(await screen.findByText('「–」の項目は、5名未満のため表示していません。')).toBeTruthy()
})

test('a month without data says so and offers another', async () => {
  answer.mockImplementationOnce(async ({ data }) => ({ ...stats(data), thisMonthReport: nothing }))
  open()
  await screen.findByText('2026年11月のデータはまだありません')
  click('2026年10月を見る')
  await screen.findAllByText('910')
})
