import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Place } from '../process/config.ts'
import { type Storage, StorageError, storedName } from './storage.ts'

/** Milliseconds that a call goes on trying. */
export interface Patience {
  operation: number
  upload: number
}

/** Where nobody waits: the specification's (0087). */
export const patienceOfCommands: Patience = { operation: 120_000, upload: 600_000 }
/** Where somebody waits, a save even with a connection of the database. */
export const patienceOfCalls: Patience = { operation: 5_000, upload: 10_000 }

/** No single request is waited for longer. */
const longestRequest = 60_000
/** After a call that got no answer, others fail at once for so long; then one tries whether it is back. */
const restMilliseconds = 5_000
/** The specification's, and the most that S3 lists at once. */
const namesAtOnce = 1_000

/** What a store's own codes mean to whoever operates it. */
const codes: Record<string, StorageError['code']> = {
  NoSuchBucket: 'no-default-bucket',
  // Moved to an archive by a rule of the bucket.
  InvalidObjectState: 'no-download-url',
}

interface Answer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** A bucket of an S3-compatible store. Only signed requests of ours: files get no public address. */
export function s3Storage({ endpoint, region, bucket, prefix, keyId, secret }: S3Place, patience: Patience): Storage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const folder = prefix === '' ? '' : `${prefix}/`
  const pathOf = (name: string) => {
    if (!storedName.test(name)) throw new Error('Not a name of ours')
    return `/${bucket}/${folder}${name}`
  }
  let restsUntil = 0

  /** Tries again until the limit where nothing answers, or the store says that the fault is its own. */
  async function send(path: string, init: RequestInit, limit = patience.operation): Promise<Answer> {
    const until = Date.now() + limit
    if (Date.now() < restsUntil) throw new StorageError('retry-limit-exceeded')
    if (restsUntil > 0) restsUntil = until
    for (let pause = 100, cause: unknown; ; pause = Math.min(pause * 2, 10_000)) {
      try {
        const signal = AbortSignal.timeout(Math.max(1, Math.min(until - Date.now(), longestRequest)))
        const answer = await client.fetch(endpoint + path, { ...init, signal })
        const bytes = new Uint8Array(await answer.arrayBuffer())
        // A copy that fails half-way is a 200 with an error in it.
        const isFault =
          answer.status >= 500 || answer.status === 429 || (answer.ok && errorOf(init, bytes) !== undefined)
        if (!isFault) {
          restsUntil = 0
          return { status: answer.status, headers: answer.headers, bytes }
        }
        cause = refusal(String(answer.status))
      } catch (error) {
        cause = error
      }
      const wait = pause * (0.5 + Math.random() / 2)
      if (Date.now() + wait >= until) {
        restsUntil = Date.now() + restMilliseconds
        throw new StorageError('retry-limit-exceeded', cause)
      }
      await sleep(wait)
    }
  }

  /** The answer, or null where the file is missing. */
  async function find(...request: Parameters<typeof send>): Promise<Answer | null> {
    const answer = await send(...request)
    if (answer.status >= 200 && answer.status < 300) return answer
    const code = /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(answer.bytes))?.[1] ?? ''
    if (answer.status === 404 && code !== 'NoSuchBucket') return null
    const isRefused = answer.status === 401 || answer.status === 403
    throw new StorageError(codes[code] ?? (isRefused ? 'unauthorized' : 'unknown'), refusal(`${answer.status} ${code}`))
  }

  return {
    put: async (name, bytes) => {
      const headers = { 'content-type': typeOf(name), 'x-amz-content-sha256': sha256(bytes) }
      const body = new Uint8Array(bytes)
      if (!(await find(pathOf(name), { method: 'PUT', headers, body }, patience.upload)))
        throw new StorageError('unknown')
    },
    get: async (name) => (storedName.test(name) ? ((await find(pathOf(name), {}))?.bytes ?? null) : null),
    // Copied onto itself, which changes nothing but its time.
    renew: async (name) => {
      if (!storedName.test(name)) return false
      const copy = { 'x-amz-copy-source': pathOf(name), 'x-amz-metadata-directive': 'REPLACE' }
      return (await find(pathOf(name), { method: 'PUT', headers: { ...copy, 'content-type': typeOf(name) } })) !== null
    },
    namesOlderThan: async (time) => {
      const old: string[] = []
      for (let next = ''; ; ) {
        const query = { 'list-type': '2', 'max-keys': String(namesAtOnce), prefix: folder }
        const search = new URLSearchParams({ ...query, ...(next && { 'continuation-token': next }) })
        const page = await find(`/${bucket}?${search}`, {})
        if (!page) throw new StorageError('no-default-bucket')
        const xml = new TextDecoder().decode(page.bytes)
        for (const [entry] of xml.matchAll(/<Contents>.*?<\/Contents>/gs)) {
          const name = textOf(entry, 'Key').slice(folder.length)
          if (storedName.test(name) && new Date(textOf(entry, 'LastModified')) < time) old.push(name)
        }
        next = textOf(xml, 'NextContinuationToken')
        if (textOf(xml, 'IsTruncated') !== 'true' || next === '') return old
      }
    },
    // S3 has no condition on a time: a renewal between both requests, some milliseconds, would be lost.
    removeOlderThan: async (time, name) => {
      const found = await find(pathOf(name), { method: 'HEAD' })
      if (found && new Date(found.headers.get('last-modified') ?? Date.now()) < time) {
        await find(pathOf(name), { method: 'DELETE' })
      }
    },
    hasRoom: async () => true,
  }
}

/** The log has codes only. */
const refusal = (code: string) => Object.assign(new Error(code), { code })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const typeOf = (name: string) => (name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')

/** The error within the answer to a write. */
const errorOf = ({ method }: RequestInit, bytes: Uint8Array) =>
  method === 'PUT' ? /<Error>/.exec(new TextDecoder().decode(bytes))?.[0] : undefined

const textOf = (xml: string, tag: string) =>
  (new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
