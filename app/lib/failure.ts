import { errorMessage, isApiError } from '#contract/errors.ts'
import { isUnloaded } from './unloaded'

export interface Failure {
  text: string
  /** To report it by, from 500 up. */
  ref: string | undefined
}

/**
 * The message of a failure for staff: its Japanese sentence, and the reference number where something broke on our side
 * (status 500 and above). A refusal that the sentence explains needs no number.
 */
export function failureMessage(error: unknown): Failure {
  if (isUnloaded(error))
    return { text: '必要なファイルを受け取れませんでした。再読み込みしてください。', ref: undefined }
  if (!isApiError(error)) return { text: errorMessage.internal, ref: undefined }
  return { text: error.message, ref: error.status >= 500 ? error.ref : undefined }
}
