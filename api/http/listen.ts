import { type ServerType, serve } from '@hono/node-server'

type Fetch = NonNullable<Parameters<typeof serve>[0]['fetch']>

/** How long a client may take, in milliseconds, before its connection is closed. */
export interface Patience {
  /** From the connection, or the answer before, to the end of a request's headers. */
  headers: number
  /** To the end of its body: a picture may take as long to arrive as the app waits for its answer. */
  request: number
  /** Without a byte in either direction. */
  silence: number
}

/**
 * An idle connection may be used again for so long, in milliseconds, as the answer says, and is closed so much later:
 * under load the app may send late, and on one that is just being closed it would get no answer. Together they are less
 * than the time for headers, which begins with the answer before.
 */
export const idleFor = 15_000
export const closedAfter = 12_000

export const usualPatience: Patience = { headers: 30_000, request: 60_000, silence: 60_000 }

/** Serves over HTTP; resolves when it listens, rejects with the system's error when it cannot. */
export function listen(
  fetch: Fetch,
  { port, hostname }: { port: number; hostname: string },
  { headers, request, silence }: Patience = usualPatience,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: Math.min(idleFor, headers / 2),
      keepAliveTimeoutBuffer: Math.min(closedAfter, headers / 2),
      connectionsCheckingInterval: Math.ceil(headers / 6),
    }
    const server = serve({ fetch, hostname, port, serverOptions }, () => resolve(server))
    if ('setTimeout' in server) server.setTimeout(silence)
    server.on('error', reject)
  })
}
