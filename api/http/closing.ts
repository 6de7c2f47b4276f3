import { Server } from 'node:net'
import type { ServerType } from '@hono/node-server'

/** A connection without a request for this long is idle: opened in advance, or kept alive. */
const silentMilliseconds = 1_000
/** With no work left, a turn of the event loop takes less than this. */
const atOnceMilliseconds = 2
const longestWaitMilliseconds = 3_000

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

/**
 * Graceful shutdown: stops accepting connections, answers every request of the accepted ones, read or not, and closes
 * them. `held` replaces `fetch` for the server.
 */
export function createClosing<Env>(fetch: Fetch<Env>) {
  let inFlight = 0
  let lastAt = 0
  let accepted = 0
  let isClosing = false
  let stopsListening: Promise<void> | undefined

  /** Counts requests in flight. */
  function watch(server: ServerType) {
    server.on('connection', () => {
      accepted += 1
    })
    server.on(
      'request',
      (_: unknown, response: NodeJS.EventEmitter & { setHeader(name: string, value: string): void }) => {
        inFlight += 1
        if (isClosing) response.setHeader('Connection', 'close')
        response.once('close', () => {
          inFlight -= 1
          lastAt = performance.now()
        })
      },
    )
  }

  /** Resolves when everything is answered and closed. */
  async function close(server: ServerType): Promise<void> {
    isClosing = true
    // New work would keep the loop from accepting waiting connections, so it starts after these are accepted.
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    stopsListening = promise
    await loopIdle(() => accepted)
    // The HTTP server's own close would reset connections whose request is not read yet.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()))
    goOn()
    lastAt = performance.now()
    const closing = setInterval(() => {
      const isSilent = inFlight === 0 && performance.now() - lastAt > silentMilliseconds
      if (isSilent && 'closeAllConnections' in server) server.closeAllConnections()
    }, 50)
    await closed
    clearInterval(closing)
  }

  return {
    held: async (request: Request, env: Env) => {
      if (stopsListening) await stopsListening
      return fetch(request, env)
    },
    watch,
    close,
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Waits until the loop turns quickly and accepts nothing (it may accept one connection per turn): then all waiting
 * connections are accepted.
 */
async function loopIdle(accepted: () => number) {
  // Signals are delivered at the end of a turn.
  await turn()
  for (const until = performance.now() + longestWaitMilliseconds; performance.now() < until; ) {
    const [began, before] = [performance.now(), accepted()]
    await turn()
    if (performance.now() - began < atOnceMilliseconds && accepted() === before) return
  }
}
