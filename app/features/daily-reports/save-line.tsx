import { CircleAlert, CloudOff, CloudUpload } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { formatMoment } from '~/lib/dates'
import type { Autosave } from './use-autosave'

/** Shows the save state. */
export function SaveLine({ state, contest }: Pick<Autosave, 'state' | 'contest'>) {
  return (
    <div
      role="status"
      className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-2 text-sm text-muted-foreground"
    >
      {contest ? (
        <>
          <CircleAlert aria-hidden className="size-4 text-bad" />
          <span className="text-bad">ほかの人の更新と重なっています。</span>
          <Button variant="outline" onClick={contest.ask}>
            残す内容を選ぶ
          </Button>
        </>
      ) : state.kind === 'saving' || state.kind === 'waiting' ? (
        <>
          <Spinner className="size-4" />
          保存しています...
        </>
      ) : state.kind === 'onDevice' ? (
        <>
          <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
          <span>入力はこの端末に残っています。{state.text}</span>
        </>
      ) : state.kind === 'refused' ? (
        <>
          <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
          <span className="text-bad">{state.text}</span>
        </>
      ) : (
        state.at !== null && (
          <>
            <CloudUpload aria-hidden className="size-4 shrink-0" />
            <span className="figures">{formatMoment(state.at)} に保存しました</span>
          </>
        )
      )}
    </div>
  )
}
