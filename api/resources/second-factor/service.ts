import { ApiError } from '#contract/errors.ts'
import type { secondFactor } from '#contract/second-factor.ts'
import type { Handlers } from '../../context.ts'
import type { Passwords } from '../../identity/password.ts'
import {
  clearCodes,
  confirmSecondFactor,
  countCode,
  isRequiredOf,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stateOfSecondFactor,
  wrongCode,
} from '../../identity/second-factor.ts'
import type { Config } from '../../process/config.ts'
import { wireOf } from '../../wire/rows.ts'
import { afterPassword } from '../staff/current-password.ts'

type Api = typeof secondFactor

export function secondFactorHandlers(
  passwords: Passwords,
  { requiresSecondFactor }: Pick<Config, 'requiresSecondFactor'>,
): Handlers<Api> {
  return {
    get: async ({ scoped, principal }) => {
      const { confirmedAt, recoveryCodesLeft } = await stateOfSecondFactor(scoped, principal.staffId)
      const isRequired = requiresSecondFactor && isRequiredOf(principal)
      return { confirmedAt: wireOf({ at: confirmedAt }).at, recoveryCodesLeft, isRequired }
    },

    start: afterPassword<Api['start']>(passwords, ({ scoped, principal: { staffId, email } }) =>
      startSecondFactor(scoped, staffId, email),
    ),

    confirm: {
      prepare: async ({ code }, { principal: { staffId }, now, write }) => {
        await write((scoped) => countCode(scoped, staffId, now))
        return async (ctx) => {
          const recoveryCodes = await confirmSecondFactor(ctx.scoped, staffId, code, ctx.now)
          if (!recoveryCodes) throw wrongCode()
          await clearCodes(ctx.scoped, staffId)
          ctx.audit({ resourceId: staffId })
          return { recoveryCodes }
        }
      },
    },

    renewRecoveryCodes: afterPassword<Api['renewRecoveryCodes']>(passwords, async (ctx) => {
      const { staffId } = ctx.principal
      const { confirmedAt } = await stateOfSecondFactor(ctx.scoped, staffId)
      if (confirmedAt === null) throw new ApiError('invalid', { message: '先に2段階認証を設定してください。' })
      ctx.audit({ resourceId: staffId })
      return { recoveryCodes: await renewRecoveryCodes(ctx.scoped, staffId) }
    }),

    remove: afterPassword<Api['remove']>(passwords, async (ctx) => {
      const { principal } = ctx
      if (requiresSecondFactor && isRequiredOf(principal)) {
        throw new ApiError('invalid', { message: 'お使いの権限では2段階認証が必須のため、解除できません。' })
      }
      await removeSecondFactor(ctx.scoped, principal.staffId)
      ctx.audit({ resourceId: principal.staffId })
      return {}
    }),
  }
}
