import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CurrentPasswordDialog } from '~/components/dialogs/current-password-dialog'
import { RecoveryCodes } from '~/components/second-factor/recovery-codes'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { useServerMutation } from '~/data/mutation'
import { removeSecondFactor, renewRecoveryCodes, startSecondFactor } from '~/functions/second-factor'
import { formatDateTime } from '~/lib/dates'
import { secondFactorQuery } from './queries'
import { SetUp } from './set-up'

type Secret = Awaited<ReturnType<typeof startSecondFactor>>

/** The second factor: status, set-up, new recovery codes, removal. */
export function SecondFactor() {
  const card = useRef<HTMLElement>(null)
  const { data, error, refetch } = useQuery(secondFactorQuery)
  /** The dialog that requests the current password. */
  const [dialog, setDialog] = useState<'start' | 'renew' | 'remove'>()
  const [started, setStarted] = useState<Secret>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const invalidates = ['secondFactor'] as const
  const start = useServerMutation(startSecondFactor, { invalidates: [] })
  const renew = useServerMutation(renewRecoveryCodes, { invalidates, done: '予備コードを作り直しました。' })
  const remove = useServerMutation(removeSecondFactor, { invalidates, done: '2段階認証を解除しました。' })

  /** Returns to the status view and focuses it, since the pressed button has been removed. */
  const back = () => {
    flushSync(() => {
      setDialog(undefined)
      setStarted(undefined)
      setRecoveryCodes(undefined)
    })
    card.current?.focus()
  }

  const dialogs = {
    start: {
      title: '2段階認証を設定',
      yes: '次へ',
      text: '設定すると、次のログインから、スマートフォンの認証アプリに表示されるコードも必要になります。',
      run: async (currentPassword: string) => {
        const secret = await start.mutateAsync({ data: { currentPassword } })
        setDialog(undefined)
        setStarted(secret)
      },
    },
    renew: {
      title: '予備コードを作り直す',
      yes: '作り直す',
      text: 'これまでの予備コードは、すべて使えなくなります。',
      run: async (currentPassword: string) => {
        const renewed = await renew.mutateAsync({ data: { currentPassword } })
        setDialog(undefined)
        setRecoveryCodes(renewed.recoveryCodes)
      },
    },
    remove: {
      title: '2段階認証を解除',
      yes: '解除する',
      text: '次のログインから、パスワードだけでログインできるようになります。',
      run: async (currentPassword: string) => {
        await remove.mutateAsync({ data: { currentPassword } })
        back()
      },
    },
  }
  const isOn = data?.confirmedAt !== null && data?.confirmedAt !== undefined

  return (
    <Card ref={card} tabIndex={-1} aria-label="2段階認証" className="outline-none print:hidden">
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          2段階認証
          {data && <Chip tone={isOn ? 'positive' : 'neutral'}>{isOn ? '設定済' : '未設定'}</Chip>}
        </CardTitle>
      </CardHeader>
      <CardContent>
        {started ? (
          <SetUp
            {...started}
            onDone={(codes) => {
              setStarted(undefined)
              setRecoveryCodes(codes)
            }}
            onCancel={back}
          />
        ) : recoveryCodes ? (
          <>
            <RecoveryCodes codes={recoveryCodes} />
            <Button size="lg" className="mt-5" onClick={back}>
              控えました
            </Button>
          </>
        ) : data ? (
          <>
            <p className="text-sm text-muted-foreground">
              {isOn && data.confirmedAt
                ? `${formatDateTime(data.confirmedAt)}に設定しました。予備コードは残り${data.recoveryCodesLeft}個です。`
                : 'パスワードに加えて、スマートフォンの認証アプリに表示されるコードでログインします。パスワードが知られても、他人はログインできません。'}
              {data.isRequired && 'お使いの権限では必須です。'}
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button variant={isOn ? 'outline' : 'primary'} onClick={() => setDialog('start')}>
                {isOn ? '別のスマートフォンで設定し直す' : '設定する'}
              </Button>
              {isOn && (
                <Button variant="outline" onClick={() => setDialog('renew')}>
                  予備コードを作り直す
                </Button>
              )}
              {isOn && !data.isRequired && (
                <Button variant="outline" onClick={() => setDialog('remove')}>
                  解除する
                </Button>
              )}
            </div>
          </>
        ) : error ? (
          <FailedState title="2段階認証の状態を表示できませんでした" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-20" />
        )}
      </CardContent>
      {dialog && <CurrentPasswordDialog {...dialogs[dialog]} onCancel={() => setDialog(undefined)} />}
    </Card>
  )
}
