import { useEffect, useState } from 'react'
import type { MailLog } from '#contract/mail.ts'
import { secondsToCallBack } from '#contract/words/mail.ts'
import { ActDialog } from '~/components/record/act-dialog'
import { Button } from '~/components/ui/button'
import { Progress } from '~/components/ui/progress'
import { useServerMutation } from '~/data/mutation'
import { cancelMail } from '~/functions/mail-log'
import { formatDateTime } from '~/lib/dates'
import { people } from './labels'

/** Seconds until this instant by the local clock, updated every second. */
function useSecondsUntil(instant: string, isAwaited: boolean) {
  const left = () => Math.ceil((Date.parse(instant) - Date.now()) / 1000)
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is of the instant
  useEffect(() => {
    setSeconds(left())
    if (!isAwaited) return
    const timer = setInterval(() => setSeconds(left()), 1_000)
    return () => clearInterval(timer)
  }, [instant, isAwaited])
  return seconds
}

/** 取り消し while part of a mail is unsent, with a countdown in the last minute. */
export function RecallBar({ mail }: { mail: MailLog }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const isAwaited = mail.status === 'scheduled' && !mail.isPaused
  const seconds = useSecondsUntil(mail.sendAt, isAwaited)
  const cancel = useServerMutation(cancelMail, {
    invalidates: ['mailLog'],
    done: ({ counts }) =>
      counts.delivered === 0
        ? 'メールを取り消しました。1通も送信していません。'
        : `メールを取り消しました。${people(counts.delivered)}には送信済みです。`,
  })
  if (!mail.canCancel) return null
  const { total, waiting } = mail.counts
  const gone = total - waiting
  const isLastMinute = isAwaited && seconds <= secondsToCallBack
  return (
    <section
      aria-label="取り消し"
      className="mb-4 rounded-lg border border-primary bg-accent px-4 py-3 text-accent-foreground print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-sm font-medium">
          {!isAwaited
            ? `${mail.isPaused ? '' : '送信中です。'}まだ送信していない${people(waiting)}を取り消せます。`
            : isLastMinute
              ? seconds > 0
                ? `あと${seconds}秒で送信を始めます。それまではすべて取り消せます。`
                : 'まもなく送信を始めます。'
              : `${formatDateTime(mail.sendAt)}に送信を始めます。それまではすべて取り消せます。`}
        </p>
        <Button variant="outline" onClick={() => setIsConfirming(true)}>
          取り消す
        </Button>
      </div>
      {isLastMinute && (
        <Progress
          value={Math.max(seconds, 0)}
          max={secondsToCallBack}
          aria-label="取り消せる残り時間"
          className="mt-2.5"
        />
      )}
      {isConfirming && (
        <ActDialog
          title="メールを取り消す"
          name={mail.subject}
          destructive
          resource="mailLog"
          act={(call) => cancel.mutateAsync({ data: { id: mail.id, version: mail.version }, ...call })}
          onClose={() => setIsConfirming(false)}
        >
          {gone === 0
            ? `まだ1通も送信していません。${people(waiting)}への送信をすべて取り消します。`
            : `${people(gone)}にはすでに送信しており、取り消せません。残りの${people(waiting)}への送信を取り消します。`}
        </ActDialog>
      )}
    </section>
  )
}
