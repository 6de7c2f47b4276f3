import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueue, type Limits, queueLimits } from './queue.ts'

/** Work that ends when it is told to, with the order in which it began. */
function worked(limits: Partial<Limits> = {}) {
  const queue = createQueue({ ...queueLimits.pglite, isPausing: false, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, more: Partial<Parameters<typeof queue>[0]> = {}) =>
    queue({ who: name.charAt(0), cost: 'light', isAlone: false, ...more }, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    await new Promise(setImmediate)
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, end }
}

test('people take turns, however many calls of one person wait', async () => {
  const { ask, begun, end } = worked({ every: { inAll: 1, ofOne: 1 } })
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name))
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a few of one person run at once, fewer heavy ones, and a light one passes those that wait', async () => {
  const { ask, begun, end } = worked({ every: { inAll: 4, ofOne: 2 }, heavy: { inAll: 2, ofOne: 1 } })
  const heavy = { cost: 'heavy' as const }
  const all = [ask('a1', heavy), ask('a2', heavy), ask('a3'), ask('b1', heavy), ask('c1', heavy), ask('c2')]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a3', 'b1', 'c2'])
  await end('b1')
  expect(begun.slice(4)).toEqual(['c1'])
  for (const name of ['a1', 'a3', 'c1', 'c2', 'a2']) await end(name)
  await Promise.all(all)
})

test('too many of one person are refused at once, others are not', async () => {
  const { ask, end } = worked({ waiting: 2 })
  const all = [ask('a1'), ask('a2'), ask('a3'), ask('b1')]
  await expect(ask('a4')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
})

test('whoever waits too long gets a 503 with Retry-After, and whoever has gone leaves the queue', async () => {
  const { ask, begun, end } = worked({ patience: 20 })
  const first = ask('a1')
  await expect(ask('a2')).rejects.toMatchObject({ code: 'busy', status: 503, retryAfter: 2 })
  const leaving = new AbortController()
  const gone = ask('a3', { gone: () => leaving.signal })
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ code: 'aborted' })
  await end('a1')
  await first
  expect(begun).toEqual(['a1'])
})

test('after work that nobody could interrupt a person with much of it pauses while others come, and only then', async () => {
  const { ask, begun, end } = worked({ isPausing: true })
  const write = { isAlone: true, cost: 'exclusive' as const }
  const first = ask('a1', write)
  await delay(150)
  const second = ask('a2', write)
  await end('a1')
  // Nobody else has come.
  expect(begun).toEqual(['a1', 'a2'])
  await delay(150)
  const other = ask('b1')
  const waiting = ['a3', 'a5', 'a6'].map((name) => ask(name, write))
  await end('a2')
  const read = ask('a4')
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a4'])
  for (const name of ['b1', 'a4']) await end(name)
  await Promise.all([first, second, other, read])
  expect(begun).not.toContain('a3')
  for (const one of waiting) void one.catch(() => {})
})

test.each(['pglite', 'postgres'] as const)(
  '%s: what nobody can interrupt takes less than a twentieth of the time of others',
  async (kind) => {
    // A machine that stops for a moment would turn 20 ms of work into a pause longer than the patience of those that wait.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const queue = createQueue(queueLimits[kind])
    const { ofOne } = queueLimits[kind].every
    const times: number[] = []
    const one = () =>
      queue({ cost: 'light', isAlone: true, who: 'a' }, async () => {
        times.push(performance.now())
        await new Promise((end) => setTimeout(end, 20))
      })
    void queue({ cost: 'light', isAlone: false, who: 'b' }, async () => {})
    const all = Promise.all(Array.from({ length: ofOne + 2 }, one))
    await vi.advanceTimersByTimeAsync(5_000)
    await all
    // As many as run at once have begun together.
    expect((times[ofOne] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20 * 20)
  },
)

test('whoever waits for each answer never pauses', async () => {
  const { ask, begun, end } = worked({ isPausing: true })
  const write = { isAlone: true, cost: 'exclusive' as const }
  const calls = [ask('a1', write), ask('b1')]
  await delay(150)
  // A second one, as when a choice is changed before the first answer.
  calls.push(ask('a2', write))
  await end('b1')
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await end('a2')
  await Promise.all(calls)
})
