import type { auth } from '#contract/auth.ts'
import { ApiError } from '#contract/errors.ts'
import type { Handlers } from '../../context.ts'
import { type Identity, uidOf } from '../../identity/identity.ts'
import {
  clearAttempts,
  countAttempt,
  countUnknownAddress,
  isNoted,
  lockOf,
  rememberDevice,
} from '../../identity/login-lock.ts'
import type { Passwords } from '../../identity/password.ts'
import { endSession, openSession } from '../../identity/session.ts'
import { accountByEmail, touchLastLogin } from './repository.ts'

const wrongCredentials = 'メールアドレスまたはパスワードが正しくありません。'
const disabledAccount = 'このアカウントは無効です。管理者にお問い合わせください。'

export const authHandlers = (identity: Identity, passwords: Passwords): Handlers<typeof auth> => ({
  login: async (ctx, { email, password, device: given }) => {
    const { lock, attempts, account } = await ctx.transaction(async (tx) => {
      const lock = await lockOf(tx, email, given)
      const attempts = await countAttempt(tx, lock, ctx.now)
      return { lock, attempts, account: await accountByEmail(tx, email) }
    })
    // Outside of any transaction: it takes a quarter of a second, known account or not.
    const isRight = await passwords.verify(password, account?.passwordHash)
    const actor = account ? { staffId: account.staffId, role: account.role } : undefined
    if (!account || !isRight || account.status !== 'active') {
      await ctx.transaction(async (tx) => {
        if (isRight) await clearAttempts(tx, lock)
        const failures = account ? attempts : await countUnknownAddress(tx, ctx.now)
        if (!isNoted(failures)) return
        const diff = { failures: { before: null, after: failures } }
        await ctx.audit(tx, { action: 'loginFailed', resourceType: 'auth', actor, diff })
      })
      throw isRight
        ? new ApiError('forbidden', { message: disabledAccount })
        : new ApiError('unauthenticated', { message: wrongCredentials })
    }
    const { sid, device } = await ctx.transaction(async (tx) => {
      await clearAttempts(tx, lock)
      await touchLastLogin(tx, account.staffId, ctx.now)
      const sid = await openSession(tx, account.staffId, ctx.now, ctx.caller)
      await ctx.audit(tx, { action: 'login', resourceType: 'auth', actor: { ...account, sid } })
      return { sid, device: await rememberDevice(tx, email, given, ctx.now) }
    }, account.staffId)
    return { firebaseToken: await identity.customToken(uidOf(account.userId), sid, ctx.now), device }
  },

  logout: async (ctx) => {
    await endSession(ctx.scoped, ctx.principal.sid, ctx.now)
    return {}
  },

  renewToken: async (ctx) => {
    const { userId, sid } = ctx.principal
    return { firebaseToken: await identity.customToken(uidOf(userId), sid, ctx.now) }
  },
})
