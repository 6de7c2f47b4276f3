import { ApiError } from '#contract/errors.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { staff } from '#contract/staff.ts'
import type { Beforehand, Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { clearAttempts, countAttempt, isNoted } from '../../identity/login-lock.ts'
import { outranks } from '../../identity/outranks.ts'
import { type Passwords, passwordWeakness } from '../../identity/password.ts'
import { shopsOf } from '../../identity/reach.ts'
import { listAnswer } from '../../list-answer.ts'
import { toTokyoDateTime } from '../../time.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  isMember,
  leftTraces,
  listStaff,
  passwordHashOf,
  removeStaff,
  setPasswordHash,
  staffByUserId,
} from './repository.ts'

const freshSignInMinutes = 5

export const staffHandlers = (passwords: Passwords): Handlers<typeof staff> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    // Trainers read names and roles only, of those who work now.
    const seesAll = ctx.can('staff.write')
    const page = await listStaff(ctx.scoped, ctx.shops, ctx.now, seesAll ? input : { ...input, status: 'active' })
    return listAnswer(input, page, ({ id, userId, displayName, role, email, status, shops, lastLoginAt }) => ({
      ...{ id, userId, displayName, role },
      ...(seesAll && {
        email,
        status,
        shops: shops.map(({ id, name }) => ({ id: String(id), name })),
        lastLoginAt: lastLoginAt && toTokyoDateTime(lastLoginAt),
      }),
    }))
  },

  removeUser: async (ctx, { id }) => {
    const target = await staffByUserId(ctx.scoped, ctx.shops, id)
    if (!target && (await isMember(ctx.scoped, id))) {
      throw new ApiError('invalid', { message: 'スタッフ以外のユーザは削除できません' })
    }
    const { staffId, role, isAdmin, status, lastLoginAt, isWhollyInSight } = required(target)
    if (!isWhollyInSight || staffId === ctx.principal.staffId || !outranks(ctx.principal, { role, isAdmin })) {
      throw new ApiError('forbidden')
    }
    const hasWorked = status !== 'waiting' && lastLoginAt !== null
    if (hasWorked || (await leftTraces(ctx.scoped, staffId))) {
      throw new ApiError('invalid', { message: '利用の記録があるスタッフは削除できません。退職済に変更してください。' })
    }
    await removeStaff(ctx.scoped, staffId)
    ctx.audit({ resourceId: id, diff: { role: { before: role, after: null } } })
    return {}
  },

  changePassword: {
    prepare: async ({ userId, password, currentPassword }, before) => {
      const { principal } = before
      const isOwn = userId === principal.userId
      if (!isOwn && !scopeOf(principal, 'staff.password')) throw new ApiError('forbidden')
      if (!isOwn) await before.read((scoped) => staffToReset({ scoped, principal }, userId))
      // Verifying or hashing a password takes a quarter of a second: not for what is refused anyway.
      const proof = isOwn && currentPassword !== undefined ? await proofOf(passwords, before, currentPassword) : null
      // By the verb, so that a repeat of what has just been done is answered as that was.
      if (proof && !proof.isRight) return () => Promise.reject(wrongCurrentPassword())
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

/** Guesses are counted and locked as those at sign-in are: who found a browser left open has no more of them. */
async function proofOf(
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
      const resourceId = principal.userId
      await audit(scoped, { action: 'passwordRefused', resourceType: 'staff', resourceId, actor: principal, diff })
    }
  })
  return { isRight, against }
}

/** The caller's own account: the current password, or a recent sign-in. */
async function requireFreshProof({ scoped, principal, now }: Ctx, proof: Proof | null) {
  if (!proof) {
    const isFresh = now.getTime() - principal.signedInAt.getTime() <= freshSignInMinutes * 60_000
    if (!isFresh) throw refusal('現在のパスワードを入力してください。')
  } else if (proof.against !== (await passwordHashOf(scoped, principal.staffId))) throw wrongCurrentPassword()
}

const refusal = (message: string) => new ApiError('invalid', { fields: { currentPassword: message } })
const wrongCurrentPassword = () => refusal('現在のパスワードが正しくありません。')
