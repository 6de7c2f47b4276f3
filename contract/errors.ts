import { cutText } from './cut-text.ts'
import type { SessionEnd } from './words/session.ts'

/** Every error code a client can see: first those of the API, then those of the connection. */
export type ApiErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'stale'
  | 'conflict'
  | 'payload_too_large'
  | 'invalid'
  | 'rate_limited'
  | 'busy'
  | 'internal'
  | 'storage_full'
  | 'aborted'
  | 'network'
  | 'timeout'
  | 'upstream'
  | 'outdated'

export interface ApiErrorBody {
  code: ApiErrorCode
  /** Japanese, to be shown as is. */
  message: string
  /** Field path -> Japanese message, on 422. */
  fields?: Record<string, string>
  /** Reference number to find the log entry, on 500. */
  ref?: string
  /** The current row, on 409 `stale`. */
  current?: unknown
  /** Seconds until a retry makes sense, on 429 and 503. */
  retryAfter?: number
  /** Why the caller's session ended, on 401. */
  endedBy?: SessionEnd
}

export const errorStatus: Record<ApiErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  stale: 409,
  conflict: 409,
  payload_too_large: 413,
  invalid: 422,
  rate_limited: 429,
  busy: 503,
  internal: 500,
  storage_full: 507,
  aborted: 499,
  network: 502,
  timeout: 504,
  upstream: 502,
  outdated: 410,
}

export const errorMessage: Record<ApiErrorCode, string> = {
  unauthenticated: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  forbidden: 'この操作を行う権限がありません。',
  not_found: '対象のデータが見つかりません。一覧を開き直してください。',
  stale: 'ほかの人が先に更新しました。相手の更新を確認してください。',
  conflict: '同じ操作がすでに受け付けられています。',
  payload_too_large: '送信するデータが大きすぎます。',
  invalid: '入力内容を確認してください。',
  rate_limited: '試行回数が多すぎます。時間をおいて、もう一度お試しください。',
  busy: 'ただいま混み合っています。少し待ってから、もう一度お試しください。',
  internal: '処理中に問題が発生しました。時間をおいて、もう一度お試しください。',
  storage_full:
    'サーバーの空き容量が不足しているため、処理できませんでした。入力内容はそのまま残っています。管理者に連絡してください。',
  aborted: '通信を中断しました。',
  network: '通信に失敗しました。時間をおいて、もう一度お試しください。',
  timeout: '応答に時間がかかっています。時間をおいて、もう一度お試しください。',
  upstream: 'サーバーから正しい応答がありませんでした。時間をおいて、もう一度お試しください。',
  outdated: '新しい版があります。再読み込みしてください。',
}

export const maxMessageLength = 200

/** Of `stale`, where the caller saved it: in another tab, or on another device. */
export const ownStale = '別のタブでの変更が先に保存されています。保存された内容を確認してください。'

/** Optional details of an error. */
const details = ['fields', 'ref', 'current', 'retryAfter', 'endedBy'] as const
type Details = Pick<ApiErrorBody, (typeof details)[number]>

const detailsOf = (from: Details): Details =>
  Object.fromEntries(details.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))

/**
 * The one error of every layer: thrown by a handler, serialised by the API as `{ code, message, fields?, ref }`,
 * rebuilt by the proxy and passed to the screen.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  declare readonly fields?: Record<string, string>
  declare readonly ref?: string
  declare readonly current?: unknown
  declare readonly retryAfter?: number
  declare readonly endedBy?: SessionEnd

  constructor(code: ApiErrorCode, detail: Partial<Omit<ApiErrorBody, 'code'>> = {}) {
    super(cutText(detail.message ?? errorMessage[code], maxMessageLength))
    this.name = 'ApiError'
    this.status = errorStatus[code]
    this.code = code
    Object.assign(this, detailsOf(detail))
  }

  toBody(): ApiErrorBody {
    return { code: this.code, message: this.message, ...detailsOf(this) }
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Header of a write that is only tried: the API does it, takes it back and answers `{}`, or refuses it as always. */
export const rehearsalHeader = 'x-karada-rehearsal'
