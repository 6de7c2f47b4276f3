import { getRequest, getRequestHeader, setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import type { z } from 'zod'
import { cutText } from '#contract/cut-text.ts'
import { type Endpoint, type Output, type SeenInput, split } from '#contract/endpoint.ts'
import {
  ApiError,
  type ApiErrorBody,
  type ApiErrorCode,
  errorMessage,
  maxMessageLength,
  rehearsalHeader,
} from '#contract/errors.ts'
import { fieldsOf, installJapaneseMessages } from '#contract/messages.ts'
import { rightsPrintHeader } from '#contract/rights-print.ts'
import { sessionEnds } from '#contract/words/session.ts'
import { adminApiBaseUrl, clientAddressHeader, proxyKey } from './environment.server'
import { unanswered } from './unanswered.server'
import { unforeseen } from './unforeseen.server'

installJapaneseMessages()

/** How far a call got: into our middleware (`reached`), or out of it with one of our errors (`handled`). */
export const progressHeader = 'x-karada-call'

/** Marks the request as well-formed: later failures are not the caller's syntax. */
export const markReached = () => setResponseHeader(progressHeader, 'reached')

/** Upstream timeouts in milliseconds: the longest wait before an error message appears. */
const deadline = { read: 15_000, write: 30_000, upload: 60_000 } as const
/** Larger responses cannot be from our API. */
const maxAnswerBytes = 16 * 1024 * 1024

/** Validator of a server function: the endpoint's schema, with Japanese messages per field. */
export const input =
  <E extends Endpoint>(endpoint: E) =>
  (data: SeenInput<E>): z.output<E['input']> => {
    const parsed = endpoint.input.safeParse(data ?? {})
    if (!parsed.success) throw new ApiError('invalid', { fields: fieldsOf(parsed.error) })
    return parsed.data as z.output<E['input']>
  }

/** Handler of a server function: one call to the admin API, passing on its response or error. */
export const proxy =
  <E extends Endpoint>(endpoint: E) =>
  async ({ data }: { data: z.output<E['input']> }): Promise<Output<E>> => {
    const { path, query, body } = split(endpoint, data as Record<string, unknown>)
    const write = endpoint.method !== 'GET'
    const headers = forwardedHeaders('application/json')
    if (body !== undefined) headers.set('content-type', 'application/json')

    const kind = endpoint.maxBodyBytes ? 'upload' : write ? 'write' : 'read'
    const time = deadline[kind]
    const signal = AbortSignal.any([getRequest().signal, AbortSignal.timeout(time)])
    const answer = await reach(`${adminApiBaseUrl()}${path}${query}`, {
      method: endpoint.method,
      headers,
      body,
      redirect: 'manual',
      signal,
      time,
    })
    if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.json)
    return passedOn(headers.has(rehearsalHeader) ? '{}' : promised(endpoint, answer))
  }

/**
 * JSON for the browser as it is: Start would serialise the object, or its text, in its own format at several times the
 * cost. Typed as the parsed value, which `adminFn.ts` reads from it in the browser.
 */
const passedOn = (json: string) => new Response(json, { headers: { 'content-type': 'application/json' } }) as never

/** The response as JSON text, validated and stripped of unknown keys by the contract; throws if it does not match. */
function promised(endpoint: Endpoint, { text, json }: { text: string; json: unknown }): string {
  const parsed = endpoint.output.safeParse(json)
  if (parsed.success) return text
  for (const { code, path, keys } of parsed.error.issues as { code: string; path: PropertyKey[]; keys?: string[] }[]) {
    const holder = path.reduce((inner, key) => (inner as Record<PropertyKey, unknown>)[key], json)
    if (code !== 'unrecognized_keys') {
      unforeseen('upstream', `${endpoint.method} ${endpoint.path}: ${code} at ${path.join('.')}`)
      throw new ApiError('upstream')
    }
    for (const key of keys ?? []) delete (holder as Record<string, unknown>)[key]
  }
  return JSON.stringify(json)
}

/** Headers forwarded to the API: token (empty without one), idempotency key, user agent, and the client address with our proxy key. */
export function forwardedHeaders(accept: string): Headers {
  const headers = new Headers({ accept, 'accept-language': 'ja', authorization: '' })
  for (const name of ['authorization', 'idempotency-key', rehearsalHeader, 'user-agent']) {
    const value = getRequestHeader(name as 'authorization')
    if (value) headers.set(name, value)
  }
  for (const [name, value] of Object.entries(callerOf((name) => getRequestHeader(name as 'x-real-ip')))) {
    headers.set(name, value)
  }
  return headers
}

/** The client's address, authenticated by our proxy key. */
export function callerOf(read: (header: string) => string | null | undefined): Record<string, string> {
  const [key, said] = [proxyKey(), clientAddressHeader()]
  const address = said && read(said)
  return key && address ? { 'x-karada-proxy-key': key, 'x-forwarded-for': address } : {}
}

async function reach(
  url: string,
  { time, ...init }: RequestInit & { time: number },
): Promise<{ status: number; text: string; json: unknown }> {
  try {
    const response = await fetch(url, init)
    const print = response.headers.get(rightsPrintHeader)
    if (print && /^\w{1,8}$/.test(print)) setResponseHeader(rightsPrintHeader as 'etag', print)
    const text = await readBounded(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, text, json: isJson ? parse(text) : undefined }
  } catch (error) {
    throw error instanceof ApiError ? error : unanswered(error, time)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBounded(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxAnswerBytes) {
      await reader.cancel().catch(() => {})
      throw new ApiError('upstream')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** What the statuses of an API that is not ours stand for, where its answer has a message. */
const codeOfForeign: Record<number, ApiErrorCode> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'invalid',
  429: 'rate_limited',
  503: 'busy',
}

const isJapanese = (text: string) => /[\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]/u.test(text)

/** The answer's message: from 500 up only a Japanese one, since others are a program's about itself. */
function messageOf({ message }: Partial<ApiErrorBody>, status: number): { message?: string } {
  if (typeof message !== 'string' || message.trim() === '') return {}
  return status < 500 || isJapanese(message) ? { message } : {}
}

/**
 * The API's error with its message; a generic one where an answer has neither our code nor a message. Never the
 * upstream's page or stack trace.
 */
export function refusal(status: number, json: unknown): ApiError {
  const body = typeof json === 'object' && json !== null ? (json as Partial<ApiErrorBody>) : {}
  const spoken = messageOf(body, status)
  if (typeof body.code !== 'string' || !Object.hasOwn(errorMessage, body.code)) {
    return new ApiError(spoken.message ? (codeOfForeign[status] ?? 'upstream') : 'upstream', spoken)
  }
  return new ApiError(body.code as ApiErrorBody['code'], {
    ...spoken,
    ...(body.fields && { fields: sentencesOf(body.fields) }),
    ...(typeof body.ref === 'string' && { ref: body.ref.slice(0, 64) }),
    ...(body.current !== undefined && { current: body.current }),
    ...(typeof body.retryAfter === 'number' && { retryAfter: body.retryAfter }),
    ...(body.endedBy && Object.hasOwn(sessionEnds, body.endedBy) && { endedBy: body.endedBy }),
  })
}

const mostFields = 100

/** Field messages for a form: only strings of limited length; anything else is dropped. */
function sentencesOf(fields: unknown): Record<string, string> {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields).slice(0, mostFields) : []
  const sentences = entries.flatMap(([field, message]) =>
    typeof message === 'string' ? [[cutText(field, 100), cutText(message, maxMessageLength)] as const] : [],
  )
  return Object.fromEntries(sentences)
}

/** Sets an error's HTTP status, and hides unexpected errors behind a reference number. */
export function toApiError(thrown: unknown): ApiError {
  const error = thrown instanceof ApiError ? thrown : unforeseen('serverFunction', thrown)
  setResponseStatus(error.status)
  setResponseHeader(progressHeader, 'handled')
  return error
}
