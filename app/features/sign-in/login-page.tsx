import { Link, useHydrated, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeWanted } from '#contract/auth.ts'
import { isApiError } from '#contract/errors.ts'
import { sessionEnds } from '#contract/words/session.ts'
import { signIn } from '~/auth/session'
import { PasswordField } from '~/components/fields/password-field'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import type { LeaveReason } from '~/identity/leave'
import { keepConversion } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { CardAlert, EmailField, SignInCard } from './card'
import { DemoAccounts } from './demo-accounts'
import { SecondStep } from './second-step'

interface LoginPageProps {
  /** A path of our own; where to go after signing in. */
  redirectTo: string
  /** Why the user was signed out: a `LeaveReason`, or any text from the URL. */
  reason?: string | undefined
  demo: boolean
}

const reasonText: Record<LeaveReason, string> = {
  expired: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  'signed-out': 'ログアウトしました。',
  ...sessionEnds,
}

const isReason = (text: string | undefined): text is LeaveReason =>
  text !== undefined && Object.hasOwn(reasonText, text)

interface Failure {
  fields: { email?: string; password?: string }
  message?: string
  ref?: string
}

const noFailure: Failure = { fields: {} }

function missingFields(email: string, password: string): Failure['fields'] {
  return {
    ...(email === '' && { email: 'メールアドレスを入力してください。' }),
    ...(password === '' && { password: 'パスワードを入力してください。' }),
  }
}

function toFailure(error: unknown): Failure {
  const { email, password } = (isApiError(error) && error.fields) || {}
  const fields = { ...(email && { email }), ...(password && { password }) }
  if (Object.keys(fields).length > 0) return { fields }
  const { text, ref } = failureMessage(error)
  return { fields, message: text, ref }
}

/** Sign-in form. Its inputs are uncontrolled, so that input typed before hydration is kept. */
export function LoginPage({ redirectTo, reason, demo }: LoginPageProps) {
  const router = useRouter()
  const hydrated = useHydrated()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const submitting = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(noFailure)
  const [wanted, setWanted] = useState<CodeWanted>()

  const show = (next: Failure) => {
    flushSync(() => setFailure(next))
    if (next.fields.email) email.current?.focus()
    else if (next.fields.password) password.current?.focus()
    else alert.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting.current) return
    const address = email.current?.value.trim() ?? ''
    const secret = password.current?.value ?? ''
    const fields = missingFields(address, secret)
    if (Object.keys(fields).length > 0) return show({ fields })

    submitting.current = true
    setBusy(true)
    setFailure(noFailure)
    try {
      const next = await signIn(address, secret)
      if (next) setWanted(next)
      else await router.navigate({ href: redirectTo, replace: true })
    } catch (error) {
      show(toFailure(error))
    } finally {
      submitting.current = false
      setBusy(false)
    }
  }

  const fill = (address: string, secret: string) => {
    if (!email.current || !password.current) return
    email.current.value = address
    password.current.value = secret
    setFailure(noFailure)
    email.current.form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
  }

  if (wanted) {
    return (
      <SecondStep
        {...wanted}
        onIn={() => void router.navigate({ href: redirectTo, replace: true })}
        onBack={() => setWanted(undefined)}
      />
    )
  }
  return (
    <SignInCard title="ログイン">
      <p className="mt-0.5 text-sm text-muted-foreground">スタッフ用の管理画面です。</p>

      {isReason(reason) && !failure.message && (
        <p role="status" className="mt-4 rounded-md bg-warning-surface px-3.5 py-2.5 text-sm text-warning">
          {reasonText[reason]}
        </p>
      )}
      {failure.message && <CardAlert ref={alert} text={failure.message} reference={failure.ref} />}

      {/* method=post, so that a native submit never puts the password into a URL. */}
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onKeyDown={keepConversion}
        className="mt-6 space-y-5"
      >
        <EmailField input={email} error={failure.fields.email} autoFocus />
        <PasswordField
          id="password"
          label="パスワード"
          autoComplete="current-password"
          input={password}
          error={failure.fields.password}
        />
        <Button type="submit" size="lg" className="w-full" disabled={!hydrated} aria-disabled={busy || undefined}>
          {busy && <Spinner className="size-4" />}
          {busy ? 'ログインしています...' : 'ログイン'}
        </Button>
      </form>
      <p className="mt-4 text-center text-sm">
        <Link
          to="/forgot-password"
          className="text-muted-foreground underline underline-offset-4 hover:text-foreground"
        >
          パスワードを忘れた場合
        </Link>
      </p>
      {demo && <DemoAccounts onChoose={fill} />}
    </SignInCard>
  )
}
