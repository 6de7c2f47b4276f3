import { ApiError } from '#contract/errors.ts'
import type { mailLog } from '#contract/mail.ts'
import type { Handlers } from '../../context.ts'

const later = async (): Promise<never> => {
  throw new ApiError('not_found')
}

export const mailLogHandlers: Handlers<typeof mailLog> = {
  list: later,
  get: later,
  recipients: later,
  cancel: later,
}
