import type { auth } from '#contract/auth.ts'
import { ApiError } from '#contract/errors.ts'
import type { Handlers, PublicCtx } from '../../context.ts'
import { type Identity, uidOf } from '../../identity/identity.ts'
import { invitedBy, useUp } from '../../identity/invitation.ts'
import {
  clearAttempts,
  countAttempt,
  countForgotten,
  countUnknownAddress,
  isNoted,
  lockOf,
  rememberDevice,
} from '../../identity/login-lock.ts'
import { type Passwords, passwordWeakness } from '../../identity/password.ts'
import { endSession, openSession, setPreview } from '../../identity/session.ts'
import type { Jobs } from '../../jobs.ts'
import { requireShops } from '../shop/require-shop.ts'
import { accountByEmail, enterByLink, touchLastLogin } from './repository.ts'

const wrongCredentials = 'メールアドレスまたはパスワードが正しくありません。'
const disabledAccount = 'このアカウントは無効です。管理者にお問い合わせください。'

export const authHandlers = (identity: Identity, passwords: Passwords, jobs: Jobs): Handlers<typeof auth> => ({
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

  startPreview: async (ctx, { role, shopIds }) => {
    await requireShops(ctx, shopIds)
    await setPreview(ctx.scoped, ctx.principal.sid, { role, shopIds })
    ctx.audit({ diff: { role: { before: ctx.principal.role, after: role }, shops: { before: null, after: shopIds } } })
    return {}
  },

  endPreview: async (ctx) => {
    await setPreview(ctx.scoped, ctx.principal.sid, null)
    return {}
  },

  forgotPassword: async (ctx, { email }) => {
    await jobs.ready()
    await ctx.transaction(async (tx) => {
      await countForgotten(tx, email, ctx.now)
      // Whether there is such an account, the job finds out: the answer takes as long either way.
      await jobs.add(tx, 'mail', { kind: 'passwordReset', email })
    })
    return {}
  },

  invitation: async (ctx, { token }) => {
    const { kind, displayName, email } = await requireOpen(ctx, token)
    return { kind, displayName, email }
  },

  acceptInvitation: async (ctx, { token, password, device: given }) => {
    const { invitationId, staffId, userId, role, email, kind } = await requireOpen(ctx, token)
    const weakness = passwordWeakness(password, email)
    if (weakness) throw new ApiError('invalid', { fields: { password: weakness } })
    const passwordHash = await passwords.hash(password)
    const { sid, device } = await ctx.transaction(async (tx) => {
      const isFirst = await useUp(tx, invitationId, ctx.now)
      if (!isFirst || !(await enterByLink(tx, staffId, kind, passwordHash, ctx.now))) throw linkIsOver()
      await clearAttempts(tx, await lockOf(tx, email, given))
      const sid = await openSession(tx, staffId, ctx.now, ctx.caller)
      const actor = { staffId, role, sid }
      await ctx.audit(tx, { action: `${kind}Accepted`, resourceType: 'staff', resourceId: staffId, actor })
      return { sid, device: await rememberDevice(tx, email, given, ctx.now) }
    }, staffId)
    return { firebaseToken: await identity.customToken(uidOf(userId), sid, ctx.now), device }
  },
})

const linkIsOver = () =>
  new ApiError('not_found', {
    message:
      'このリンクは、使用済みか有効期限が切れています。招待した人に再送を依頼するか、パスワードの再設定をやり直してください。',
  })

async function requireOpen(ctx: PublicCtx, token: string) {
  const found = await ctx.transaction((tx) => invitedBy(tx, token, ctx.now))
  if (!found) throw linkIsOver()
  return found
}
