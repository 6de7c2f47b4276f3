import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeWanted } from '#contract/auth.ts'
import { isApiError } from '#contract/errors.ts'
import { enter, knownDevice } from '~/auth/session'
import { AuthenticatorSecret } from '~/components/second-factor/authenticator-secret'
import { CodeField } from '~/components/second-factor/code-field'
import { RecoveryCodes } from '~/components/second-factor/recovery-codes'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { enterWithCode } from '~/functions/sign-in-code'
import { keepConversion } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { CardAlert, SignInCard } from './card'

interface CodeStepProps extends CodeWanted {
  /** Called once signed in. */
  onIn: () => void
  /** Returns to the password form with the error. */
  onBack: () => void
}

/** Second step of sign-in: app code, recovery code, or the required first set-up. */
export default function CodeStep({ ticket, setUp, onIn, onBack }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const start = useRef<HTMLParagraphElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const [isRecovery, setIsRecovery] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ code?: string; text?: string; ref?: string | undefined }>({})
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()

  // The previous form is gone: focuses the text that should be read first.
  useEffect(() => (setUp ? start : input).current?.focus(), [setUp])

  const show = (next: typeof failure) => {
    flushSync(() => setFailure(next))
    const field = next.code ? input : alert
    field.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const code = input.current?.value.trim() ?? ''
    if (code === '') {
      return show({ code: isRecovery ? '予備コードを入力してください。' : '認証コードを入力してください。' })
    }
    setBusy(true)
    setFailure({})
    try {
      const answer = await enterWithCode({ data: { ticket, code, device: knownDevice() } })
      await enter(Promise.resolve(answer))
      if (answer.recoveryCodes) setRecoveryCodes(answer.recoveryCodes)
      else onIn()
    } catch (error) {
      const field = isApiError(error) ? error.fields?.code : undefined
      show(field ? { code: field } : failureMessage(error))
      if (field) input.current?.select()
    } finally {
      setBusy(false)
    }
  }

  if (recoveryCodes) {
    return (
      <SignInCard title="予備コードを控えてください">
        <div className="mt-4">
          <RecoveryCodes codes={recoveryCodes} />
        </div>
        <Button size="lg" className="mt-6 w-full" onClick={onIn}>
          控えたので、始める
        </Button>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={setUp ? '2段階認証の設定' : '2段階認証'}>
      <p ref={start} tabIndex={-1} className="mt-0.5 text-sm text-muted-foreground outline-none">
        {setUp
          ? 'お使いの権限では2段階認証が必要です。設定すると、ログインが完了します。'
          : isRecovery
            ? '設定したときに控えた予備コードを入力してください。'
            : '認証アプリに表示されている6桁のコードを入力してください。'}
      </p>
      {failure.text && <CardAlert ref={alert} text={failure.text} reference={failure.ref} />}
      {setUp && (
        <div className="mt-5">
          <AuthenticatorSecret {...setUp} />
        </div>
      )}
      <form
        method="post"
        noValidate
        onKeyDown={keepConversion}
        onSubmit={(event) => void submit(event)}
        className="mt-6 space-y-5"
      >
        <CodeField key={String(isRecovery)} isRecovery={isRecovery} input={input} error={failure.code} />
        <Button type="submit" size="lg" className="w-full" aria-disabled={busy || undefined}>
          {busy && <Spinner className="size-4" />}
          {busy ? '確認しています...' : 'ログイン'}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm">
        {!setUp && (
          <button
            type="button"
            className="py-1 text-muted-foreground underline underline-offset-4 hover:text-foreground"
            onClick={() => {
              flushSync(() => {
                setFailure({})
                setIsRecovery(!isRecovery)
              })
              input.current?.focus()
            }}
          >
            {isRecovery ? '認証コードを使う' : '予備コードを使う'}
          </button>
        )}
        <button
          type="button"
          className="py-1 text-muted-foreground underline underline-offset-4 hover:text-foreground"
          onClick={onBack}
        >
          ログイン画面へ戻る
        </button>
      </div>
      {!setUp && (
        <p className="mt-4 text-xs text-muted-foreground">
          スマートフォンも予備コードも使えないときは、管理者に2段階認証の解除を依頼してください。
        </p>
      )}
    </SignInCard>
  )
}
