import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/names.ts'
import type { ReportActionRow } from '#contract/report-action.ts'
import { type ActionStatus, actionPriorities, actionStatuses, actionSteps } from '#contract/words/report-action.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { FilterChips } from '~/components/resource-table/filter-chips'
import { isSet, textFilter, without } from '~/components/resource-table/filters'
import type { ListProps } from '~/components/resource-table/types'
import { ScreenHead } from '~/components/screen-head'
import { FailedState, StaleNotice } from '~/components/states'
import { ThinBar } from '~/components/thin-bar'
import { Skeleton } from '~/components/ui/skeleton'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { updateReportAction } from '~/functions/report-action'
import { isComposing } from '~/lib/composing'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'
import { cn } from '~/lib/utils'
import { ShopReportTabs } from '~/nouns/shop-report/shop-report-tabs'
import { Overdue } from '~/nouns/shop-report/status-chips'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureLine } from './labels'
import { type ActionSearch, actionFilters, boardQuery } from './queries'
import { ActionViews } from './views'

const statuses = valuesOf(actionStatuses)

/** Kanban board of actions; cards move by dragging, or by arrow keys after picking one up with Space. */
export function ActionBoard({ search, onSearchChange }: ListProps<ActionSearch>) {
  const { shops, label } = useSelectedShop(search.shop)
  const request = boardQuery(search, shops)
  const query = useQuery(request)
  const { move, announcement } = useMoves(request.queryKey)
  const [dragged, setDragged] = useState<string>()
  const [taken, setTaken] = useState<string>()
  const [over, setOver] = useState<ActionStatus>()
  const mayMove = useMayBeginActions()
  const rows = query.data?.list ?? []
  // Keeps the list's filters and keyword.
  const boardFilters = [textFilter('keyword', 'キーワード'), ...actionFilters(search, rows[0])]
  const isNarrowed = boardFilters.some((filter) => isSet(filter, search))

  const drop = (status: ActionStatus) => {
    const row = rows.find(({ id }) => id === dragged)
    setDragged(undefined)
    setOver(undefined)
    if (row && row.status !== status) move(row, status)
  }
  const onKey = (event: KeyboardEvent, row: ReportActionRow) => {
    if (!mayMove || isComposing(event)) return
    if (event.key === ' ') {
      event.preventDefault()
      setTaken(taken === row.id ? undefined : row.id)
    } else if (event.key === 'Escape') setTaken(undefined)
    else if (taken === row.id && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      const next = statuses[statuses.indexOf(row.status) + (event.key === 'ArrowRight' ? 1 : -1)]
      if (next) move(row, next)
    }
  }

  return (
    <div className="mx-auto max-w-[1608px] px-4 pb-12 sm:px-6">
      <div className="sticky top-header z-30 -mx-4 sm:-mx-6">
        <ThinBar active={query.isFetching} />
      </div>
      <ScreenHead
        title="改善アクション"
        lead={label}
        tabs={<ShopReportTabs shop={search.shop} />}
        actions={<ActionViews search={search} />}
      />
      {isNarrowed && (
        <div className="mb-3">
          <FilterChips
            filters={boardFilters}
            values={search}
            onRemove={(filter) => onSearchChange(without(search, [filter]), { replace: false })}
            onClear={() => onSearchChange(without(search, boardFilters), { replace: false })}
          />
        </div>
      )}
      {query.error && query.data && (
        <StaleNotice of="一覧" error={query.error} onRetry={() => void query.refetch()} className="mb-4" />
      )}
      {query.data ? (
        <>
          {query.data.paging.total > rows.length && (
            <p className="mb-3 text-sm text-muted-foreground">
              全{formatCount(query.data.paging.total)}件のうち、期限の早い{formatCount(rows.length)}件を表示しています。
            </p>
          )}
          {mayMove && (
            <p id="board-help" className="mb-3 text-xs text-muted-foreground max-sm:sr-only">
              カードはドラッグで移動できます。キーボードでは、スペースキーで持ち上げ、左右の矢印キーで動かします。
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {statuses.map((status) => {
              const cards = rows.filter((row) => row.status === status)
              return (
                <section
                  key={status}
                  aria-label={actionStatuses[status]}
                  onDragOver={(event) => {
                    if (dragged === undefined) return
                    event.preventDefault()
                    setOver(status)
                  }}
                  onDrop={() => drop(status)}
                  className={cn('rounded-lg border bg-muted/50 p-3', over === status && 'border-primary')}
                >
                  <h2 className="mb-2 flex items-baseline justify-between text-sm font-semibold">
                    {actionStatuses[status]}
                    <span className="figures text-xs font-normal text-muted-foreground">
                      {formatCount(cards.length)}件
                    </span>
                  </h2>
                  <ul className="min-h-12 space-y-2">
                    {cards.map((row) => (
                      <li
                        key={row.id}
                        draggable={mayMove}
                        onDragStart={() => setDragged(row.id)}
                        onDragEnd={() => {
                          setDragged(undefined)
                          setOver(undefined)
                        }}
                        className={cn(
                          'rounded-md border bg-card p-3 text-sm shadow-card',
                          (dragged === row.id || taken === row.id) && 'border-primary ring-2 ring-primary',
                        )}
                      >
                        <Card row={row} isTaken={taken === row.id} onKey={onKey} hasHelp={mayMove} />
                      </li>
                    ))}
                  </ul>
                </section>
              )
            })}
          </div>
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </>
      ) : query.error ? (
        <FailedState
          title="改善アクションを表示できませんでした"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div role="status">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  )
}

interface CardProps {
  row: ReportActionRow
  isTaken: boolean
  hasHelp: boolean
  onKey: (event: KeyboardEvent, row: ReportActionRow) => void
}

function Card({ row, isTaken, hasHelp, onKey }: CardProps) {
  const { id, title, shop, owner, dueOn, progress, priority, isOverdue, metric } = row
  return (
    <>
      <Link
        to="/shop-reports/actions/$actionId"
        params={{ actionId: id }}
        data-card={id}
        aria-describedby={hasHelp ? 'board-help' : undefined}
        onKeyDown={(event) => onKey(event, row)}
        className="font-medium underline-offset-4 wrap-anywhere hover:underline"
      >
        {title}
        {isTaken && <span className="sr-only">（持ち上げています）</span>}
      </Link>
      <p className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground">
        <span>{shop.name}</span>
        <span>{owner.displayName}</span>
        <span>期限 {formatDate(dueOn)}</span>
        {isOverdue && <Overdue />}
        {priority === 'high' && <span className="font-medium text-foreground">優先度 {actionPriorities.high}</span>}
      </p>
      {metric && (
        <p className="mt-1 text-xs">
          <FigureLine row={row} />
        </p>
      )}
      <div
        role="progressbar"
        aria-label={`${title}の進捗`}
        aria-valuenow={progress}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-2 h-1.5 rounded-full bg-muted"
      >
        <span className="block h-full rounded-full bg-chart-bar" style={{ width: `${progress}%` }} />
      </div>
    </>
  )
}

/** Moves that take an action away from those at work, and are easily made by a slip of the hand. */
const closed: readonly ActionStatus[] = ['done', 'stopped']

/** Moves a card optimistically, and reverts if the server rejects it. */
function useMoves(queryKey: readonly unknown[]) {
  const queryClient = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const versions = useRef(new Map<string, Promise<number>>())
  const update = useServerMutation(updateReportAction, { invalidates: [] })
  const show = (id: string, change: Partial<ReportActionRow>) =>
    queryClient.setQueryData<AnswerOf<'reportAction.list'>>(
      queryKey,
      (answer) =>
        answer && { ...answer, list: answer.list.map((row) => (row.id === id ? { ...row, ...change } : row)) },
    )
  const move = (row: ReportActionRow, status: ActionStatus, progress?: number) => {
    if (!actionSteps[row.status].includes(status)) {
      notify.error(`「${actionStatuses[row.status]}」から「${actionStatuses[status]}」には変更できません。`)
      return
    }
    void queryClient.cancelQueries({ queryKey })
    show(row.id, { status })
    setAnnouncement(`「${row.title}」を「${actionStatuses[status]}」に移しました。`)
    // The card is re-mounted in the other column.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${row.id}"]`)?.focus())
    // Moves are queued: each waits for the previous one and uses its resulting version.
    const before = versions.current.get(row.id) ?? Promise.resolve(row.version)
    const after = before.then(async (version) => {
      const saved = await update.mutateAsync({
        data: {
          id: row.id,
          version: Math.max(version, row.version),
          status,
          ...(progress !== undefined && { progress }),
        },
      })
      // The next move starts from this version, whether or not the board has been refetched.
      show(row.id, { version: saved.version, progress: saved.progress })
      if (closed.includes(status) && actionSteps[status].includes(row.status)) {
        // Undone with its progress, which 完了 has set to 100 %.
        notify.success(`「${row.title}」を「${actionStatuses[status]}」にしました。`, {
          label: '元に戻す',
          run: () => move({ ...row, status, version: saved.version }, row.status, row.progress),
        })
      }
      return saved.version
    })
    versions.current.set(row.id, after)
    after
      .catch((error: unknown) => {
        show(row.id, { status: row.status })
        notifyRefusal(error)
      })
      .finally(() => {
        // A later move is pending: a refetch now would show an outdated state.
        if (versions.current.get(row.id) !== after) return
        versions.current.delete(row.id)
        if (versions.current.size === 0) void invalidate(queryClient, 'reportAction')
      })
  }
  return { move, announcement }
}
