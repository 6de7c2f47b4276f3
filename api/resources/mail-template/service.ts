import { ApiError } from '#contract/errors.ts'
import type { mailTemplate } from '#contract/mail-template.ts'
import type { Handlers } from '../../context.ts'

const later = async (): Promise<never> => {
  throw new ApiError('not_found')
}

export const mailTemplateHandlers: Handlers<typeof mailTemplate> = {
  list: later,
  create: later,
  get: later,
  update: later,
  remove: later,
}
