import { ApiError } from '#contract/errors.ts'
import type { mail } from '#contract/mail.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../context.ts'
import type { Jobs } from '../../jobs.ts'

const later = async (): Promise<never> => {
  throw new ApiError('not_found')
}

export const mailHandlers = (_jobs: Jobs, _config: Partial<Config>): Handlers<typeof mail> => ({
  send: later,
  preview: later,
  test: later,
  unsubscribe: later,
  event: later,
})
