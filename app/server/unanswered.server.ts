import { ApiError } from '#contract/errors.ts'

/** Why a call has no answer: its time in milliseconds ran out, or the connection failed. */
export function unanswered(error: unknown, deadline: number): ApiError {
  if (!(error instanceof Error && error.name === 'TimeoutError')) return new ApiError('network')
  const waited = `${deadline.toLocaleString('ja-JP')}ミリ秒以内に応答がありませんでした。`
  return new ApiError('timeout', { message: `${waited}時間をおいて、もう一度お試しください。` })
}
