import { useState } from 'react'
import { knownDevice } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { acceptInvitation, confirmLink, readInvitation } from '~/functions/invitation'
import { type Failure, failureMessage } from '~/lib/failure'
import { BackToLogin, CardAlert, SignInCard } from './card'
import { OfLink } from './of-link'
import { PasswordCard } from './password-card'

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

const labels = { password: '新しいパスワード', passwordConf: '新しいパスワード（確認）' }

/** Target of the links in mails to staff: shows the account, and sets its password or confirms what was changed. */
export const InvitationPage = () => (
  <OfLink
    name="invitation"
    title="パスワードの設定"
    read={readInvitation}
    correction="メールのリンクをもう一度開いてください。"
  >
    {(token, { kind, ...account }) => {
      if (kind === 'addressProof' || kind === 'passwordProof') return <Proof token={token} kind={kind} {...account} />
      return (
        <PasswordCard
          title={titles[kind]}
          lead={whose(account)}
          labels={labels}
          username={account.email}
          action="設定してログイン"
          busy="設定しています..."
          onSave={(secrets) => acceptInvitation({ data: { token, ...secrets, device: knownDevice() } })}
        />
      )
    }}
  </OfLink>
)

interface Account {
  displayName: string
  email: string
}

const whose = ({ displayName, email }: Account) => `${displayName}さん（${email}）`

interface ProofProps extends Account {
  token: string
  kind: keyof typeof proofs
}

/** A button, because programs that check mails open their links. */
function Proof({ token, kind, ...account }: ProofProps) {
  const { title, yes, done } = proofs[kind]
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [failure, setFailure] = useState<Failure>()
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
      <p className="mt-0.5 text-sm text-muted-foreground wrap-anywhere">{whose(account)}</p>
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
