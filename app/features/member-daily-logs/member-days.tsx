import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { LogKind } from '#contract/words/daily-log.ts'
import { useCan } from '~/auth/session'
import { EmptyState, FailedState } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import type { ListState } from '~/lib/list-search'
import { ConsentLine, refusalOf, WithdrawnQuestion } from './consent'
import { DayList } from './day-list'
import { daysText } from './labels'
import { type Day, daysQuery, picturedDays, readAgain, requestedDays, shownDays } from './queries'
import { MaskLine, RevealDialog, useMaskedAt } from './reveal'

interface MemberDaysProps<Search extends ListState> {
  kind: LogKind
  memberId: string
  search: Search
  onSearchChange: (next: Search, how: { replace: boolean }) => void
}

type DaysSearch = ListState & { from?: string; to?: string; view?: 'chart' | 'summary' }

/** The days of one member, as far as the member agreed and as long as they do. */
export function MemberDays<Search extends DaysSearch>(props: MemberDaysProps<Search>) {
  const { kind, memberId, search, onSearchChange } = props
  const whose = { memberId }
  const isChart = search.view === 'chart'
  const request = isChart ? picturedDays(search, memberId) : requestedDays(search, whose)
  const { data: answer, error, refetch } = useQuery({ ...daysQuery(kind, request), ...readAgain })
  const [asked, setAsked] = useState<Day['member']>()
  const mayReveal = useCan()('log.reveal')
  useMaskedAt(kind, answer?.revealed?.until)
  const onReveal = useCallback((member: Day['member']) => setAsked(member), [])

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
      {member && consent && <ConsentLine kind={kind} member={member} consent={consent} />}
      {answer && member && !refusal && answer.isMasked && mayReveal && (
        <MaskLine answer={answer} onReveal={() => setAsked(member)} />
      )}
      {refusal && member ? (
        <EmptyState title={refusal}>
          {consent?.hasLogs && <WithdrawnQuestion kind={kind} member={member} />}
        </EmptyState>
      ) : isChart ? (
        <MemberPictures kind={kind} answer={answer} days={shownDays(search)} />
      ) : (
        <DayList
          kind={kind}
          whose={whose}
          search={search}
          onSearchChange={onSearchChange}
          answer={answer}
          onReveal={mayReveal ? onReveal : undefined}
          memberPath={null}
        />
      )}
      {asked && (
        <RevealDialog kind={kind} member={asked} days={shownDays(search)} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

/** Nothing of what was there before may stay. */
const isRefusal = (error: Error) => isApiError(error) && (error.code === 'forbidden' || error.code === 'not_found')
