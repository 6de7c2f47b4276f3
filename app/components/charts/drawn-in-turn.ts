/** Charts that wait to be drawn: one a frame, so that a press is answered between two of them. */
const waiting: (() => void)[] = []

function next() {
  waiting.shift()?.()
  if (waiting.length > 0) requestAnimationFrame(next)
}

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 2000 }) : setTimeout(act, 200)

/**
 * Loads a chart when the browser is idle and draws it when its turn has come, or calls `fail` where it cannot be loaded.
 * The answer takes it back.
 */
export function drawnInTurn<Module>(
  load: () => Promise<Module>,
  draw: (module: Module) => void,
  fail: () => void = () => {},
): () => void {
  let isWanted = true
  whenIdle(() => {
    if (!isWanted) return
    load().then(
      (module) => {
        waiting.push(() => isWanted && draw(module))
        if (waiting.length === 1) requestAnimationFrame(next)
      },
      () => isWanted && fail(),
    )
  })
  return () => {
    isWanted = false
  }
}
