import { useQuery } from '@tanstack/react-query'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeWanted } from '#contract/auth.ts'
import { isApiError } from '#contract/errors.ts'
import { enter, knownDevice } from '~/auth/session'
import { InputError, PasswordField, signInInputClass } from '~/components/fields/password-field'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { makeFirstAdmin, readWelcome } from '~/functions/welcome'
import { keepConversion } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { cn } from '~/lib/utils'
import { BackToLogin, CardAlert, EmailField, SignInCard } from './card'
import { SecondStep } from './second-step'

const title = '最初の管理者の登録'

/** Target of the link that `npm run init` prints: makes the first admin of an empty product, who is then signed in. */
export function WelcomePage() {
  const hydrated = useHydrated()
  // In the fragment, which is never sent to a server.
  const token = hydrated ? window.location.hash.slice(1) : ''
  const { isSuccess, error } = useQuery({
    queryKey: ['welcome', token],
    queryFn: ({ signal }) => readWelcome({ data: { token }, signal }),
    enabled: hydrated,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) {
    const { text, ref } = failureMessage(error)
    const isWrong = isApiError(error) && error.code === 'invalid'
    return (
      <SignInCard title="リンクを開けませんでした">
        <CardAlert
          text={isWrong ? 'リンクが正しくありません。表示されたリンクを最後まで写して、もう一度開いてください。' : text}
          reference={ref}
        />
        <BackToLogin />
      </SignInCard>
    )
  }
  if (!isSuccess) {
    return (
      <SignInCard title={title}>
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted-foreground">
          <Spinner className="size-4" />
          読み込み中...
        </p>
      </SignInCard>
    )
  }
  return <FirstAdminForm token={token} />
}

const fieldNames = ['lastName', 'firstName', 'email', 'password', 'passwordConf'] as const
type FieldName = (typeof fieldNames)[number]
type Fields = Partial<Record<FieldName, string>>

const labels: Record<FieldName, string> = {
  lastName: '姓',
  firstName: '名',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordConf: 'パスワード（確認）',
}

function FirstAdminForm({ token }: { token: string }) {
  const router = useRouter()
  const inputs: Record<FieldName, RefObject<HTMLInputElement | null>> = {
    lastName: useRef(null),
    firstName: useRef(null),
    email: useRef(null),
    password: useRef(null),
    passwordConf: useRef(null),
  }
  const alert = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [wanted, setWanted] = useState<CodeWanted>()
  const [failure, setFailure] = useState<{ fields?: Fields; text?: string; ref?: string | undefined }>({})
  const goIn = () => void router.navigate({ to: '/', replace: true })

  const show = (next: typeof failure) => {
    flushSync(() => setFailure(next))
    const first = fieldNames.find((name) => next.fields?.[name])
    if (first) inputs[first].current?.focus()
    else alert.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const typed = (name: FieldName) => inputs[name].current?.value ?? ''
    const missing = fieldNames.filter((name) => typed(name).trim() === '')
    if (missing.length > 0) {
      return show({ fields: Object.fromEntries(missing.map((name) => [name, `${labels[name]}を入力してください。`])) })
    }
    setBusy(true)
    setFailure({})
    try {
      const next = await enter(
        makeFirstAdmin({
          data: {
            token,
            lastName: typed('lastName'),
            firstName: typed('firstName'),
            email: typed('email'),
            password: typed('password'),
            passwordConf: typed('passwordConf'),
            device: knownDevice(),
          },
        }),
      )
      if (next) setWanted(next)
      else goIn()
    } catch (error) {
      const fields = isApiError(error) ? (error.fields as Fields | undefined) : undefined
      show(fields && fieldNames.some((name) => fields[name]) ? { fields } : failureMessage(error))
    } finally {
      setBusy(false)
    }
  }

  if (wanted) {
    return <SecondStep {...wanted} onIn={goIn} onBack={() => void router.navigate({ to: '/login', replace: true })} />
  }
  const errors = failure.fields ?? {}
  return (
    <SignInCard title={title}>
      <p className="mt-0.5 text-sm text-muted-foreground">
        すべての店舗を見られる管理者です。会社情報・店舗・ほかのスタッフは、ログインしてから登録します。
      </p>
      {failure.text && <CardAlert ref={alert} text={failure.text} reference={failure.ref} />}
      <form
        method="post"
        noValidate
        onKeyDown={keepConversion}
        onSubmit={(event) => void submit(event)}
        className="mt-6 space-y-5"
      >
        <div className="grid grid-cols-2 gap-3">
          <NameField name="lastName" autoComplete="family-name" input={inputs.lastName} error={errors.lastName} />
          <NameField name="firstName" autoComplete="given-name" input={inputs.firstName} error={errors.firstName} />
        </div>
        <EmailField input={inputs.email} error={errors.email} />
        <PasswordField
          id="password"
          label={labels.password}
          autoComplete="new-password"
          input={inputs.password}
          error={errors.password}
          help="12文字以上。サービス名やメールアドレスを含む、推測されやすいものは使えません。"
        />
        <PasswordField
          id="passwordConf"
          label={labels.passwordConf}
          autoComplete="new-password"
          input={inputs.passwordConf}
          error={errors.passwordConf}
        />
        <Button type="submit" size="lg" className="w-full" aria-disabled={busy || undefined}>
          {busy && <Spinner className="size-4" />}
          {busy ? '登録しています...' : '登録してログイン'}
        </Button>
      </form>
    </SignInCard>
  )
}

interface NameFieldProps {
  name: 'lastName' | 'firstName'
  autoComplete: string
  input: RefObject<HTMLInputElement | null>
  error: string | undefined
}

const NameField = ({ name, autoComplete, input, error }: NameFieldProps) => (
  <div>
    <label htmlFor={name} className="text-sm font-medium">
      {labels[name]}
    </label>
    <input
      ref={input}
      id={name}
      name={name}
      autoComplete={autoComplete}
      maxLength={50}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
      className={cn(signInInputClass, error && 'border-bad')}
    />
    <InputError id={`${name}-error`}>{error}</InputError>
  </div>
)
