import { afterEach, expect, test, vi } from 'vitest'
import { drawnInTurn } from './drawn-in-turn'

afterEach(() => void vi.unstubAllGlobals())

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A browser that is idle at once, and whose frames come one by one. */
function browser() {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => act())
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  return { frame: () => frames.shift()?.() }
}

test('charts are drawn one a frame, and one that was left is not drawn', async () => {
  const { frame } = browser()
  const drawn: string[] = []
  const chart = (name: string) =>
    drawnInTurn(
      async () => name,
      (one) => drawn.push(one),
    )
  chart('first')
  const leave = chart('second')
  chart('third')
  await settled()
  expect(drawn).toEqual([])
  frame()
  expect(drawn).toEqual(['first'])
  leave()
  frame()
  frame()
  expect(drawn).toEqual(['first', 'third'])
})
