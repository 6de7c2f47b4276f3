import { z } from 'zod'
import { Empty, zEmail, zText } from './common.ts'
import { type Endpoints, post } from './endpoint.ts'

/** Signs the identity provider in; its `sid` claim names the session row that every call is checked against. */
export const FirebaseToken = z.strictObject({ firebaseToken: z.string() })

/** A browser that has signed in before, named by the API: it keeps its way in while others guess at the account. */
const zDevice = z.string().regex(/^[\w-]{32}$/)

const Credentials = z.strictObject({
  email: zEmail,
  password: zText(128).pipe(z.string().min(1)),
  device: zDevice.optional(),
})
const SignedIn = FirebaseToken.extend({ device: zDevice })

export const auth = {
  login: post('/auth/login', 'public', 'メールアドレスとパスワードでログインする', Credentials, SignedIn, {
    repeatable: true,
  }),
  logout: post('/auth/logout', 'account.self', 'ログアウトし、このセッションを無効にする', Empty, Empty, {
    repeatable: true,
  }),
  renewToken: post(
    '/auth/renew-token',
    'account.self',
    '有効なセッションに新しい firebaseToken を発行する',
    Empty,
    FirebaseToken,
    { repeatable: true },
  ),
} satisfies Endpoints
