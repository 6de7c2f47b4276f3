import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each test has a module of its own, since the requests of a second are counted there.
let prefetchSoon: typeof import('./prefetch-soon').prefetchSoon
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  prefetchSoon = (await import('./prefetch-soon')).prefetchSoon
})
afterEach(() => vi.useRealTimers())

test('what the pointer passes is not requested', () => {
  const ask = vi.fn()
  for (const entry of ['statistics', 'members', 'shops']) {
    prefetchSoon(() => ask(entry))
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(100)
  expect(ask.mock.calls).toEqual([['shops']])
})

test('at most two requests a second are sent ahead; of those that wait only the last is', () => {
  const ask = vi.fn()
  for (const row of [1, 2, 3, 4]) {
    prefetchSoon(() => ask(row))
    vi.advanceTimersByTime(100)
  }
  expect(ask.mock.calls).toEqual([[1], [2]])
  vi.advanceTimersByTime(1000)
  expect(ask.mock.calls).toEqual([[1], [2], [4]])
})

test('a request that was dropped is not sent', () => {
  const ask = vi.fn()
  prefetchSoon(ask)()
  vi.advanceTimersByTime(100)
  expect(ask).not.toHaveBeenCalled()
})
