import { ApiError } from '#contract/errors.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { staff } from '#contract/staff.ts'
import type { Ctx, PreparedVerb } from '../../context.ts'
import { required } from '../../db/records.ts'
import { type Passwords, passwordWeakness } from '../../identity/password.ts'
import { shopsOf } from '../../identity/reach.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { type Proof, proofOf, refusal, requireSame, wrongCurrentPassword } from './current-password.ts'
import { sendProof } from './proofs.ts'
import { setPasswordHash, staffByUserId } from './repository.ts'
import { requireActedOn } from './rules.ts'

const freshSignInMinutes = 5

/** Sets a password: one's own, or that of a subordinate. */
export const changePassword = (passwords: Passwords, jobs: Jobs): PreparedVerb<(typeof staff)['changePassword']> => ({
  prepare: async ({ userId, password, currentPassword }, before) => {
    const { principal } = before
    const isOwn = userId === principal.userId
    if (!isOwn && !scopeOf(principal, 'staff.password')) throw new ApiError('forbidden')
    if (!isOwn) await jobs.ready()
    if (!isOwn) await before.read((scoped) => staffToReset({ scoped, principal, now: before.now }, userId))
    // Hashing takes a quarter of a second, so refusals come first.
    const proof = isOwn && currentPassword !== undefined ? await proofOf(passwords, before, currentPassword) : null
    // In the handler, so that a repeated request gets the stored answer.
    if (proof && !proof.isRight) return () => Promise.reject(wrongCurrentPassword())
    const passwordHash = await passwords.hash(password)
    return async (ctx) => {
      const { staffId, email } = isOwn ? principal : await staffToReset(ctx, userId)
      if (isOwn) await requireFreshProof(ctx, proof)
      const weakness = passwordWeakness(password, email)
      if (weakness) throw new ApiError('invalid', { fields: { password: weakness } })

      const by = { staffId: principal.staffId, now: ctx.now }
      await setPasswordHash(ctx.scoped, staffId, passwordHash, isOwn ? null : by)
      if (!isOwn) await sendProof(ctx, jobs, staffId, { kind: 'passwordProof' })
      ctx.audit({ resourceId: staffId })
      return {}
    }
  },
})

/** Another person's account: in the caller's shops (404), in no others and of a rank below (403). */
async function staffToReset({ scoped, principal, now }: Pick<Ctx, 'scoped' | 'principal' | 'now'>, userId: string) {
  const target = required(await staffByUserId(scoped, shopsOf(principal), now, userId))
  requireActedOn({ principal }, target)
  return { staffId: target.id, email: target.email }
}

/** One's own account: requires the current password, or a recent sign-in. */
async function requireFreshProof(ctx: Ctx, proof: Proof | null) {
  if (proof) return requireSame(ctx, proof)
  const isFresh = ctx.now.getTime() - ctx.principal.signedInAt.getTime() <= freshSignInMinutes * 60_000
  if (!isFresh) throw refusal('現在のパスワードを入力してください。')
}
