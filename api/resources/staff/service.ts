import { ApiError } from '#contract/errors.ts'
import type { staff } from '#contract/staff.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { outranks } from '../../identity/outranks.ts'
import { hashPassword, passwordWeakness, verifyPassword } from '../../identity/password.ts'
import { endSessions } from '../../identity/session.ts'
import { passwordHashOf, setPasswordHash, staffByUserId } from './repository.ts'

const freshSignInMinutes = 5

export const staffHandlers: Handlers<typeof staff> = {
  changePassword: async (ctx, { userId, password, currentPassword }) => {
    const { scoped, principal, now } = ctx
    const isOwn = userId === principal.userId
    const target = isOwn ? principal : await staffToReset(ctx, userId)
    if (isOwn) await requireFreshProof(ctx, currentPassword)
    const weakness = passwordWeakness(password, target.email)
    if (weakness) throw new ApiError('invalid', { fields: { password: weakness } })

    await setPasswordHash(scoped, target.staffId, await hashPassword(password))
    await endSessions(scoped, target.staffId, now, isOwn ? principal.sid : undefined)
    ctx.audit({ resourceId: userId })
    return {}
  },
}

/** Another person's account: in one's shops (404), with the right and the rank to do so (403). */
async function staffToReset(ctx: Ctx, userId: string) {
  if (!ctx.can('staff.password')) throw new ApiError('forbidden')
  const target = await staffByUserId(ctx.scoped, ctx.shops, userId)
  if (!target) throw new ApiError('not_found')
  if (!outranks(ctx.principal, target)) throw new ApiError('forbidden')
  return target
}

/** One's own account: the current password, or a sign-in a moment ago. A wrong one is refused either way. */
async function requireFreshProof({ scoped, principal, now }: Ctx, currentPassword: string | undefined) {
  const refuse = (message: string) => new ApiError('invalid', { fields: { currentPassword: message } })
  if (currentPassword === undefined) {
    const isFresh = now.getTime() - principal.signedInAt.getTime() <= freshSignInMinutes * 60_000
    if (!isFresh) throw refuse('現在のパスワードを入力してください。')
  } else if (!(await verifyPassword(currentPassword, await passwordHashOf(scoped, principal.staffId)))) {
    throw refuse('現在のパスワードが正しくありません。')
  }
}
