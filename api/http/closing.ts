import type { ServerType } from '@hono/node-server'

/**
 * Accepts no new connections, lets requests in flight finish, and closes every idle connection:
 * one kept alive for later, or one that a browser opened in advance and never used. Resolves when all are closed.
 */
export function closeWhenAnswered(server: ServerType): () => Promise<void> {
  let inFlight = 0
  server.on('request', (_request: unknown, response: NodeJS.EventEmitter) => {
    inFlight += 1
    response.once('close', () => {
      inFlight -= 1
    })
  })
  return () =>
    new Promise((resolve) => {
      const closing = setInterval(() => {
        if (inFlight === 0 && 'closeAllConnections' in server) server.closeAllConnections()
      }, 50)
      server.close(() => {
        clearInterval(closing)
        resolve()
      })
    })
}
