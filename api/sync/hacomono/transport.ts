import { lookup as resolveName } from 'node:dns'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ProviderFailure } from '../club-system.ts'

export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

export type Transport = (request: ProviderRequest) => Promise<Answered>

const mostBytes = 32 * 1024 * 1024

/** Addresses that are no host of the internet: this machine, private and link-local networks. */
const inside = new BlockList()
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  inside.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // IPv4 within IPv6: NAT64, Teredo, 6to4.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
] as const) {
  inside.addSubnet(net, bits, 'ipv6')
}

/** Whether a server at this address may be called. IPv4 within IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  return isIP(mapped) !== 0 && !inside.check(mapped, isIP(mapped) === 4 ? 'ipv4' : 'ipv6')
}

const refused = () =>
  new ProviderFailure('refused', '会員管理システムのアドレスが内部のネットワークを指しているため、接続しません。')

/** The address is checked where the connection is made, so that a name cannot point elsewhere after the check. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(refused(), '', 0)
    if (options.all) return done(null, addresses)
    const [first] = addresses as [{ address: string; family: number }]
    done(null, first.address, first.family)
  })
}

/**
 * Asks over HTTPS, in 20 seconds and 32 MB at most; redirects are answers like others. `isTrusted`: the operator named the
 * host, which then may be of this machine or a private network, and without TLS.
 */
export function openTransport({
  isTrusted,
  timeoutMs = 20_000,
}: {
  isTrusted: boolean
  timeoutMs?: number
}): Transport {
  return ({ method, url, headers, body }) => {
    const { protocol, hostname } = new URL(url)
    if (!isTrusted && (protocol !== 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)) throw refused()
    const send = protocol === 'https:' ? overHttps : overHttp
    return new Promise((resolve, reject) => {
      const sent = send(url, { method, headers, ...(!isTrusted && { lookup: lookupPublic }) }, (answer) => {
        const chunks: Buffer[] = []
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > mostBytes) sent.destroy(new Error('The answer is too large.'))
          else chunks.push(chunk)
        })
        answer.on('error', failed)
        answer.on('aborted', () => failed(new Error('The answer ended early.')))
        answer.on('end', () => {
          clearTimeout(limit)
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() })
        })
      })
      const limit = setTimeout(() => sent.destroy(new Error('No answer in time.')), timeoutMs)
      const failed = (error: Error) => {
        clearTimeout(limit)
        reject(error)
      }
      sent.on('error', failed)
      sent.end(body)
    })
  }
}
