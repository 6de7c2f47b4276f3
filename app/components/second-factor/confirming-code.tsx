import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { CodeField } from './code-field'

interface ConfirmingCodeProps {
  input: RefObject<HTMLInputElement | null>
  error: string | undefined
  /** Another kind of code is entered: the error of the last one is over. */
  onSwitch: () => void
}

/** Confirms an act with a code of the app or, for who has lost it, a recovery code. */
export function ConfirmingCode({ input, error, onSwitch }: ConfirmingCodeProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div className="max-w-60">
      <CodeField key={String(isRecovery)} isRecovery={isRecovery} input={input} error={error} />
      <button
        type="button"
        className="mt-2 py-1 text-muted-foreground underline underline-offset-4 hover:text-foreground"
        onClick={() => {
          flushSync(() => {
            onSwitch()
            setIsRecovery(!isRecovery)
          })
          input.current?.focus()
        }}
      >
        {isRecovery ? '認証コードを使う' : '予備コードを使う'}
      </button>
    </div>
  )
}
