import { z } from 'zod'
import { Empty, zId, zText } from './common.ts'
import { type Endpoints, post } from './endpoint.ts'

/** 12 to 128 characters, no composition rule; the blocklist is checked by the handler. */
export const zNewPassword = zText(128).pipe(z.string().min(12, { error: 'パスワードは12文字以上で入力してください。' }))

const NewPassword = z
  .strictObject({
    userId: zId,
    password: zNewPassword,
    passwordConf: zText(128),
    /** Required for the caller's own password unless they signed in within the last 5 minutes. */
    currentPassword: zText(128).optional(),
  })
  .refine((draft) => draft.password === draft.passwordConf, {
    path: ['passwordConf'],
    error: '確認用のパスワードが一致しません。',
  })

export const staff = {
  changePassword: post('/user/staff/change-password', 'account.self', 'パスワードを再設定する', NewPassword, Empty, {
    /** The current password can be guessed here. */
    rate: 10,
  }),
} satisfies Endpoints
