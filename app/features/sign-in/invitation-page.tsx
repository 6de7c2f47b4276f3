import { useQuery } from '@tanstack/react-query'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { CodeWanted } from '#contract/auth.ts'
import { isApiError } from '#contract/errors.ts'
import { enter, knownDevice } from '~/auth/session'
import { PasswordField } from '~/components/fields/password-field'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { acceptInvitation, confirmLink, readInvitation } from '~/functions/invitation'
import { keepConversion } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { BackToLogin, CardAlert, SignInCard } from './card'
import { SecondStep } from './second-step'

const titles = { invitation: 'パスワードの設定', passwordReset: 'パスワードの再設定' }
const proofs = {
  addressProof: {
    title: 'メールアドレスの確認',
    yes: 'このメールアドレスに変更する',
    done: 'ログインに使うメールアドレスを変更しました。次のログインから、このメールアドレスを使ってください。',
  },
  passwordProof: {
    title: 'パスワードの確認',
    yes: 'このパスワードを使う',
    done: '確認しました。伝えられたパスワードでログインできます。',
  },
}

/** Target of the links in mails to staff: shows the account, and sets its password or confirms what was changed. */
export function InvitationPage() {
  const hydrated = useHydrated()
  // In the fragment, which is never sent to a server.
  const token = hydrated ? window.location.hash.slice(1) : ''
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => readInvitation({ data: { token }, signal }),
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
          text={isWrong ? 'リンクが正しくありません。メールのリンクをもう一度開いてください。' : text}
          reference={ref}
        />
        <BackToLogin />
      </SignInCard>
    )
  }
  if (!data) {
    return (
      <SignInCard title="パスワードの設定">
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted-foreground">
          <Spinner className="size-4" />
          読み込み中...
        </p>
      </SignInCard>
    )
  }
  const { kind, ...account } = data
  if (kind === 'addressProof' || kind === 'passwordProof') return <Proof token={token} kind={kind} {...account} />
  return <PasswordForm token={token} kind={kind} {...account} />
}

interface ProofProps extends Omit<PasswordFormProps, 'kind'> {
  kind: keyof typeof proofs
}

/** A button, because programs that check mails open their links. */
function Proof({ token, kind, displayName, email }: ProofProps) {
  const { title, yes, done } = proofs[kind]
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [failure, setFailure] = useState<{ text: string; ref?: string | undefined }>()
  const confirm = async () => {
    if (state === 'busy') return
    setState('busy')
    setFailure(undefined)
    try {
      await confirmLink({ data: { token } })
      setState('done')
    } catch (error) {
      setFailure(failureMessage(error))
      setState('open')
    }
  }
  return (
    <SignInCard title={title}>
      <p className="mt-0.5 text-sm text-muted-foreground wrap-anywhere">
        {displayName}さん（{email}）
      </p>
      {failure && <CardAlert text={failure.text} reference={failure.ref} />}
      {state === 'done' ? (
        <>
          <p role="status" className="mt-4 text-sm">
            {done}
          </p>
          <BackToLogin />
        </>
      ) : (
        <Button
          size="lg"
          className="mt-6 w-full"
          aria-disabled={state === 'busy' || undefined}
          onClick={() => void confirm()}
        >
          {state === 'busy' && <Spinner className="size-4" />}
          {yes}
        </Button>
      )}
    </SignInCard>
  )
}

interface PasswordFormProps {
  token: string
  kind: keyof typeof titles
  displayName: string
  email: string
}

function PasswordForm({ token, kind, displayName, email }: PasswordFormProps) {
  const router = useRouter()
  const password = useRef<HTMLInputElement>(null)
  const passwordConf = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wanted, setWanted] = useState<CodeWanted>()
  const goIn = () => void router.navigate({ to: '/', replace: true })
  const [failure, setFailure] = useState<{ fields?: Record<string, string>; text?: string; ref?: string | undefined }>(
    {},
  )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const secrets = { password: password.current?.value ?? '', passwordConf: passwordConf.current?.value ?? '' }
    setBusy(true)
    setFailure({})
    try {
      const next = await enter(acceptInvitation({ data: { token, ...secrets, device: knownDevice() } }))
      if (next) setWanted(next)
      else goIn()
    } catch (error) {
      const fields = isApiError(error) ? error.fields : undefined
      setFailure(fields ? { fields } : failureMessage(error))
      if (fields) (fields.password ? password : passwordConf).current?.focus()
    } finally {
      setBusy(false)
    }
  }

  if (wanted) {
    return <SecondStep {...wanted} onIn={goIn} onBack={() => void router.navigate({ to: '/login', replace: true })} />
  }
  return (
    <SignInCard title={titles[kind]}>
      <p className="mt-0.5 text-sm text-muted-foreground wrap-anywhere">
        {displayName}さん（{email}）
      </p>
      {failure.text && <CardAlert text={failure.text} reference={failure.ref} />}
      <form
        method="post"
        noValidate
        onKeyDown={keepConversion}
        onSubmit={(event) => void submit(event)}
        className="mt-6 space-y-5"
      >
        {/* Lets password managers store the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          id="password"
          label="新しいパスワード"
          autoComplete="new-password"
          input={password}
          error={failure.fields?.password}
          help="12文字以上。サービス名やメールアドレスを含む、推測されやすいものは使えません。"
        />
        <PasswordField
          id="passwordConf"
          label="新しいパスワード（確認）"
          autoComplete="new-password"
          input={passwordConf}
          error={failure.fields?.passwordConf}
        />
        <Button type="submit" size="lg" className="w-full" aria-disabled={busy || undefined}>
          {busy && <Spinner className="size-4" />}
          {busy ? '設定しています...' : '設定してログイン'}
        </Button>
      </form>
    </SignInCard>
  )
}
