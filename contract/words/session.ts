import type { ValueOf } from './words.ts'

/** Why a session ended: the stored value, and the sentence at the login screen. */
export const sessionEnds = {
  suspended: '休職中の設定になったため、ログアウトしました。',
  retired: '退職済の設定になったため、ログアウトしました。',
  role: '権限が変更されました。もう一度ログインしてください。',
  password: 'パスワードが再設定されました。新しいパスワードでログインしてください。',
  address: 'ログイン用のメールアドレスが変更されました。新しいメールアドレスでログインしてください。',
  secondFactor: '2段階認証の設定が変更されました。もう一度ログインしてください。',
  elsewhere: '別の端末からの操作でログアウトしました。もう一度ログインしてください。',
} as const
export type SessionEnd = ValueOf<typeof sessionEnds>
