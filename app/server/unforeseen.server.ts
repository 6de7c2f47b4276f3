import { ApiError } from '#contract/errors.ts'

/** Keeps unexpected errors on the server: the stack goes to the log, the caller gets a reference number. */
export function unforeseen(event: 'request' | 'serverFunction' | 'upstream', cause: unknown): ApiError {
  const ref = crypto.randomUUID().slice(0, 8)
  const stack = cause instanceof Error ? cause.stack : String(cause)
  console.error(JSON.stringify({ level: 'error', event, ref, stack }))
  return new ApiError('internal', { ref })
}
