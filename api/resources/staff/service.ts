import { ApiError } from '#contract/errors.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { staff } from '#contract/staff.ts'
import type { Beforehand, Ctx, Handlers, Principal } from '../../context.ts'
import { required } from '../../db/records.ts'
import { outranks } from '../../identity/outranks.ts'
import { type Passwords, passwordWeakness } from '../../identity/password.ts'
import { shopsOf } from '../../identity/reach.ts'
import { passwordHashOf, setPasswordHash, staffByUserId } from './repository.ts'

const freshSignInMinutes = 5

export const staffHandlers = (passwords: Passwords): Handlers<typeof staff> => ({
  changePassword: {
    prepare: async ({ userId, password, currentPassword }, { principal, read }) => {
      const isOwn = userId === principal.userId
      if (!isOwn && !scopeOf(principal, 'staff.password')) throw new ApiError('forbidden')
      if (!isOwn) await read((scoped) => staffToReset({ scoped, principal }, userId))
      // Verifying or hashing a password takes a quarter of a second: not for what is refused anyway.
      const proof =
        isOwn && currentPassword !== undefined ? await proofOf(passwords, principal, currentPassword, read) : null
      const passwordHash = await passwords.hash(password)
      return async (ctx) => {
        const target = isOwn ? principal : await staffToReset(ctx, userId)
        if (isOwn) await requireFreshProof(ctx, proof)
        const weakness = passwordWeakness(password, target.email)
        if (weakness) throw new ApiError('invalid', { fields: { password: weakness } })

        await setPasswordHash(ctx.scoped, target.staffId, passwordHash)
        ctx.audit({ resourceId: userId })
        return {}
      }
    },
  },
})

/** Another person's account: in the caller's shops (404), in no others and of a rank below (403). */
async function staffToReset({ scoped, principal }: Pick<Ctx, 'scoped' | 'principal'>, userId: string) {
  const target = required(await staffByUserId(scoped, shopsOf(principal), userId))
  if (!target.isWhollyInSight || !outranks(principal, target)) throw new ApiError('forbidden')
  return target
}

/** Whether the current password was right, and the hash it was checked against. */
interface Proof {
  isRight: boolean
  against: string | null
}

async function proofOf(
  passwords: Passwords,
  { staffId }: Principal,
  password: string,
  read: Beforehand['read'],
): Promise<Proof> {
  const against = await read((scoped) => passwordHashOf(scoped, staffId))
  return { isRight: await passwords.verify(password, against), against }
}

/** The caller's own account: the current password, or a recent sign-in. A wrong password is refused either way. */
async function requireFreshProof({ scoped, principal, now }: Ctx, proof: Proof | null) {
  const refuse = (message: string) => new ApiError('invalid', { fields: { currentPassword: message } })
  if (!proof) {
    const isFresh = now.getTime() - principal.signedInAt.getTime() <= freshSignInMinutes * 60_000
    if (!isFresh) throw refuse('現在のパスワードを入力してください。')
  } else if (!proof.isRight || proof.against !== (await passwordHashOf(scoped, principal.staffId))) {
    throw refuse('現在のパスワードが正しくありません。')
  }
}
