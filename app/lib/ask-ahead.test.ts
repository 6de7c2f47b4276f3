import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each test has a module of its own, since the requests of a second are counted there.
let askAhead: typeof import('./ask-ahead').askAhead
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  askAhead = (await import('./ask-ahead')).askAhead
})
afterEach(() => vi.useRealTimers())

test('what the pointer passes is not asked for', () => {
  const ask = vi.fn()
  for (const entry of ['statistics', 'members', 'shops']) {
    askAhead(() => ask(entry))
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(100)
  expect(ask.mock.calls).toEqual([['shops']])
})

test('at most two requests a second are sent ahead; of those that wait only the last is', () => {
  const ask = vi.fn()
  for (const row of [1, 2, 3, 4]) {
    askAhead(() => ask(row))
    vi.advanceTimersByTime(100)
  }
  expect(ask.mock.calls).toEqual([[1], [2]])
  vi.advanceTimersByTime(1000)
  expect(ask.mock.calls).toEqual([[1], [2], [4]])
})

test('a request that was dropped is not sent', () => {
  const ask = vi.fn()
  askAhead(ask)()
  vi.advanceTimersByTime(100)
  expect(ask).not.toHaveBeenCalled()
})
