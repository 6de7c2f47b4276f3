import type { RefObject } from 'react'
import { InputError, signInInputClass } from '~/components/fields/password-field'
import { cn } from '~/lib/utils'

interface CodeFieldProps {
  /** Whether a recovery code is entered instead of the app's code. */
  isRecovery?: boolean
  input: RefObject<HTMLInputElement | null>
  error: string | undefined
}

/** Field for a one-time code, which phones and password managers can fill in, or a recovery code. */
export const CodeField = ({ isRecovery = false, input, error }: CodeFieldProps) => (
  <div>
    <label htmlFor="code" className="text-sm font-medium">
      {isRecovery ? '予備コード' : '認証コード'}
    </label>
    <input
      ref={input}
      id="code"
      name="code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      required
      placeholder={isRecovery ? 'XXXX-XXXX-XXXX-XXXX' : '123 456'}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'code-error' : undefined}
      className={cn(signInInputClass, 'figures', error && 'border-bad')}
    />
    <InputError id="code-error">{error}</InputError>
  </div>
)
