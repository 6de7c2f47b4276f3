import { useMemo } from 'react'
import { dailyLogList, type LogKind, logKinds } from '#contract/words/daily-log.ts'
import { useCan } from '~/auth/session'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListColumn } from '~/components/resource-table/types'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import type { ListState } from '~/lib/list-search'
import { ShopNotFound } from '~/shop/shop-not-found'
import { columnsOf } from './columns'
import { recordsOf, useIsPhaseOnly } from './consent'
import { daysText, nameOf } from './labels'
import { type Day, type DaysAnswer, daysQuery, exportDays, type LogOwner, requestedDays, shownDays } from './queries'

interface DayListProps<Search extends ListState> {
  kind: LogKind
  owner: LogOwner
  search: Search
  onSearchChange: (next: Search, how: { replace: boolean }) => void
  /** The latest response. */
  answer: DaysAnswer | undefined
  /** Opens the dialog to reveal a member's values; undefined if nothing can be revealed. */
  onReveal: ((member: Day['member']) => void) | undefined
  /** The address of this screen for one member; null if it already shows one. */
  memberPath: ((userId: string) => string) | null
}

/** List of days. No search or sorting by values, so that no URL contains health data. */
export function DayList<Search extends ListState & { from?: string; to?: string }>(props: DayListProps<Search>) {
  const { kind, owner, search, onSearchChange, answer, onReveal, memberPath } = props
  const isOfMember = 'userId' in owner
  const isPhaseOnly = useIsPhaseOnly(kind)
  const mayExport = useCan()('log.export')
  const columns = useMemo(() => {
    const act: ListColumn<Day> | undefined =
      isOfMember || !onReveal
        ? undefined
        : {
            ...{ id: 'reveal', label: '操作', width: 116, acts: true, card: 'end' },
            cell: ({ log, isDamaged, member }) =>
              log === null &&
              !isDamaged && (
                <Button variant="outline" className="h-8 px-2.5" onClick={() => onReveal(member)}>
                  値を表示
                </Button>
              ),
          }
    return columnsOf(kind, { isOfMember, isPhaseOnly, act })
  }, [kind, isOfMember, isPhaseOnly, onReveal])
  const { revealed } = answer ?? {}
  const days = shownDays(search)
  const isRevealed = Boolean(revealed && revealed.from <= days.from && days.to <= revealed.to)
  return (
    <ResourceTable<Day, Search, DaysAnswer>
      name={`daily-logs-${kind}`}
      title={recordsOf(kind)}
      noun={recordsOf(kind)}
      isPart
      readsAhead={false}
      hasViews={false}
      lead={
        mayExport &&
        !isRevealed && (
          <p className="text-sm text-muted-foreground">CSVは、会員を選んで期間全体の値を表示すると出力できます。</p>
        )
      }
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => daysQuery(kind, requestedDays(params, owner))}
      columns={columns}
      defaultSort={dailyLogList.defaultSort}
      rowLabel={({ member, date }) => `${nameOf(member)} ${date}`}
      rowPath={({ member }) => memberPath?.(member.id) ?? null}
      csv={mayExport && isRevealed && ((params, signal) => exportDays(kind, requestedDays(params, owner), signal))}
      notFound={<ShopNotFound />}
      nothing={({ from, to }) => (
        <EmptyState title={`${daysText({ from, to })}の${logKinds[kind]}の記録はありません`}>
          <p>
            {isOfMember
              ? 'ほかの日の記録は、期間を変えると表示できます。'
              : '同意のある会員の記録だけを表示します。ほかの日の記録は、期間を変えると表示できます。'}
          </p>
        </EmptyState>
      )}
    />
  )
}
