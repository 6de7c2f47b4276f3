import { z } from 'zod'
import { Empty, zEmail, zText } from './common.ts'
import type { Endpoints } from './endpoint.ts'

/** Signs the identity provider in; its `sid` claim names the session row that every call is checked against. */
export const FirebaseToken = z.strictObject({ firebaseToken: z.string() })

export const auth = {
  login: {
    method: 'POST',
    path: '/api/admin/auth/login',
    permission: 'public',
    repeatable: true,
    summary: 'メールアドレスとパスワードでログインする',
    input: z.strictObject({ email: zEmail, password: zText(128).pipe(z.string().min(1)) }),
    output: FirebaseToken,
  },
  logout: {
    method: 'POST',
    path: '/api/admin/auth/logout',
    permission: 'account.self',
    repeatable: true,
    summary: 'ログアウトし、このセッションを無効にする',
    input: Empty,
    output: Empty,
  },
  renewToken: {
    method: 'POST',
    path: '/api/admin/auth/renew-token',
    permission: 'account.self',
    repeatable: true,
    summary: '有効なセッションに新しい firebaseToken を発行する',
    input: Empty,
    output: FirebaseToken,
  },
} as const satisfies Endpoints
