import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Place } from '../../api/process/config.ts'

export type S3Mode = 'works' | 'fails' | 'hangs' | 'failsInsideCopy'

/**
 * An S3 in memory, of what our driver sends: signed requests for objects of one bucket, two names a page. The real thing
 * is in `npm run drill -- storage`.
 */
export async function fakeS3() {
  const objects = new Map<string, { bytes: Buffer; at: Date }>()
  const state = { mode: 'works' as S3Mode, requests: 0 }
  const server = createServer((request, response) => {
    state.requests += 1
    if (state.mode === 'hangs') return
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void answer(request, Buffer.concat(parts), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place: S3Place = {
    ...{ kind: 's3', endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, region: 'us-east-1' },
    ...{ bucket: 'pictures', prefix: 'desk', keyId: 'id', secret: 'secret' },
  }

  async function answer(request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const url = new URL(request.url ?? '/', place.endpoint)
    const [, bucket, key] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? []
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(`<?xml version='1.0'?><Error><Code>${code}</Code></Error>`)
    if (state.mode === 'fails') return fail(503, 'SlowDown')
    if (request.headers.authorization !== (await signatureOf(request, url))) return fail(403, 'SignatureDoesNotMatch')
    if (bucket !== place.bucket) return fail(404, 'NoSuchBucket')
    if (!key) return response.writeHead(200).end(listing(url.searchParams))
    const source = request.headers['x-amz-copy-source']
    const found = objects.get(source ? String(source).slice(`/${bucket}/`.length) : key)
    if (request.method === 'PUT' && source === undefined) objects.set(key, { bytes: body, at: new Date() })
    else if (!found) return fail(404, 'NoSuchKey')
    else if (request.method === 'DELETE') objects.delete(key)
    else if (request.method === 'PUT' && state.mode === 'failsInsideCopy') {
      return response.writeHead(200).end('<Error><Code>InternalError</Code></Error>')
    } else if (request.method === 'PUT') objects.set(key, { ...found, at: new Date() })
    else {
      // To the second, as HTTP has it.
      response.setHeader('last-modified', found.at.toUTCString())
      return response.writeHead(200).end(request.method === 'GET' ? found.bytes : undefined)
    }
    response.writeHead(200).end()
  }

  function listing(search: URLSearchParams) {
    const all = [...objects].filter(([key]) => key.startsWith(search.get('prefix') ?? '')).sort()
    const from = Number(search.get('continuation-token') ?? 0)
    const entries = all
      .slice(from, from + 2)
      .map(([key, { at }]) => `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`)
    const isCut = from + 2 < all.length
    const next = isCut ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
  }

  function signatureOf(request: IncomingMessage, url: URL) {
    const signed = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? []
    const headers = Object.fromEntries(signed.map((name) => [name, String(request.headers[name] ?? '')]))
    return new AwsV4Signer({
      ...{ method: request.method ?? '', url: url.href, headers, datetime: headers['x-amz-date'] ?? '' },
      ...{ accessKeyId: place.keyId, secretAccessKey: place.secret, service: 's3', region: place.region },
    }).authHeader()
  }

  return { place, objects, state, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
