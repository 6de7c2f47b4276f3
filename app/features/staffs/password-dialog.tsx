import { useId, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { StaffRecord } from '#contract/staff.ts'
import { ConfirmDialog } from '~/components/confirm-dialog'
import { useServerMutation } from '~/data/mutation'
import { changePassword } from '~/functions/password'

/** A new password for somebody else. What is typed is kept nowhere: this is no form with a draft. */
export function PasswordDialog({ staff, onClose }: { staff: StaffRecord; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [passwordConf, setPasswordConf] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const reset = useServerMutation(changePassword, { invalidates: ['staff'], done: 'パスワードを再設定しました。' })
  const run = async () => {
    try {
      await reset.mutateAsync({ data: { userId: staff.userId, password, passwordConf } })
      onClose()
    } catch (error) {
      if (isApiError(error) && error.fields) setErrors(error.fields)
    }
  }
  return (
    <ConfirmDialog title="パスワードを再設定" yes="再設定する" no="キャンセル" onYes={run} onNo={onClose}>
      <p className="font-medium">「{staff.displayName}」</p>
      <p className="mt-2">ログイン中の端末からログアウトされます。新しいパスワードは、本人に直接伝えてください。</p>
      <Secret
        label="新しいパスワード"
        help="12文字以上。推測されやすいものは使えません。"
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
      <Secret
        label="新しいパスワード（確認）"
        value={passwordConf}
        onChange={setPasswordConf}
        error={errors.passwordConf}
      />
    </ConfirmDialog>
  )
}

interface SecretProps {
  label: string
  help?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function Secret({ label, help, value, onChange, error }: SecretProps) {
  const id = useId()
  return (
    <div className="mt-4">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined}
        className="h-10 w-full max-w-80 rounded-md border border-input bg-card px-3 text-base aria-invalid:border-bad sm:text-sm"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-xs text-muted-foreground">
          {help}
        </p>
      )}
    </div>
  )
}
