import type { ServerType } from '@hono/node-server'

/** A connection without a request for this long has none on its way: its client opened it in advance, or keeps it. */
const silentMilliseconds = 300

/**
 * Accepts no new connections, answers every request of those that were accepted, read or not, and closes them.
 * Resolves when all are closed.
 */
export function closeWhenAnswered(server: ServerType): () => Promise<void> {
  let inFlight = 0
  let lastAt = 0
  let isClosing = false
  server.on(
    'request',
    (_request: unknown, response: NodeJS.EventEmitter & { setHeader(name: string, value: string): void }) => {
      inFlight += 1
      if (isClosing) response.setHeader('Connection', 'close')
      response.once('close', () => {
        inFlight -= 1
        lastAt = performance.now()
      })
    },
  )
  return async () => {
    isClosing = true
    await breath()
    await new Promise<void>((resolve) => {
      const closing = setInterval(() => {
        const isSilent = inFlight === 0 && performance.now() - lastAt > silentMilliseconds
        // What arrived while the loop was busy is read before a timer runs twice.
        if (isSilent && 'closeAllConnections' in server)
          setImmediate(() => inFlight === 0 && server.closeAllConnections())
      }, 50)
      lastAt = performance.now()
      server.close(() => {
        clearInterval(closing)
        resolve()
      })
    })
  }
}

/**
 * Waits until the loop goes round at once, for a second at most: then every connection that the system has completed has
 * been accepted. Those still in its queue when the server closes would be cut.
 */
async function breath() {
  const until = performance.now() + 1_000
  for (let turned = 0; performance.now() < until; ) {
    const started = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    turned = performance.now() - started < 2 ? turned + 1 : 0
    if (turned >= 3) return
  }
}
