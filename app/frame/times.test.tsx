import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionSync } from '~/auth/session-sync'
import Toaster from '~/components/toaster.lazy'
import { useChangeShop, useShopChange } from '~/shop/selected-shop'
import { BusyBar } from './busy-bar'

// The specification's times, each seen from where it is used.

const router = vi.hoisted(() => ({ tell: new Map<string, () => void>() }))
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({
    subscribe: (event: string, listener: () => void) => {
      router.tell.set(event, listener)
      return () => {}
    },
  }),
}))
vi.mock('~/auth/session', () => ({
  sessionQuery: { queryKey: ['session'] },
  clearOwnStorage: () => {},
  useMe: () => undefined,
}))
vi.mock('~/identity/token', () => ({ startIdentity: () => new Promise(() => {}) }))
vi.mock('~/identity/leave', () => ({ endSession: vi.fn(), followOthers: vi.fn() }))
vi.mock('~/identity/stored-token', () => ({ identityEntry: () => 'entry' }))
vi.mock('~/identity/tab-person', () => ({ isOthersTab: () => false }))
vi.mock('~/lib/cookies', () => ({ remembered: () => undefined, remember: () => {}, isPhone: () => false }))

let queryClient: QueryClient
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  queryClient = new QueryClient()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the session is requested again every 180 seconds, and no longer after leaving', async () => {
  const ask = vi.fn(async () => ({}))
  await queryClient.fetchQuery({ queryKey: ['session'], queryFn: ask })
  const { unmount } = render(<SessionSync />, { wrapper: around })
  await pass(179_999)
  expect(ask).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(ask).toHaveBeenCalledTimes(2)
  await pass(180_000)
  expect(ask).toHaveBeenCalledTimes(3)
  unmount()
  await pass(360_000)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a change of shop shows its bar for 800 ms, and drops answers for the shop before it for 1,200 ms', async () => {
  const { result } = renderHook(() => ({ change: useChangeShop(), now: useShopChange() }), { wrapper: around })
  const readOld = () => {
    const read = queryClient.fetchQuery({
      queryKey: ['figures'],
      meta: { shop: '1' },
      queryFn: () => new Promise<string>((resolve) => setTimeout(resolve, 1_150, '新宿店の数字')),
    })
    read.catch(() => {})
  }
  act(() => result.current.change('2'))
  expect(result.current.now).toEqual({ bar: true, changing: true })
  await pass(799)
  expect(result.current.now.bar).toBe(true)
  // A screen that is still there asks for the shop before.
  readOld()
  await pass(1)
  expect(result.current.now).toEqual({ bar: false, changing: true })
  await pass(399)
  expect(result.current.now.changing).toBe(true)
  await pass(1)
  expect(result.current.now).toEqual({ bar: false, changing: false })
  await pass(2_000)
  expect(queryClient.getQueryData(['figures'])).toBeUndefined()
})

test('a screen that opens within 200 ms shows no bar', async () => {
  render(<BusyBar shopChanges={false} />)
  const isShown = () => document.querySelector('.animate-thin-bar') !== null
  act(() => router.tell.get('onBeforeNavigate')?.())
  await pass(199)
  expect(isShown()).toBe(false)
  await pass(1)
  expect(isShown()).toBe(true)
  act(() => router.tell.get('onResolved')?.())
  expect(isShown()).toBe(false)
})

test('a snackbar stays for 6,000 ms', async () => {
  render(<Toaster notices={[{ id: 1, kind: 'success', text: 'お知らせを登録しました。' }]} />)
  await pass(5_900)
  expect(
    screen.getByText('お知らせを登録しました。').closest('[data-sonner-toast]')?.getAttribute('data-removed'),
  ).toBe('false')
  await pass(200)
  await pass(1_000)
  expect(screen.queryByText('お知らせを登録しました。')).toBeNull()
})
