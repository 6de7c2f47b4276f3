import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { keepConversion } from '~/lib/composing'
import { PasswordField } from '../fields/password-field'
import { ConfirmDialog } from './confirm-dialog'

interface CurrentPasswordDialogProps {
  title: string
  yes: string
  /** What will happen. */
  text: string
  /** Closes the dialog and shows its result together, so that the result gets the focus. */
  run: (currentPassword: string) => Promise<void>
  onCancel: () => void
}

/** Requests the password again before security-critical changes. */
export function CurrentPasswordDialog({ title, yes, text, run, onCancel }: CurrentPasswordDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  // Runs after the dialog's own focus, which is on its button.
  useEffect(() => input.current?.focus(), [])
  const agree = async () => {
    try {
      await run(input.current?.value ?? '')
    } catch (error) {
      setFault(isApiError(error) ? error.fields?.currentPassword : undefined)
      input.current?.focus()
    }
  }
  return (
    <ConfirmDialog check="fields" title={title} yes={yes} no="キャンセル" onYes={agree} onNo={onCancel}>
      <p>{text}</p>
      <form
        method="post"
        className="mt-4 max-w-80"
        onKeyDown={keepConversion}
        onSubmit={(event) => {
          event.preventDefault()
          void agree()
        }}
      >
        <PasswordField
          id="proof"
          label="現在のパスワード"
          autoComplete="current-password"
          input={input}
          error={fault}
        />
      </form>
    </ConfirmDialog>
  )
}
