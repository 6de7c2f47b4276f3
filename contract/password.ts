import { z } from 'zod'
import { zId, zText } from './common.ts'

/** 12 to 128 characters, no composition rule; the blocklist is checked by the handler. */
export const zNewPassword = zText(128).pipe(z.string().min(12, { error: 'パスワードは12文字以上で入力してください。' }))

export const passwordsDiffer = { path: ['passwordConf'], error: '確認用のパスワードが一致しません。' }

/** A new password for somebody. */
export const NewPassword = z
  .strictObject({
    userId: zId,
    password: zNewPassword,
    passwordConf: zText(128),
    /** Required for the caller's own password unless they signed in within the last 5 minutes. */
    currentPassword: zText(128).optional(),
  })
  .refine((draft) => draft.password === draft.passwordConf, passwordsDiffer)
