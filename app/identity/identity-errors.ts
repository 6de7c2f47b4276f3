import { ApiError, type ApiErrorCode } from '#contract/errors.ts'

const wrongCredentials = 'メールアドレスまたはパスワードが正しくありません。'
const signInAgain = 'もう一度ログインしてください。'

/** Messages for all codes of the specification; they never reveal whether address or password was wrong. */
const messages: Record<string, [ApiErrorCode, string]> = {
  'auth/wrong-password': ['unauthenticated', wrongCredentials],
  'auth/user-not-found': ['unauthenticated', wrongCredentials],
  'auth/email-already-in-use': ['conflict', 'このメールアドレスはすでに使われています。'],
  'auth/too-many-requests': ['rate_limited', '試行回数が多すぎます。時間をおいて、もう一度お試しください。'],
  'auth/network-request-failed': ['network', '通信に失敗しました。時間をおいて、もう一度お試しください。'],
  'auth/requires-recent-login': ['unauthenticated', signInAgain],
  'auth/user-disabled': ['forbidden', 'このアカウントは無効です。管理者にお問い合わせください。'],
  'auth/user-token-expired': ['unauthenticated', signInAgain],
  'auth/invalid-custom-token': ['unauthenticated', signInAgain],
  'auth/weak-password': ['invalid', 'パスワードは12文字以上で入力してください。'],
}

/** Converts the identity provider's error into ours, with a Japanese message; unknown codes get a generic one. */
export function toIdentityError(error: unknown): ApiError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const [kind, message] = messages[code] ?? ['internal', undefined]
  return new ApiError(kind as ApiErrorCode, message ? { message } : {})
}
