import { z } from 'zod'
import { Empty, zEmail, zId, zText, zWord } from './common.ts'
import { type Endpoints, post } from './endpoint.ts'
import { passwordsDiffer, zNewPassword } from './password.ts'
import { profile } from './people.ts'
import { AuthenticatorSecret, zCode } from './second-factor.ts'
import { roleLevels } from './words/staff.ts'
import { invitationKinds } from './words/staff-record.ts'

/** Signs the identity provider in; its `sid` claim names the session row that every call is checked against. */
export const FirebaseToken = z.strictObject({ firebaseToken: z.string() })

/** The API's id for a browser that has signed in before: it is not locked out while others guess at the account. */
const zDevice = z.string().regex(/^[\w-]{32}$/)

const Credentials = z.strictObject({
  email: zEmail,
  password: zText(128).pipe(z.string().min(1)),
  device: zDevice.optional(),
})
const SignedIn = FirebaseToken.extend({ device: zDevice })

/** 128 bits, valid for ten minutes. */
const zTicket = z.string().regex(/^[\w-]{22}$/)

/** The password was correct and a code is required: of the app, or with `setUp` of the one to be set up. */
const CodeWanted = z.strictObject({ ticket: zTicket, setUp: AuthenticatorSecret.nullable() })
export type CodeWanted = z.output<typeof CodeWanted>

/** 128 bits, as in the mail's link. */
const zInvitationToken = z.string().regex(/^[\w-]{22}$/, { error: 'リンクが正しくありません。' })

/** Who begins with an empty product. */
const FirstAdmin = z
  .strictObject({
    token: zInvitationToken,
    lastName: profile.lastName,
    firstName: profile.firstName,
    email: zEmail,
    password: zNewPassword,
    passwordConf: zText(128),
    device: zDevice.optional(),
  })
  .refine((draft) => draft.password === draft.passwordConf, passwordsDiffer)

const AcceptedInvitation = z
  .strictObject({
    token: zInvitationToken,
    password: zNewPassword,
    passwordConf: zText(128),
    device: zDevice.optional(),
  })
  .refine((draft) => draft.password === draft.passwordConf, passwordsDiffer)

export const auth = {
  login: post(
    '/auth/login',
    'public',
    'メールアドレスとパスワードでログインする',
    Credentials,
    z.union([SignedIn, CodeWanted]),
    {
      repeatable: true,
    },
  ),
  secondFactor: post(
    '/auth/second-factor',
    'public',
    '認証コードか予備コードでログインを完了する',
    { ticket: zTicket, code: zCode, device: zDevice.optional() },
    /** Recovery codes, shown once, where this has set up the app. */
    SignedIn.extend({ recoveryCodes: z.array(z.string()).nullable() }),
    { repeatable: true },
  ),
  logout: post('/auth/logout', 'account.self', 'ログアウトし、このセッションを無効にする', Empty, Empty, {
    repeatable: true,
    inPreview: true,
  }),
  renewToken: post(
    '/auth/renew-token',
    'account.self',
    '有効なセッションに新しい firebaseToken を発行する',
    Empty,
    FirebaseToken,
    { repeatable: true, inPreview: true },
  ),
  /** Previews these rights from the next call on; never more than one's own, and all writes are refused. */
  startPreview: post(
    '/auth/preview',
    'rights.preview',
    '別の権限での見え方を確認する',
    { role: zWord(roleLevels), shopIds: z.array(zId).max(500) },
    Empty,
  ),
  endPreview: post('/auth/end-preview', 'account.self', '自分の権限での表示に戻す', Empty, Empty, {
    repeatable: true,
    inPreview: true,
  }),
  /** Every address gets one answer. */
  forgotPassword: post(
    '/auth/forgot-password',
    'public',
    'パスワードを再設定するリンクをメールで送る',
    { email: zEmail },
    Empty,
    { repeatable: true },
  ),
  /** Of a link that is still valid. */
  invitation: post(
    '/auth/invitation',
    'public',
    '招待・再設定・確認のリンクの宛先を返す',
    { token: zInvitationToken },
    z.strictObject({ kind: zWord(invitationKinds), displayName: z.string(), email: z.string() }),
    { repeatable: true },
  ),
  /** A new address counts from now on; a password that somebody else has set may be used. */
  confirmLink: post(
    '/auth/confirm-link',
    'public',
    'メールアドレス・パスワードの確認のリンクで確認する',
    { token: zInvitationToken },
    z.strictObject({ kind: zWord(invitationKinds), email: z.string() }),
    { repeatable: true },
  ),
  acceptInvitation: post(
    '/auth/accept-invitation',
    'public',
    '招待・再設定のリンクでパスワードを設定し、ログインする',
    AcceptedInvitation,
    z.union([SignedIn, CodeWanted]),
    { repeatable: true },
  ),
  /** Whether the link that `npm run init` printed is still valid. */
  welcome: post('/auth/welcome', 'public', '初期設定のリンクを確認する', { token: zInvitationToken }, Empty, {
    repeatable: true,
  }),
  firstAdmin: post(
    '/auth/first-admin',
    'public',
    '初期設定のリンクで最初の管理者を登録し、ログインする',
    FirstAdmin,
    z.union([SignedIn, CodeWanted]),
    { repeatable: true },
  ),
} satisfies Endpoints
