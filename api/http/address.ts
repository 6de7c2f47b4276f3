import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The client's address: from our app's server if it sends the shared key, else the connection's remote address. Null
 * without a connection.
 */
export function createAddressOf(proxyKey: string | null): (c: Context) => string | null {
  const expected = proxyKey === null ? null : digest(proxyKey)
  return (c) => {
    const [key, forwarded] = [c.req.header('x-karada-proxy-key'), c.req.header('x-forwarded-for')]
    const isOurApp = expected !== null && key !== undefined && timingSafeEqual(digest(key), expected)
    if (isOurApp && forwarded !== undefined && isIP(forwarded)) return plain(forwarded)
    const peer = (c.env as { incoming?: unknown } | undefined)?.incoming ? getConnInfo(c).remote.address : undefined
    return peer === undefined ? null : plain(peer)
  }
}

/** An IPv4 address, also where the system writes it as an IPv6 one. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The network of one customer: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
