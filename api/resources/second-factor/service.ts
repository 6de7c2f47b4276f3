import { ApiError } from '#contract/errors.ts'
import type { secondFactor } from '#contract/second-factor.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { club } from '../../db/schema/organisation.ts'
import type { Passwords } from '../../identity/password.ts'
import {
  clearCodes,
  confirmSecondFactor,
  countCode,
  dutyOf,
  isRequiredOf,
  readyFor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stateOfSecondFactor,
  wrongCode,
} from '../../identity/second-factor.ts'
import type { Config } from '../../process/config.ts'
import { difference } from '../../wire/difference.ts'
import { wireOf } from '../../wire/rows.ts'
import { afterPassword } from '../staff/current-password.ts'

type Api = typeof secondFactor

export function secondFactorHandlers(
  passwords: Passwords,
  config: Pick<Config, 'requiresSecondFactor'>,
): Handlers<Api> {
  const toDuty = async ({ scoped, principal }: Ctx) => ({
    duty: await dutyOf(scoped, config),
    isRequiredByServer: config.requiresSecondFactor,
    hasOwn: (await stateOfSecondFactor(scoped, principal.staffId)).confirmedAt !== null,
    ...(await readyFor(scoped)),
  })

  return {
    get: async ({ scoped, principal }) => {
      const { confirmedAt, recoveryCodesLeft } = await stateOfSecondFactor(scoped, principal.staffId)
      const isRequired = isRequiredOf(principal, await dutyOf(scoped, config))
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

    duty: toDuty,

    setDuty: afterPassword<Api['setDuty']>(passwords, async (ctx, { duty }) => {
      const { confirmedAt } = await stateOfSecondFactor(ctx.scoped, ctx.principal.staffId)
      if (duty !== 'nobody' && confirmedAt === null) {
        throw new ApiError('invalid', {
          message: '必須にする前に、アカウント設定で自分の2段階認証を設定してください。',
        })
      }
      if (duty === 'nobody' && config.requiresSecondFactor) {
        throw new ApiError('invalid', { message: 'サーバーの設定で必須になっているため、任意にはできません。' })
      }
      const before = await dutyOf(ctx.scoped, config)
      await ctx.scoped.update(club).set({ secondFactorDuty: duty })
      ctx.audit({ diff: difference({ duty: before }, { duty }) })
      return toDuty(ctx)
    }),

    remove: afterPassword<Api['remove']>(passwords, async (ctx) => {
      const { principal } = ctx
      if (isRequiredOf(principal, await dutyOf(ctx.scoped, config))) {
        throw new ApiError('invalid', { message: 'お使いの権限では2段階認証が必須のため、解除できません。' })
      }
      await removeSecondFactor(ctx.scoped, principal.staffId)
      ctx.audit({ resourceId: principal.staffId })
      return {}
    }),
  }
}
