import { getRequest, getRequestHeader, setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import type { z } from 'zod'
import { type Endpoint, type Output, type SeenInput, split } from '#contract/endpoint.ts'
import { ApiError, type ApiErrorBody, errorMessage, maxMessageLength } from '#contract/errors.ts'
import { fieldsOf, installJapaneseMessages } from '#contract/messages.ts'
import { rightsPrintHeader } from '#contract/rights-print.ts'
import { sessionEnds } from '#contract/words/session.ts'
import { adminApiBaseUrl, clientAddressHeader, proxyKey } from './environment.server'
import { JsonText } from './json-text'
import { unforeseen } from './unforeseen.server'

installJapaneseMessages()

/** How far a call came: into our middleware (`reached`), or through it with an error of ours (`handled`). */
export const progressHeader = 'x-karada-call'

/** Says that the request was understood: what fails from here on is not the caller's grammar. */
export const markReached = () => setResponseHeader(progressHeader, 'reached')

/** Upstream deadlines in milliseconds; staff wait no longer than this for a sentence. */
const deadline = { read: 15_000, write: 30_000, upload: 60_000 } as const
/** An answer larger than this is no answer of ours. */
const maxAnswerBytes = 16 * 1024 * 1024

/** The server function's validator: the endpoint's own schema, refused with Japanese messages at their fields. */
export const input =
  <E extends Endpoint>(endpoint: E) =>
  (data: SeenInput<E>): z.output<E['input']> => {
    const parsed = endpoint.input.safeParse(data ?? {})
    if (!parsed.success) throw new ApiError('invalid', { fields: fieldsOf(parsed.error) })
    return parsed.data as z.output<E['input']>
  }

/** The server function's handler: one call to the admin API, its answer or its error handed on whole. */
export const proxy =
  <E extends Endpoint>(endpoint: E) =>
  async ({ data }: { data: z.output<E['input']> }): Promise<Output<E>> => {
    const { path, query, body } = split(endpoint, data as Record<string, unknown>)
    const write = endpoint.method !== 'GET'
    const headers = forwardedHeaders('application/json')
    if (body !== undefined) headers.set('content-type', 'application/json')

    const kind = endpoint.maxBodyBytes ? 'upload' : write ? 'write' : 'read'
    const signal = AbortSignal.any([getRequest().signal, AbortSignal.timeout(deadline[kind])])
    const answer = await reach(`${adminApiBaseUrl()}${path}${query}`, {
      method: endpoint.method,
      headers,
      body,
      redirect: 'manual',
      signal,
    })
    if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.json)
    // In the browser, where the types are read, it is the answer itself.
    return new JsonText(promised(endpoint, answer)) as never
  }

/** The answer's text where it is what the contract says; without what the contract does not know; else a refusal. */
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

/** What the API hears of the caller: token, idempotency key, user agent, and the address under our own key. */
export function forwardedHeaders(accept: string): Headers {
  const headers = new Headers({ accept, 'accept-language': 'ja' })
  for (const name of ['authorization', 'idempotency-key', 'user-agent']) {
    const value = getRequestHeader(name as 'authorization')
    if (value) headers.set(name, value)
  }
  for (const [name, value] of Object.entries(callerOf((name) => getRequestHeader(name as 'x-real-ip')))) {
    headers.set(name, value)
  }
  return headers
}

/** The caller's address, under our own key. */
export function callerOf(read: (header: string) => string | null | undefined): Record<string, string> {
  const [key, said] = [proxyKey(), clientAddressHeader()]
  const address = said && read(said)
  return key && address ? { 'x-karada-proxy-key': key, 'x-forwarded-for': address } : {}
}

async function reach(url: string, init: RequestInit): Promise<{ status: number; text: string; json: unknown }> {
  try {
    const response = await fetch(url, init)
    const print = response.headers.get(rightsPrintHeader)
    if (print && /^\w{1,8}$/.test(print)) setResponseHeader(rightsPrintHeader as 'etag', print)
    const text = await readBounded(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, text, json: isJson ? parse(text) : undefined }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof Error && error.name === 'TimeoutError') throw new ApiError('timeout')
    throw new ApiError('network')
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

/** The API's own error when it speaks our form; otherwise one generic sentence, never the upstream's page or trace. */
export function refusal(status: number, json: unknown): ApiError {
  const body = json as Partial<ApiErrorBody> | undefined
  const spoken =
    typeof body === 'object' && body !== null && typeof body.code === 'string' && Object.hasOwn(errorMessage, body.code)
  if (!spoken) return new ApiError('upstream')
  return new ApiError(body.code as ApiErrorBody['code'], {
    ...(status < 500 && typeof body.message === 'string' ? { message: body.message } : {}),
    ...(body.fields && { fields: sentencesOf(body.fields) }),
    ...(typeof body.ref === 'string' && { ref: body.ref.slice(0, 64) }),
    ...(body.current !== undefined && { current: body.current }),
    ...(typeof body.retryAfter === 'number' && { retryAfter: body.retryAfter }),
    ...(body.endedBy && Object.hasOwn(sessionEnds, body.endedBy) && { endedBy: body.endedBy }),
  })
}

const mostFields = 100

/** Messages as a form shows them: text, and not too much of it; what is something else is left out. */
function sentencesOf(fields: unknown): Record<string, string> {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields).slice(0, mostFields) : []
  const sentences = entries.flatMap(([field, message]) =>
    typeof message === 'string' ? [[field.slice(0, 100), message.slice(0, maxMessageLength)] as const] : [],
  )
  return Object.fromEntries(sentences)
}

/** Gives an error its HTTP status and keeps everything unforeseen on this side, behind a reference number. */
export function toApiError(thrown: unknown): ApiError {
  const error = thrown instanceof ApiError ? thrown : unforeseen('serverFunction', thrown)
  setResponseStatus(error.status)
  setResponseHeader(progressHeader, 'handled')
  return error
}
