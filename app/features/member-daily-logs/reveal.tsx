import { useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { type LogKind, logKinds, revealedMinutes, revealReasons } from '#contract/words/daily-log.ts'
import { type ValueOf, valuesOf } from '#contract/words/words.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { keyOf } from '~/data/query'
import { revealDailyLogs } from '~/functions/daily-log'
import { cn } from '~/lib/utils'
import { daysText, nameOf } from './labels'
import type { Day, DaysAnswer } from './queries'

type Reason = ValueOf<typeof revealReasons>

interface RevealDialogProps {
  kind: LogKind
  member: Day['member']
  days: { from: string; to: string }
  onClose: (until?: string) => void
}

/** Dialog for the purpose of revealing a member's values. */
export function RevealDialog({ kind, member, days, onClose }: RevealDialogProps) {
  const [reason, setReason] = useState<Reason>()
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<{ reason?: string; text?: string }>({})
  const id = useId()
  // Focuses the first purpose instead of a button, since one must be stated.
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const reveal = useServerMutation(revealDailyLogs, {
    invalidates: [`dailyLog.${kind}`],
    done: `${nameOf(member)}さんの${logKinds[kind]}の値を${revealedMinutes}分間表示します。`,
  })
  const run = async () => {
    if (reason === undefined) {
      setFaults({ reason: '理由を選択してください。' })
      throw new Error('no reason')
    }
    if (reason === 'other' && text.trim() === '') {
      setFaults({ text: '理由の内容を入力してください。' })
      throw new Error('no words')
    }
    try {
      const { until } = await reveal.mutateAsync({
        data: { userId: member.id, kind, ...days, reason, reasonText: text.trim() || null },
      })
      onClose(until)
    } catch (error) {
      if (isApiError(error) && error.fields?.reasonText) setFaults({ text: error.fields.reasonText })
      else notifyRefusal(error)
      throw error
    }
  }
  return (
    <ConfirmDialog check="fields" title="値を表示" yes="表示する" no="キャンセル" onYes={run} onNo={() => onClose()}>
      <p className="font-medium">
        {nameOf(member)}さんの{logKinds[kind]}
      </p>
      <p className="figures text-sm text-muted-foreground">{daysText(days)}</p>
      <p className="mt-3 text-sm">
        理由・会員・記録の種類・期間が操作履歴に記録されます。値は{revealedMinutes}分たつと、再び表示されなくなります。
      </p>
      <fieldset className="mt-4" aria-describedby={faults.reason && `${id}-reason`}>
        <legend className="mb-1 text-sm font-medium">理由</legend>
        {valuesOf(revealReasons).map((one, at) => (
          <label key={one} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <input
              ref={at === 0 ? first : undefined}
              type="radio"
              name={`${id}-reason`}
              checked={reason === one}
              onChange={() => {
                setReason(one)
                setFaults({})
              }}
              className="size-4 accent-primary"
            />
            {revealReasons[one]}
          </label>
        ))}
        {faults.reason && (
          <p id={`${id}-reason`} role="alert" className="mt-1 text-sm text-bad">
            {faults.reason}
          </p>
        )}
      </fieldset>
      <label htmlFor={`${id}-text`} className="mt-3 mb-1 block text-sm font-medium">
        理由の内容{reason !== 'other' && <span className="font-normal text-muted-foreground">（任意）</span>}
      </label>
      <textarea
        id={`${id}-text`}
        rows={2}
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setFaults({})
        }}
        aria-invalid={faults.text !== undefined || undefined}
        aria-describedby={cn(`${id}-help`, faults.text && `${id}-fault`)}
        className={cn(inputClass, 'py-2')}
      />
      {faults.text && (
        <p id={`${id}-fault`} role="alert" className="text-sm text-bad">
          {faults.text}
        </p>
      )}
      <p id={`${id}-help`} className="mt-1 text-xs text-muted-foreground">
        記録に残ります。健康に関する値は書かないでください。
      </p>
    </ConfirmDialog>
  )
}

/** Clears and refetches a log when the time limit of revealed values expires. */
export function useMaskedAt(kind: LogKind, until: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(
      () => void queryClient.resetQueries({ queryKey: keyOf(`dailyLog.${kind}`) }),
      Math.max(0, Date.parse(until) - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [queryClient, kind, until])
}

const minutesLeft = (until: string) => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000))

function MinutesLeft({ until }: { until: string }) {
  const [minutes, setMinutes] = useState(() => minutesLeft(until))
  useEffect(() => {
    setMinutes(minutesLeft(until))
    const timer = setInterval(() => setMinutes(minutesLeft(until)), 1000)
    return () => clearInterval(timer)
  }, [until])
  return <span className="figures font-medium">残り {minutes}分</span>
}

interface MaskLineProps {
  answer: DaysAnswer
  onReveal: () => void
}

/** Line above a member's values: hidden or revealed until when, with a button to reveal them. */
export function MaskLine({ answer: { revealed, from, to }, onReveal }: MaskLineProps) {
  if (revealed === null) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-muted px-4 py-2 text-sm print:hidden">
        <p>値は表示していません。理由を選ぶと、{revealedMinutes}分間表示できます。</p>
        <Button onClick={onReveal}>
          <Eye aria-hidden />
          値を表示
        </Button>
      </div>
    )
  }
  const isWhole = revealed.from <= from && to <= revealed.to
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-accent px-4 py-2 text-sm text-accent-foreground print:hidden">
      <p>
        値を表示しています <MinutesLeft until={revealed.until} />
        {!isWhole && <span className="figures ml-3">対象: {daysText(revealed)}</span>}
      </p>
      {!isWhole && (
        <Button variant="outline" onClick={onReveal}>
          <Eye aria-hidden />
          この期間の値を表示
        </Button>
      )}
    </div>
  )
}
