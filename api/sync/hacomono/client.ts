import { z } from 'zod'
import { ProviderFailure } from '../club-system.ts'
import type { Answered, ProviderRequest, Transport } from './transport.ts'

/** How requests reach the provider; tests bring their own sleep and clock. */
export interface Line {
  send: Transport
  sleep: (ms: number) => Promise<unknown>
  now: () => Date
  /** A longer `retry-after` is a failure `limited`, and not waited for. */
  mostWaitSeconds: number
  /** Awaited before every call: the provider's limit, for all processes. */
  limit?: () => Promise<void>
}

/** Without this header the provider answers a page of its screens. */
const demanded = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
/** Pauses between tries while the provider may be busy. */
const pausesMs = [500, 2000]

const sentences = {
  unavailable: '会員管理システムが応答しません。時間をおいてお試しください。',
  notJson:
    '会員管理システムがデータではなく画面を返しました。ブランドコードを確認し、続く場合はもう一度接続してください。',
  unexpected: '会員管理システムの応答が想定と異なります。管理者に連絡してください。',
  client:
    '会員管理システムがこの製品を認めませんでした。CLUB_SYSTEM_CLIENT_ID と CLUB_SYSTEM_CLIENT_SECRET を確認してください。',
  unauthorized: '会員管理システムの許可が切れています。もう一度接続してください。',
  forbidden: '会員管理システムで、この項目の読み取りが許可されていません。提供元の権限の設定を確認してください。',
  refused: '会員管理システムが別の場所へ転送しようとしたため、接続しません。ブランドコードを確認してください。',
} as const

export const failureOf = (reason: keyof typeof sentences, of?: { isRefusal: boolean }) =>
  new ProviderFailure(reason === 'client' || reason === 'forbidden' ? 'refused' : reason, sentences[reason], of)

/**
 * The parsed JSON of an answer with status 2xx. What may be busy (429, 5xx, no answer, half an answer) is tried three
 * times; `retry-after` wins. Throws a ProviderFailure.
 */
export async function ask(line: Line, request: ProviderRequest): Promise<unknown> {
  for (let again = 0; ; again += 1) {
    const outcome = await once(line, { ...request, headers: { ...demanded, ...request.headers } })
    if ('json' in outcome) return outcome.json
    const pause = outcome.waitMs ?? pausesMs[again]
    if (again >= pausesMs.length || pause === undefined || outcome.isFinal) throw outcome.failure
    await line.sleep(pause)
  }
}

/** The answer of any status; waits once where the provider's limit is reached. */
export async function lookAt(line: Line, request: ProviderRequest): Promise<Answered> {
  const send = async () => {
    await line.limit?.()
    return line.send({ ...request, headers: { ...demanded, ...request.headers } })
  }
  const answer = await send()
  if (answer.status !== 429) return answer
  await line.sleep(Math.min(waitSeconds(answer.headers, line.now()), line.mostWaitSeconds) * 1000)
  return send()
}

/** As `ask`; null where the provider reports that there is no such record. */
export async function askOrNone(line: Line, request: ProviderRequest): Promise<unknown> {
  try {
    return await ask(line, request)
  } catch (error) {
    if (error instanceof NothingThere) return null
    throw error
  }
}

/** 404 in the club system's own words. Anything else with 404 is a wrong address, and says nothing of the record. */
class NothingThere extends ProviderFailure {}

const Refusal = z.object({ errors: z.array(z.looseObject({ code: z.string() })).min(1), data: z.null() })
/** `{ errors: [{ code, message }], data: null }` */
export const isRefusal = (body: string) => Refusal.safeParse(jsonOf(body)).success

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

type Outcome = { json: unknown } | { failure: ProviderFailure; isFinal?: boolean; waitMs?: number }

async function once({ send, now, limit, mostWaitSeconds }: Line, request: ProviderRequest): Promise<Outcome> {
  await limit?.()
  let answer: Answered
  try {
    answer = await send(request)
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    return { failure: failureOf('unavailable') }
  }
  const { status, headers, body } = answer
  if (status === 429) return limited(waitSeconds(headers, now()), mostWaitSeconds)
  if (status >= 500) return { failure: failureOf('unavailable') }
  if (status >= 400 && isClientRefused(body)) return { failure: failureOf('client'), isFinal: true }
  if (status === 401) return { failure: failureOf('unauthorized'), isFinal: true }
  if (status === 403 && !isGrantRefused(body))
    return { failure: failureOf('forbidden', { isRefusal: isRefusal(body) }), isFinal: true }
  if (status >= 300 && status < 400) return { failure: failureOf('refused'), isFinal: true }
  const isJson = headers['content-type']?.includes('json') ?? false
  if (status === 404 && isRefusal(body))
    return { failure: new NothingThere('unexpected', sentences.unexpected, { isRefusal: true }), isFinal: true }
  if (status >= 400)
    return { failure: isGrantRefused(body) ? failureOf('unauthorized') : failureOf('unexpected'), isFinal: true }
  if (!isJson) return { failure: failureOf('notJson'), isFinal: true }
  try {
    return { json: JSON.parse(body) }
  } catch {
    // Half a page.
    return { failure: failureOf('unavailable') }
  }
}

/** `retry-after` in seconds or as an HTTP date, which is compared with the clock of who sent it. */
function waitSeconds(headers: Answered['headers'], now: Date): number {
  const after = headers['retry-after'] ?? ''
  const theirs = Date.parse(headers.date ?? '')
  const seconds = /[A-Za-z]/.test(after)
    ? (Date.parse(after) - (Number.isNaN(theirs) ? now.getTime() : theirs)) / 1000
    : Number(after)
  return Math.max(1, Math.ceil(seconds) || 1)
}

function limited(seconds: number, mostWaitSeconds: number): Outcome {
  const failure = new ProviderFailure(
    'limited',
    `会員管理システムの利用回数の上限です。${seconds}秒後にお試しください。`,
  )
  return { failure, waitMs: seconds * 1000, isFinal: seconds > mostWaitSeconds }
}

/** Assumption: a code or a refresh token that is used up is answered as OAuth 2.0 says. */
const isGrantRefused = (body: string) => /"invalid_grant"/.test(body)

/** Assumption: so is a wrong id or secret of ours. It says nothing of the permission, which stays. */
const isClientRefused = (body: string) => /"error"\s*:\s*"invalid_client"/.test(body)
