import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contract/session.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { RetryButton } from '~/components/retry-button'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { removeOtherSessions, removeSession } from '~/functions/session'
import { formatDateTime } from '~/lib/dates'
import { failureMessage } from '~/lib/failure'
import { sessionsQuery } from './queries'

const consequence = 'その端末では、次に操作したときにログイン画面が表示されます。入力中の内容はその端末に残ります。'

/** Signed-in devices, with a button to end each session. */
export function Devices() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  /** What the dialog would end: one session, or all but this one. */
  const [ending, setEnding] = useState<Session | 'others'>()
  const invalidates = ['session'] as const
  const endOne = useServerMutation(removeSession, { invalidates, done: '端末をログアウトさせました。' })
  const endOthers = useServerMutation(removeOtherSessions, {
    invalidates,
    done: 'ほかの端末からログアウトしました。',
  })

  const send = async (call?: typeof rehearsal) => {
    if (ending === 'others') await endOthers.mutateAsync({ data: {}, ...call })
    else if (ending) await endOne.mutateAsync({ data: { id: ending.id }, ...call })
  }
  const end = async () => {
    try {
      await send()
    } catch (error) {
      notifyRefusal(error)
      void refetch()
    } finally {
      setEnding(undefined)
    }
  }

  const others = data?.list.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Card>
      <CardHeader>
        <CardTitle>ログイン中の端末</CardTitle>
        {others.length > 0 && (
          <Button variant="outline" className="print:hidden" onClick={() => setEnding('others')}>
            ほかの端末からログアウト
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <p className="text-sm text-muted-foreground">
          心当たりのない端末があるときは、ログアウトさせて、パスワードを再設定してください。
        </p>
        {error && !data && (
          <div role="alert" className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm text-bad">
            {failureMessage(error).text}
            <RetryButton variant="outline" error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {!data && !error && (
          <div role="status" className="mt-4">
            <span className="sr-only">読み込み中...</span>
            <Skeleton className="h-14 w-full" />
          </div>
        )}
        <ul aria-label="ログイン中の端末" className="mt-2 divide-y">
          {data?.list.map((session) => (
            <Device key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      </CardContent>
      {ending === 'others' && (
        <ConfirmDialog
          check={() => send(rehearsal)}
          title="ほかの端末からログアウト"
          onYes={end}
          onNo={() => setEnding(undefined)}
        >
          この端末のほか、{others.length}台の端末をログアウトさせます。{consequence}
        </ConfirmDialog>
      )}
      {ending && ending !== 'others' && (
        <ConfirmDialog
          check={() => send(rehearsal)}
          title="端末をログアウトさせる"
          onYes={end}
          onNo={() => setEnding(undefined)}
        >
          <p className="font-medium">「{ending.device}」</p>
          <p className="mt-2">{consequence}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const Device = ({ session, onEnd }: { session: Session; onEnd: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {session.device}
        {session.isCurrent && <Chip tone="positive">この端末</Chip>}
      </p>
      <p className="figures text-sm text-muted-foreground">
        <span className="block">最終利用 {formatDateTime(session.lastUsedAt)}</span>
        <span className="block">ログイン {formatDateTime(session.createdAt)}</span>
        {session.ip && <span className="block wrap-anywhere">IPアドレス {session.ip}</span>}
      </p>
    </div>
    {!session.isCurrent && (
      <Button
        variant="outline"
        className="print:hidden"
        aria-label={`${session.device}（最終利用 ${formatDateTime(session.lastUsedAt)}）をログアウトさせる`}
        onClick={onEnd}
      >
        ログアウトさせる
      </Button>
    )}
  </li>
)
