import type { auth } from '#contract/auth.ts'
import { ApiError } from '#contract/errors.ts'
import type { Handlers, PublicCtx, Scoped } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { required } from '../../db/records.ts'
import { addressRefused } from '../../db/refused-values.ts'
import { type Identity, uidOf } from '../../identity/identity.ts'
import { invitedBy, lastOpen, openInvitation, setsPassword, useUp } from '../../identity/invitation.ts'
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
import {
  clearCodes,
  confirmSecondFactor,
  countCode,
  dutyOf,
  isRequiredOf,
  spendCode,
  startSecondFactor,
  stateOfSecondFactor,
  wrongCode,
} from '../../identity/second-factor.ts'
import { endSession, openSession, setPreview } from '../../identity/session.ts'
import { holderOf, openTicket, spendTicket } from '../../identity/sign-in-ticket.ts'
import { makeFirstAdmin, welcomedBy } from '../../identity/welcome.ts'
import type { Jobs } from '../../mail/jobs.ts'
import type { Config } from '../../process/config.ts'
import { difference } from '../../wire/difference.ts'
import { requireShops } from '../shop/require-shop.ts'
import {
  type Account,
  accountByEmail,
  accountById,
  changeAddress,
  confirmPassword,
  enterByLink,
  holdVerified,
  touchLastLogin,
} from './repository.ts'

const wrongCredentials = 'メールアドレスまたはパスワードが正しくありません。'
const disabledAccount = 'このアカウントは無効です。管理者にお問い合わせください。'

interface Services {
  identity: Identity
  passwords: Passwords
  jobs: Jobs
  config: Pick<Config, 'requiresSecondFactor'>
}

export function authHandlers({ identity, passwords, jobs, config }: Services): Handlers<typeof auth> {
  const tokenOf = ({ userId }: Account, sid: string, ctx: PublicCtx) =>
    identity.customToken(uidOf(userId), sid, ctx.now)

  /** Sends the link that confirms a password which somebody else has set, unless one has just been sent. */
  async function sendProof(ctx: PublicCtx, tx: Scoped, staffId: string) {
    const last = await lastOpen(tx, staffId, 'passwordProof', ctx.now)
    if (last && ctx.now.getTime() - last.createdAt.getTime() < proofEveryMs) return
    const invitationId = await openInvitation(tx, staffId, 'passwordProof', ctx.now, { createdBy: null })
    await jobs.add(tx, 'mail', { kind: 'proof', invitationId })
  }

  /**
   * Signs in after the password, or requires more first: that its owner confirms a password which somebody else has
   * set, by a link or by their app; a code of the app, or of one to be set up now.
   */
  async function admit(ctx: PublicCtx, account: Account, given: string | undefined) {
    const { staffId, email } = account
    if (account.passwordSetAt !== null) await jobs.ready()
    const answer = await ctx.transaction(async (tx) => {
      if (!(await holdVerified(tx, account))) throw new ApiError('unauthenticated', { message: wrongCredentials })
      const { confirmedAt } = await stateOfSecondFactor(tx, staffId)
      if (confirmedAt === null && isUnconfirmed(account, ctx.now)) {
        await sendProof(ctx, tx, staffId)
        return null
      }
      const isWanted = confirmedAt !== null || isRequiredOf(account, await dutyOf(tx, config))
      if (!isWanted) return enter(ctx, tx, account, given)
      const setUp = confirmedAt === null ? await startSecondFactor(tx, staffId, email) : null
      return { ticket: await openTicket(tx, staffId, ctx.now), setUp }
    }, staffId)
    if (answer === null) throw new ApiError('forbidden', { message: passwordToConfirm(email) })
    if ('ticket' in answer) return answer
    return { firebaseToken: await tokenOf(account, answer.sid, ctx), device: answer.device }
  }

  return {
    login: async (ctx, { email, password, device: given }) => {
      const { lock, attempts, account } = await ctx.transaction(async (tx) => {
        const lock = await lockOf(tx, email, given)
        const attempts = await countAttempt(tx, lock, ctx.now)
        return { lock, attempts, account: await accountByEmail(tx, email) }
      })
      // Outside of any transaction: it takes a quarter of a second, for known and unknown accounts.
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
      await ctx.transaction((tx) => clearAttempts(tx, lock))
      return admit(ctx, account, given)
    },

    secondFactor: async (ctx, { ticket, code, device: given }) => {
      const staffId = await ctx.transaction((tx) => holderOf(tx, ticket, ctx.now))
      if (staffId === null) throw ticketIsOver()
      // Counted before the check, so that concurrent attempts cannot slip through.
      const attempts = await ctx.transaction((tx) => countCode(tx, staffId, ctx.now))
      const { account, entered } = await ctx.transaction(async (tx) => {
        const account = await accountById(tx, staffId)
        // A change since the password was entered has ended the ticket.
        const isOpen = account && (await holdVerified(tx, account)) && (await holderOf(tx, ticket, ctx.now)) === staffId
        if (!isOpen) throw ticketIsOver()
        const shown = await showCode(ctx, tx, account, code)
        if (!shown) return { account, entered: null }
        await spendTicket(tx, ticket)
        await clearCodes(tx, staffId)
        // Only its owner has the app.
        if (account.passwordSetAt !== null) await confirmPassword(tx, staffId)
        return { account, entered: { ...shown, ...(await enter(ctx, tx, account, given)) } }
      }, staffId)
      if (!entered) {
        const diff = { failures: { before: null, after: attempts } }
        const note = { action: 'secondFactorRefused', resourceType: 'auth', actor: account, diff }
        if (isNoted(attempts)) await ctx.transaction((tx) => ctx.audit(tx, note))
        throw wrongCode()
      }
      const { sid, device, recoveryCodes } = entered
      return { firebaseToken: await tokenOf(account, sid, ctx), device, recoveryCodes }
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
      ctx.audit({
        diff: { role: { before: ctx.principal.role, after: role }, shops: { before: null, after: shopIds } },
      })
      return {}
    },

    endPreview: async (ctx) => {
      const { isPreview, role, sid, staffId } = ctx.principal
      await setPreview(ctx.scoped, sid, null)
      if (isPreview) {
        // The audit row has the rights used so far; its change names the new ones.
        const { role: own } = required(await accountById(ctx.scoped, staffId))
        ctx.audit({ diff: { role: { before: role, after: own } } })
      }
      return {}
    },

    forgotPassword: async (ctx, { email }) => {
      await jobs.ready()
      await ctx.transaction(async (tx) => {
        await countForgotten(tx, email, ctx.now)
        // The job checks whether the account exists, so that the answer takes the same time either way.
        await jobs.add(tx, 'mail', { kind: 'passwordReset', email })
      })
      return {}
    },

    invitation: async (ctx, { token }) => {
      const { kind, displayName, email } = await requireOpen(ctx, token)
      return { kind, displayName, email }
    },

    acceptInvitation: async (ctx, { token, password, device: given }) => {
      const link = await requireOpen(ctx, token)
      if (!setsPassword(link)) throw linkIsOver()
      const { invitationId, staffId, role, email, kind } = link
      const weakness = passwordWeakness(password, email)
      if (weakness) throw new ApiError('invalid', { fields: { password: weakness } })
      const passwordHash = await passwords.hash(password)
      const account = await ctx.transaction(async (tx) => {
        // The account first, in the order in which a change of it locks.
        const invited = required(await accountById(tx, staffId))
        await holdVerified(tx, invited)
        const isFirst = await useUp(tx, invitationId, ctx.now)
        if (!isFirst || !(await enterByLink(tx, staffId, kind, passwordHash))) throw linkIsOver()
        await clearAttempts(tx, await lockOf(tx, email, given))
        const actor = { staffId, role }
        await ctx.audit(tx, { action: `${kind}Accepted`, resourceType: 'staff', resourceId: staffId, actor })
        return accountById(tx, staffId)
      }, staffId)
      return admit(ctx, required(account), given)
    },

    confirmLink: async (ctx, { token }) => {
      const link = await requireOpen(ctx, token)
      if (setsPassword(link)) throw linkIsOver()
      const { invitationId, staffId, role, kind, email, sid } = link
      await ctx.transaction(
        async (tx) => {
          const before = required(await accountById(tx, staffId))
          await holdVerified(tx, before)
          if (!(await useUp(tx, invitationId, ctx.now))) throw linkIsOver()
          const isAddress = kind === 'addressProof'
          if (isAddress) await changeAddress(tx, staffId, email).catch(toTaken)
          else await confirmPassword(tx, staffId)
          const diff = isAddress ? { email: { before: before.email, after: email } } : undefined
          const actor = { staffId, role }
          await ctx.audit(tx, { action: `${kind}Accepted`, resourceType: 'staff', resourceId: staffId, actor, diff })
        },
        staffId,
        sid ?? undefined,
      )
      return { kind, email }
    },

    welcome: async (ctx, { token }) => {
      await requireWelcome(ctx, token)
      return {}
    },

    firstAdmin: async (ctx, { token, password, passwordConf: _, device: given, ...person }) => {
      const hash = await requireWelcome(ctx, token)
      const weakness = passwordWeakness(password, person.email)
      if (weakness) throw new ApiError('invalid', { fields: { password: weakness } })
      const passwordHash = await passwords.hash(password)
      const account = await ctx.transaction(async (tx) => {
        const staffId = await makeFirstAdmin(tx, hash, ctx.now, { ...person, passwordHash })
        if (staffId === null) throw welcomeIsOver()
        const actor = { staffId, role: 'all' as const }
        const diff = difference(null, { ...person, role: 'all', isAdmin: true })
        await ctx.audit(tx, { action: 'welcomeAccepted', resourceType: 'staff', resourceId: staffId, actor, diff })
        return accountById(tx, staffId)
      })
      return admit(ctx, required(account), given)
    },
  }
}

/** A link is sent again at most this often. */
const proofEveryMs = 5 * 60_000

const adminsPasswordCountsAfterMs = 24 * 3_600_000

/**
 * Whether the password was set by somebody else and not confirmed by its owner. Where no mail reaches them, one set by
 * an admin counts after 24 hours.
 */
function isUnconfirmed({ passwordSetAt, isSetByAdmin, addressFailedAt }: Account, now: Date): boolean {
  if (passwordSetAt === null) return false
  const isOld = now.getTime() - passwordSetAt.getTime() >= adminsPasswordCountsAfterMs
  return !(isSetByAdmin && addressFailedAt !== null && isOld)
}

const passwordToConfirm = (email: string) =>
  `このパスワードは、ほかの人が設定したものです。${email} に送ったメールのリンクで確認してから、ログインしてください。`

/** Somebody else has begun to use the address since the letter was sent. */
function toTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new ApiError('conflict', { message: `${addressRefused}。` })
}

/** Opens a session, and remembers the browser. */
async function enter(ctx: PublicCtx, tx: Scoped, account: Account, given: string | undefined) {
  const { staffId, email } = account
  await touchLastLogin(tx, staffId, ctx.now)
  const sid = await openSession(tx, staffId, ctx.now, ctx.caller)
  await ctx.audit(tx, { action: 'login', resourceType: 'auth', actor: { ...account, sid } })
  return { sid, device: await rememberDevice(tx, email, given, ctx.now) }
}

/** Accepts a correct code: the app in use accepts each code once, a new app is confirmed by it. Null: wrong code. */
async function showCode(ctx: PublicCtx, tx: Scoped, account: Account, code: string) {
  const { staffId } = account
  const { confirmedAt } = await stateOfSecondFactor(tx, staffId)
  if (confirmedAt === null) {
    const recoveryCodes = await confirmSecondFactor(tx, staffId, code, ctx.now)
    const note = { action: 'secondFactor.confirm', resourceType: 'secondFactor', resourceId: staffId, actor: account }
    if (recoveryCodes) await ctx.audit(tx, note)
    return recoveryCodes && { recoveryCodes }
  }
  const spent = await spendCode(tx, staffId, code, ctx.now)
  if (spent === 'recovery') {
    await ctx.audit(tx, { action: 'recoveryCodeUsed', resourceType: 'auth', resourceId: staffId, actor: account })
  }
  return spent && { recoveryCodes: null }
}

const ticketIsOver = () =>
  new ApiError('not_found', {
    message: 'ログインの途中で時間が過ぎました。もう一度、メールアドレスとパスワードを入力してください。',
  })

const linkIsOver = () =>
  new ApiError('not_found', {
    message:
      'このリンクは、使用済みか有効期限が切れています。招待した人に再送を依頼するか、パスワードの再設定をやり直してください。',
  })

/** One answer for a wrong, expired, used or dead link. */
const welcomeIsOver = () =>
  new ApiError('not_found', {
    message:
      'このリンクは、使用済みか有効期限が切れています。管理者が登録済みの場合は、ログイン画面から入ってください。登録がまだの場合は、サーバーの運用担当者に新しいリンクの発行を依頼してください。',
  })

async function requireWelcome(ctx: PublicCtx, token: string): Promise<string> {
  const hash = await ctx.transaction((tx) => welcomedBy(tx, token, ctx.now))
  if (hash === null) throw welcomeIsOver()
  return hash
}

async function requireOpen(ctx: PublicCtx, token: string) {
  const found = await ctx.transaction((tx) => invitedBy(tx, token, ctx.now))
  if (!found) throw linkIsOver()
  return found
}
