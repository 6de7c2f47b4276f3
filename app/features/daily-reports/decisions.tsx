import { Check, MessageSquare, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { DailyReportRecord } from '#contract/daily-report.ts'
import { ownReport } from '#contract/words/daily-report.ts'
import { useCan } from '~/auth/session'
import { Modal } from '~/components/dialogs/modal'
import { CharacterCount } from '~/components/fields/text-field'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { useKeys } from '~/components/use-keys'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { updateDailyReport } from '~/functions/daily-report'
import { formatDate } from '~/lib/dates'
import { cn } from '~/lib/utils'

type Worded = 'return' | 'approve' | 'reopen'

const worded = {
  approve: { title: 'コメントを付けて承認', label: '承認のコメント', yes: '承認する', done: '日報を承認しました。' },
  return: { title: '日報を差し戻す', label: '差戻しの理由', yes: '差し戻す', done: '日報を差し戻しました。' },
  reopen: {
    title: '承認を取り消す',
    label: '承認取消の理由',
    yes: '承認を取り消す',
    done: '日報の承認を取り消しました。',
  },
} as const

interface DecisionsProps {
  report: DailyReportRecord
  /** Goes to the next report awaiting approval, or back. */
  onDecided: () => void
}

/** Approval actions, by button or by `a` and `r`. */
export function Decisions({ report, onDecided }: DecisionsProps) {
  const [commenting, setCommenting] = useState<Worded>()
  const { id, version, allowed } = report
  const may = useCan()
  const update = useServerMutation(updateDailyReport, {
    invalidates: ['dailyReport'],
  })
  const act = async (action: Worded, comment?: string) => {
    if (update.isPending) return
    const name = `${report.shop.name} ${formatDate(report.date)}`
    const done = action === 'approve' ? `${name}の日報を承認しました。` : worded[action].done
    try {
      await update.mutateAsync({ data: { id, version, action, ...(comment !== undefined && { comment }) }, done })
      setCommenting(undefined)
      onDecided()
    } catch (error) {
      notifyRefusal(error)
    }
  }
  const can = (action: Worded) => allowed.includes(action)
  useKeys({
    a: can('approve') ? () => void act('approve') : undefined,
    r: can('return')
      ? (event) => {
          event.preventDefault()
          setCommenting('return')
        }
      : undefined,
  })
  return (
    <>
      {report.status === 'submitted' && may('dailyReport.approve') && !can('approve') && (
        <p className="text-sm text-muted-foreground">{ownReport}</p>
      )}
      {can('return') && (
        <Button
          variant="outline"
          size="lg"
          aria-keyshortcuts="r"
          title="差し戻す（r）"
          onClick={() => setCommenting('return')}
        >
          <Undo2 aria-hidden />
          差し戻す
        </Button>
      )}
      {can('approve') && (
        <Button variant="outline" size="lg" onClick={() => setCommenting('approve')}>
          <MessageSquare aria-hidden />
          コメント
        </Button>
      )}
      {can('approve') && (
        <Button size="lg" aria-keyshortcuts="a" title="承認する（a）" onClick={() => void act('approve')}>
          <Check aria-hidden />
          承認する
        </Button>
      )}
      {can('reopen') && (
        <Button variant="outline" onClick={() => setCommenting('reopen')}>
          <RotateCcw aria-hidden />
          承認を取り消す
        </Button>
      )}
      {commenting && (
        <Comment
          {...worded[commenting]}
          onClose={() => setCommenting(undefined)}
          onSay={(comment) => act(commenting, comment)}
        />
      )}
    </>
  )
}

interface CommentProps {
  title: string
  label: string
  yes: string
  onClose: () => void
  onSay: (comment: string) => Promise<void>
}

const most = 500

/** Dialog for a decision with a comment. */
function Comment({ title, label, yes, onClose, onSay }: CommentProps) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const trouble = isMissing && text.trim() === '' ? `${label}を入力してください。` : undefined
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" size="lg" onClick={onClose}>
            キャンセル
          </Button>
          <Button
            size="lg"
            onClick={() => (text.trim() === '' || text.length > most ? setMissing(true) : void onSay(text.trim()))}
          >
            {yes}
          </Button>
        </>
      }
    >
      <label className="block text-sm font-medium" htmlFor="decision-comment">
        {label}
      </label>
      <textarea
        id="decision-comment"
        // biome-ignore lint/a11y/noAutofocus: the dialog asks for nothing else
        autoFocus
        rows={4}
        value={text}
        aria-invalid={trouble ? true : undefined}
        aria-describedby={trouble && 'decision-error'}
        onChange={({ target }) => setText(target.value)}
        className={cn(inputClass, 'mt-1.5 py-2')}
      />
      <div className="mt-1 flex justify-between gap-4 text-xs text-muted-foreground">
        <span id="decision-error" role="alert" className="text-sm text-bad">
          {trouble}
        </span>
        <CharacterCount count={text.length} max={most} />
      </div>
    </Modal>
  )
}
