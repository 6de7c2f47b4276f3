import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerType, serve } from '@hono/node-server'

type Fetch = NonNullable<Parameters<typeof serve>[0]['fetch']>

/** Time limits for a client, in milliseconds, before its connection is closed. */
export interface Patience {
  /** From the connection, or the previous answer, to the end of the request's headers. */
  headers: number
  /** To the end of the body: a picture upload may take as long as the app waits for an answer. */
  request: number
  /** Without a byte in either direction. */
  silence: number
}

/**
 * Keep-alive time that the answer announces, in milliseconds, and the grace period before the connection is closed: a
 * busy app may send late, and would get no answer on a closing connection. Together they must be less than the time
 * limit for headers, which starts with the previous answer.
 */
export const idleFor = 15_000
export const closedAfter = 12_000

/** How long a connection stays open, unread, after an answer that came before the end of the request's body. */
const lingering = 500

export const usualPatience: Patience = { headers: 30_000, request: 60_000, silence: 60_000 }

/** What is called here; a platform's `Request` cannot even be made of some others. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const allow = methods.join(', ')

/** Before anything reads the request: a method that nothing has, and a Host with which it has no address (`1.2.3.4.5`). */
const refusing =
  (fetch: Fetch): Fetch =>
  (request, env) => {
    if (!methods.includes(request.method)) return new Response(null, { status: 405, headers: { allow } })
    return URL.canParse(request.url) ? fetch(request, env) : new Response(null, { status: 400 })
  }

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
    const server = serve({ fetch: refusing(fetch), hostname, port, serverOptions, autoCleanupIncoming: false }, () =>
      resolve(server),
    )
    if ('setTimeout' in server) server.setTimeout(silence)
    // Before the one that answers, perhaps at once.
    server.prependListener('request', leaveUnread)
    // Without a listener the connection is closed without an answer.
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => {})
      socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allow}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    })
    server.on('error', reject)
  })
}

/**
 * Ends the connection of whoever was answered before the end of their body, instead of reading the rest of it. The
 * answer says so: a client that shares its connections would send another person's call on this one.
 */
function leaveUnread(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
  if (length === '0' && encoding === undefined) return
  const { shouldKeepAlive } = outgoing
  outgoing.shouldKeepAlive = false
  incoming.once('end', () => {
    outgoing.shouldKeepAlive = shouldKeepAlive
  })
  // A message that is destroyed before the answer ends has none any more.
  const { socket } = incoming
  outgoing.once('finish', () => {
    // Node begins to read and discard the rest after this event.
    setImmediate(() => {
      if (incoming.complete || socket.destroyed) return
      socket.pause()
      // Closed at once, the client would be reset before it has read the answer.
      socket.end()
      setTimeout(() => socket.destroy(), lingering).unref()
    })
  })
}
