/** Charts that wait to be drawn: one a frame, so that a press is answered between two of them. */
const waiting: (() => void)[] = []

function next() {
  waiting.shift()?.()
  if (waiting.length > 0) requestAnimationFrame(next)
}

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 2000 }) : setTimeout(act, 200)

/** Loads a chart when the browser is idle and draws it when its turn has come; the answer takes it back. */
export function drawnInTurn<Module>(load: () => Promise<Module>, draw: (module: Module) => void): () => void {
  let isWanted = true
  whenIdle(() => {
    if (!isWanted) return
    load().then(
      (module) => {
        waiting.push(() => isWanted && draw(module))
        if (waiting.length === 1) requestAnimationFrame(next)
      },
      // The table has the figures; the next visit tries again.
      () => {},
    )
  })
  return () => {
    isWanted = false
  }
}
