import { z } from 'zod'
import { Empty, zEmail, zText } from './common.ts'
import { type Endpoints, post } from './endpoint.ts'

/** Signs the identity provider in; its `sid` claim names the session row that every call is checked against. */
export const FirebaseToken = z.strictObject({ firebaseToken: z.string() })

const Credentials = z.strictObject({ email: zEmail, password: zText(128).pipe(z.string().min(1)) })

export const auth = {
  login: post('/auth/login', 'public', 'メールアドレスとパスワードでログインする', Credentials, FirebaseToken, {
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
