import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { LogKind } from '#contract/words/daily-log.ts'
import { useCan } from '~/auth/session'
import { EmptyState, FailedState } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import type { ListState } from '~/lib/list-search'
import { ConsentLine, EraseQuestion, KeptDays, recordsOf, refusalOf } from './consent'
import { DayList } from './day-list'
import { daysText } from './labels'
import { Pictures, type PicturesProps } from './pictures/pictures'
import { type Day, type DaysAnswer, daysQuery, readAgain, requestOfMember, shownDays } from './queries'
import { MaskLine, RevealDialog, useMaskedAt } from './reveal'

interface MemberDaysProps<Search extends ListState> {
  kind: LogKind
  userId: string
  search: Search
  onSearchChange: (next: Search, how: { replace: boolean }) => void
}

type DaysSearch = ListState & { from?: string; to?: string; view?: 'chart' | 'summary' }

/** The days of one member, within and as long as their consent. */
export function MemberDays<Search extends DaysSearch>(props: MemberDaysProps<Search>) {
  const { kind, userId, search, onSearchChange } = props
  const owner = { userId }
  const isChart = search.view === 'chart'
  const {
    data: answer,
    error,
    refetch,
  } = useQuery({ ...daysQuery(kind, requestOfMember(search, userId)), ...readAgain })
  const [revealing, setRevealing] = useState<Day['member']>()
  const [isErasing, setIsErasing] = useState(false)
  const mayReveal = useCan()('log.reveal')
  useMaskedAt(kind, answer?.revealed?.until)
  const onReveal = useCallback((member: Day['member']) => setRevealing(member), [])

  if (error && (!answer || isRefusal(error))) {
    if (isApiError(error) && error.code === 'not_found') {
      return (
        <EmptyState title="この会員の記録は表示できません" alert>
          <p>会員が存在しないか、担当する会員ではありません。</p>
        </EmptyState>
      )
    }
    return <FailedState title="日次ログを表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  const { member, consent } = answer ?? {}
  const refusal = consent && refusalOf(consent, kind)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {member && consent && <ConsentLine member={member} consent={consent} onErase={() => setIsErasing(true)} />}
      {answer && member && !refusal && answer.isMasked && mayReveal && (
        <MaskLine answer={answer} onReveal={() => setRevealing(member)} />
      )}
      {refusal && member ? (
        <EmptyState title={refusal}>{consent?.hasLogs && <KeptDays onErase={() => setIsErasing(true)} />}</EmptyState>
      ) : isChart ? (
        <MemberPictures kind={kind} answer={answer} days={shownDays(search)} />
      ) : (
        <DayList
          kind={kind}
          owner={owner}
          search={search}
          onSearchChange={onSearchChange}
          answer={answer}
          onReveal={mayReveal ? onReveal : undefined}
          memberPath={null}
        />
      )}
      {isErasing && member && <EraseQuestion kind={kind} member={member} onClose={() => setIsErasing(false)} />}
      {revealing && (
        <RevealDialog kind={kind} member={revealing} days={shownDays(search)} onClose={() => setRevealing(undefined)} />
      )}
    </div>
  )
}

/** After such an error, nothing loaded earlier may stay visible. */
const isRefusal = (error: Error) => isApiError(error) && (error.code === 'forbidden' || error.code === 'not_found')

interface MemberPicturesProps {
  kind: LogKind
  answer: DaysAnswer | undefined
  days: { from: string; to: string }
}

/** The days as charts, if there is any data. */
function MemberPictures({ kind, answer, days }: MemberPicturesProps) {
  if (!answer) {
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-80" />
      </div>
    )
  }
  if (answer.list.length === 0) return <EmptyState title={`${daysText(days)}の${recordsOf(kind)}はありません`} />
  if (answer.isMasked && answer.revealed === null) {
    return (
      <EmptyState title="グラフは、値を表示すると見られます">
        <p>記録は{answer.list.length}日分あります。</p>
      </EmptyState>
    )
  }
  return <Pictures {...({ kind, days: answer.list, ...days } as PicturesProps)} />
}
