import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { cn } from '~/lib/utils'

interface PasswordFieldProps {
  id: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  /** Uncontrolled, so that a password manager's value is read on submit; absent where the form reads its fields. */
  input?: RefObject<HTMLInputElement | null>
  error: string | undefined
  help?: ReactNode
}

/** A password field with a show button and a Caps Lock warning. */
export function PasswordField({ id, label, autoComplete, input, error, help }: PasswordFieldProps) {
  const [revealed, setRevealed] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          ref={input}
          id={id}
          name={id}
          type={revealed ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={cn(error && `${id}-error`, capsLock && `${id}-caps`, help && `${id}-help`) || undefined}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          className={cn(signInInputClass, 'pr-12', error && 'border-bad')}
        />
        <button
          type="button"
          aria-label={`${label}を表示`}
          aria-pressed={revealed}
          onClick={() => setRevealed(!revealed)}
          className="absolute right-1 bottom-1 grid size-9 place-items-center rounded-md text-muted-foreground hover:bg-muted"
        >
          {revealed ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
        </button>
      </div>
      {capsLock && (
        <p id={`${id}-caps`} role="status" className="mt-1.5 text-sm text-warning">
          Caps Lockがオンになっています。
        </p>
      )}
      <InputError id={`${id}-error`}>{error}</InputError>
      {help && (
        <div id={`${id}-help`} className="mt-1.5 text-xs text-muted-foreground">
          {help}
        </div>
      )}
    </div>
  )
}

export const signInInputClass = 'mt-1.5 h-11 w-full rounded-md border border-input bg-card px-3.5 text-base'

export function InputError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="mt-1.5 text-sm text-bad">
      {children}
    </p>
  )
}
