import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { StaffRecord } from '#contract/staff.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { PasswordField } from '~/components/fields/password-field'
import { useServerMutation } from '~/data/mutation'
import { changePassword } from '~/functions/password'

/** Sets another staff member's password. Not a ResourceForm: passwords must not be kept as drafts. */
export function PasswordDialog({ staff, onClose }: { staff: StaffRecord; onClose: () => void }) {
  const password = useRef<HTMLInputElement>(null)
  const passwordConf = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  // Runs after the dialog's own focus, which is on its button.
  useEffect(() => password.current?.focus(), [])
  const reset = useServerMutation(changePassword, {
    invalidates: ['staff'],
    done: 'パスワードを再設定し、確認のメールを送りました。',
  })
  const run = async () => {
    const typed = { password: password.current?.value ?? '', passwordConf: passwordConf.current?.value ?? '' }
    try {
      await reset.mutateAsync({ data: { userId: staff.userId, ...typed } })
      onClose()
    } catch (error) {
      if (isApiError(error) && error.fields) setErrors(error.fields)
    }
  }
  return (
    <ConfirmDialog
      check="fields"
      title="パスワードを再設定"
      yes="再設定する"
      no="キャンセル"
      onYes={run}
      onNo={onClose}
    >
      <p className="font-medium">「{staff.displayName}」</p>
      <p className="mt-2">
        ログイン中の端末からログアウトされます。新しいパスワードは、本人に直接伝えてください。本人が、届いたメールのリンクか2段階認証で確認すると、ログインできるようになります。
      </p>
      <div className="mt-4 max-w-80 space-y-4">
        <PasswordField
          id="password"
          label="新しいパスワード"
          autoComplete="new-password"
          input={password}
          error={errors.password}
          help="12文字以上。推測されやすいものは使えません。"
        />
        <PasswordField
          id="passwordConf"
          label="新しいパスワード（確認）"
          autoComplete="new-password"
          input={passwordConf}
          error={errors.passwordConf}
        />
      </div>
    </ConfirmDialog>
  )
}
