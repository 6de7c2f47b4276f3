import { z } from 'zod'
import { Empty, zDateTime, zText, zWord } from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { visibleCode } from './invisible.ts'
import { secondFactorDuties } from './words/second-factor.ts'

/** The secret for an authenticator app: to type in, or as a QR code of `uri` (otpauth://totp/…). Base32. */
export const AuthenticatorSecret = z.strictObject({ secret: z.string(), uri: z.string() })

/** Six digits of the app, or a recovery code; distinguished by their format, ignoring spaces and case. */
export const zCode = zText(64)
  .transform((typed) => visibleCode(typed).normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, { error: '認証コードは、6桁の数字で入力してください。' }))

/** Ten codes, each valid for one sign-in; shown once. */
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

/** Always requires the current password, because it could hand the account over; a recent sign-in is not enough. */
const Proof = z.strictObject({
  currentPassword: zText(128).pipe(z.string().min(1, { error: '現在のパスワードを入力してください。' })),
})

const zCount = z.int().min(0)
/** Active staff whom a duty means, and those of them who have an app. */
const zReady = z.strictObject({ people: zCount, ready: zCount })

/** Who has to show a code when signing in. */
export const SecondFactorDuty = z.strictObject({
  duty: zWord(secondFactorDuties),
  /** The server requires at least `leaders`. */
  isRequiredByServer: z.boolean(),
  /** Whether the caller has an app, without which they require it of nobody. */
  hasOwn: z.boolean(),
  leaders: zReady,
  everybody: zReady,
})
export type SecondFactorDuty = z.output<typeof SecondFactorDuty>

export const secondFactor = {
  get: get(
    '/second-factor',
    'account.self',
    '自分の2段階認証の状態',
    Empty,
    z.strictObject({
      /** When it was set up; null where signing in requires no code. */
      confirmedAt: zDateTime.nullable(),
      recoveryCodesLeft: z.int(),
      /** By setting and role: it can be renewed but not removed. */
      isRequired: z.boolean(),
    }),
  ),
  /** Has no effect until it is confirmed; also for moving to another phone. */
  start: post('/second-factor/new', 'account.self', '2段階認証の設定を始める', Proof, AuthenticatorSecret, {
    repeatable: true,
    /** Rate-limited, because the current password could be guessed here. */
    rate: 10,
  }),
  confirm: post(
    '/second-factor/confirm',
    'account.self',
    '認証アプリのコードを確認し、2段階認証を有効にする',
    { code: zCode },
    RecoveryCodes,
    { repeatable: true, rate: 10 },
  ),
  renewRecoveryCodes: post(
    '/second-factor/recovery-codes',
    'account.self',
    '予備コードを作り直す',
    Proof,
    RecoveryCodes,
    { repeatable: true, rate: 10 },
  ),
  duty: get('/second-factor/duty', 'admin.flag', '2段階認証を必須にする範囲', Empty, SecondFactorDuty),
  /** Whoever requires it of others uses it themselves, so that somebody can still sign in and take it back. */
  setDuty: put(
    '/second-factor/duty',
    'admin.flag',
    '2段階認証を必須にする範囲を変更する',
    Proof.extend({ duty: zWord(secondFactorDuties) }),
    SecondFactorDuty,
    { rate: 10 },
  ),
  remove: post('/second-factor/remove', 'account.self', '自分の2段階認証を解除する', Proof, Empty, { rate: 10 }),
} satisfies Endpoints
