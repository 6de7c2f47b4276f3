import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { InputError, PasswordField, signInInputClass } from '~/components/fields/password-field'
import { useServerMutation } from '~/data/mutation'
import { changeOwnEmail } from '~/functions/staff-user'
import { keepConversion } from '~/lib/composing'
import { cn } from '~/lib/utils'

interface Faults {
  email?: string
  currentPassword?: string
}

/** Changes the address that one signs in with, once the new one has proven itself. */
export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const address = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  // Runs after the dialog's own focus, which is on its button.
  useEffect(() => address.current?.focus(), [])
  const change = useServerMutation(changeOwnEmail, {
    invalidates: ['user', 'staff'],
    done: ({ pendingEmail }) => `${pendingEmail} に確認のメールを送りました。リンクを開くと、変更されます。`,
  })

  const show = (next: Faults) => {
    setFaults(next)
    const first = next.email ? address : password
    first.current?.focus()
  }
  const run = async () => {
    const data = { email: address.current?.value.trim() ?? '', currentPassword: password.current?.value ?? '' }
    const missing: Faults = {
      ...(data.email === '' && { email: '新しいメールアドレスを入力してください。' }),
      ...(data.currentPassword === '' && { currentPassword: '現在のパスワードを入力してください。' }),
    }
    if (Object.keys(missing).length > 0) return show(missing)
    try {
      await change.mutateAsync({ data })
      onClose()
    } catch (error) {
      if (isApiError(error) && error.fields) show(error.fields as Faults)
    }
  }

  return (
    <ConfirmDialog
      check="fields"
      title="メールアドレスを変更"
      yes="確認のメールを送る"
      no="キャンセル"
      onYes={run}
      onNo={onClose}
    >
      <p>
        新しいメールアドレスに届くリンクを24時間以内に開くと、変更されます。それまでは、現在の {email}{' '}
        でログインします。現在のメールアドレスにも、手続きがあったことをお知らせします。
      </p>
      <form
        method="post"
        noValidate
        className="mt-4 max-w-80 space-y-4"
        onKeyDown={keepConversion}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <div>
          <label htmlFor="newEmail" className="text-sm font-medium">
            新しいメールアドレス
          </label>
          <input
            ref={address}
            id="newEmail"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            aria-invalid={faults.email ? true : undefined}
            aria-describedby={faults.email && 'newEmail-error'}
            className={cn(signInInputClass, faults.email && 'border-bad')}
          />
          <InputError id="newEmail-error">{faults.email}</InputError>
        </div>
        <PasswordField
          id="proof"
          label="現在のパスワード"
          autoComplete="current-password"
          input={password}
          error={faults.currentPassword}
        />
        {/* Enter submits: the dialog's own buttons are outside of the form. */}
        <input type="submit" hidden />
      </form>
    </ConfirmDialog>
  )
}
