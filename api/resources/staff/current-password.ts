import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { Beforehand, Ctx, PreparedVerb, Verb } from '../../context.ts'
import { clearAttempts, countAttempt, isNoted } from '../../identity/login-lock.ts'
import type { Passwords } from '../../identity/password.ts'
import { passwordHashOf } from './repository.ts'

/** Whether the current password was correct, and the hash it was checked against. */
export interface Proof {
  isRight: boolean
  against: string | null
}

/** Attempts are counted and locked like those at sign-in, so that an unattended browser allows no more guesses. */
export async function proofOf(
  passwords: Passwords,
  { principal, now, write, audit }: Beforehand,
  password: string,
): Promise<Proof> {
  const lock = `password:${principal.staffId}`
  const { attempts, against } = await write(async (scoped) => ({
    attempts: await countAttempt(scoped, lock, now),
    against: await passwordHashOf(scoped, principal.staffId),
  }))
  const isRight = await passwords.verify(password, against)
  await write(async (scoped) => {
    if (isRight) await clearAttempts(scoped, lock)
    else if (isNoted(attempts)) {
      const diff = { failures: { before: null, after: attempts } }
      const resourceId = principal.staffId
      await audit(scoped, { action: 'passwordRefused', resourceType: 'staff', resourceId, actor: principal, diff })
    }
  })
  return { isRight, against }
}

/** False where the password was changed since the check. */
export async function requireSame({ scoped, principal }: Ctx, proof: Proof) {
  if (proof.against !== (await passwordHashOf(scoped, principal.staffId))) throw wrongCurrentPassword()
}

export const refusal = (message: string) => new ApiError('invalid', { fields: { currentPassword: message } })
export const wrongCurrentPassword = () => refusal('現在のパスワードが正しくありません。')

/** A handler that requires the current password. */
export const afterPassword = <E extends Endpoint>(
  passwords: Passwords,
  verb: (ctx: Ctx, input: Input<E>) => ReturnType<Verb<E>>,
): PreparedVerb<E> => ({
  prepare: async (input, before) => {
    const proof = await proofOf(passwords, before, (input as Input<E> & { currentPassword: string }).currentPassword)
    if (!proof.isRight) throw wrongCurrentPassword()
    return (async (ctx: Ctx) => {
      await requireSame(ctx, proof)
      return verb(ctx, input)
    }) as Verb<E>
  },
})
