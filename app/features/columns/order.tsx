import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ColumnRow } from '#contract/column.ts'
import { StateChip } from '~/components/publication'
import { RecordPage } from '~/components/record/record-page'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { useServerMutation } from '~/data/mutation'
import { setColumnOrder } from '~/functions/column'
import { cn } from '~/lib/utils'
import { orderedColumnsQuery } from './queries'

/** The order in which members find the columns, by drag and by keyboard. */
export function ColumnOrder() {
  const { data, error, refetch } = useQuery(orderedColumnsQuery)
  return (
    <RecordPage list={{ to: '/other-settings/columns', label: 'コラムの一覧' }} title="コラムの並べ替え">
      {data ? (
        <Places
          key={data.list
            .map(({ id }) => id)
            .sort()
            .join()}
          columns={data.list}
        />
      ) : error ? (
        <FailedState title="コラムを表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </RecordPage>
  )
}

/** The list with the row at `from` moved to `to`. */
const moved = <Row,>(rows: Row[], from: number, to: number) => {
  const rest = rows.filter((_, at) => at !== from)
  return [...rest.slice(0, to), rows[from] as Row, ...rest.slice(to)]
}

function Places({ columns }: { columns: ColumnRow[] }) {
  const [rows, setRows] = useState(columns)
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const save = useServerMutation(setColumnOrder, { invalidates: ['column'] })

  const put = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return
    const next = moved(rows, from, to)
    flushSync(() => {
      setRows(next)
      setAnnouncement(`「${rows[from]?.title}」を${to + 1}番目に移動しました。`)
    })
    save.mutate({ data: { ids: next.map(({ id }) => id) } }, { onError: () => setRows(columns) })
  }
  const step = (id: string, from: number, by: -1 | 1) => {
    put(from, from + by)
    // At either end its button is gone: focuses the other one.
    const buttons = document.querySelectorAll<HTMLButtonElement>(`[data-column="${id}"] button:not(:disabled)`)
    const wanted = [...buttons].find((button) => button.dataset.by === String(by)) ?? buttons[0]
    wanted?.focus()
  }
  const over = (event: DragEvent, at: number) => {
    if (dragged === undefined) return
    event.preventDefault()
    const from = rows.findIndex(({ id }) => id === dragged)
    if (from !== at) setRows(moved(rows, from, at))
  }
  const drop = () => {
    setDragged(undefined)
    if (rows.some(({ id }, at) => id !== columns[at]?.id)) save.mutate({ data: { ids: rows.map(({ id }) => id) } })
  }

  if (rows.length === 0) return <p className="text-sm text-muted-foreground">コラムはまだありません。</p>
  return (
    <>
      <p className="mb-4 text-sm text-muted-foreground">
        会員の画面に表示される順です。移動すると、すぐに保存されます。
      </p>
      <ol className="divide-y rounded-lg border bg-card">
        {rows.map((row, at) => (
          <li
            key={row.id}
            data-column={row.id}
            draggable
            onDragStart={() => setDragged(row.id)}
            onDragOver={(event) => over(event, at)}
            onDragEnd={drop}
            className={cn('flex items-center gap-3 px-3 py-2', dragged === row.id && 'bg-accent')}
          >
            <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-muted-foreground max-sm:hidden" />
            <span className="figures w-7 shrink-0 text-right text-sm text-muted-foreground">{at + 1}</span>
            <span className="min-w-0 flex-1 text-sm wrap-anywhere">{row.title}</span>
            <StateChip row={row} />
            <span className="flex">
              <Button
                variant="ghost"
                size="icon"
                data-by="-1"
                disabled={at === 0}
                aria-label={`${row.title}を上へ`}
                onClick={() => step(row.id, at, -1)}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                data-by="1"
                disabled={at === rows.length - 1}
                aria-label={`${row.title}を下へ`}
                onClick={() => step(row.id, at, 1)}
              >
                <ArrowDown aria-hidden />
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
