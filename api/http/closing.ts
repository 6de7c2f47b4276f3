import { Server } from 'node:net'
import type { ServerType } from '@hono/node-server'

/** A connection without a request for this long has none on its way: its client opened it in advance, or keeps it. */
const silentMilliseconds = 1_000
/** The loop goes round in less once nothing is being worked on. */
const atOnceMilliseconds = 2
const longestBreathMilliseconds = 3_000

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

/**
 * A server's end: it accepts no new connections, answers every request of those that were accepted, read or not, and
 * closes them. `held` is what the server is to call instead of `fetch`.
 */
export function createClosing<Env>(fetch: Fetch<Env>) {
  let inFlight = 0
  let lastAt = 0
  let accepted = 0
  let isClosing = false
  let stopsListening: Promise<void> | undefined

  /** Counts what is under way. */
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

  /** Resolves when all is answered and closed. */
  async function close(server: ServerType): Promise<void> {
    isClosing = true
    // Work that begins now would keep the loop from the connections that wait to be accepted: it begins when they are.
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    stopsListening = promise
    await breath(() => accepted)
    // An HTTP server's own close would cut each connection whose request it has not read yet.
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
 * Waits until the loop goes round at once and accepts nobody, of which it may accept one a turn: then it has accepted
 * every connection there is.
 */
async function breath(accepted: () => number) {
  // A signal is told at the end of a turn.
  await turn()
  for (const until = performance.now() + longestBreathMilliseconds; performance.now() < until; ) {
    const [began, before] = [performance.now(), accepted()]
    await turn()
    if (performance.now() - began < atOnceMilliseconds && accepted() === before) return
  }
}
