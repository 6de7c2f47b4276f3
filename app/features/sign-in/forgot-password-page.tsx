import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { Button } from '~/components/ui/button'
import { requestPasswordReset } from '~/functions/invitation'
import { keepConversion } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { BackToLogin, CardAlert, EmailField, SignInCard } from './card'

const missing = 'メールアドレスを入力してください。'

/** Requests a reset link by mail; the answer does not reveal whether the address exists. */
export function ForgotPasswordPage() {
  const hydrated = useHydrated()
  const email = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const [failure, setFailure] = useState<{ field?: string; text?: string; ref?: string | undefined }>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'sending') return
    const address = email.current?.value.trim() ?? ''
    if (address === '') return setFailure({ field: missing })
    setState('sending')
    setFailure({})
    try {
      await requestPasswordReset({ data: { email: address } })
      setState('sent')
    } catch (error) {
      setState('open')
      const field = isApiError(error) ? error.fields?.email : undefined
      setFailure(field ? { field } : failureMessage(error))
      email.current?.focus()
    }
  }

  if (state === 'sent') {
    return (
      <SignInCard title="メールを確認してください">
        <p role="status" className="mt-4 text-sm">
          入力されたメールアドレスが登録されている場合、再設定のリンクをお送りしました。リンクは1時間、1度だけ使えます。
        </p>
        <p className="mt-3 text-sm text-muted-foreground">
          届かないときは、迷惑メールのフォルダーを確認するか、管理者にお問い合わせください。
        </p>
        <BackToLogin />
      </SignInCard>
    )
  }
  return (
    <SignInCard title="パスワードの再設定">
      <p className="mt-0.5 text-sm text-muted-foreground">
        登録されているメールアドレスに、再設定のリンクをお送りします。
      </p>
      {failure.text && <CardAlert text={failure.text} reference={failure.ref} />}
      <form
        method="post"
        noValidate
        onKeyDown={keepConversion}
        onSubmit={(event) => void submit(event)}
        className="mt-6 space-y-5"
      >
        <EmailField input={email} error={failure.field} />
        <Button type="submit" size="lg" className="w-full" disabled={!hydrated}>
          {state === 'sending' ? '送信しています...' : 'リンクを送る'}
        </Button>
      </form>
      <BackToLogin />
    </SignInCard>
  )
}
