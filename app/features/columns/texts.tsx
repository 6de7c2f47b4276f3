import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Column, ColumnText } from '#contract/column.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { plainTextOf } from '~/components/rich-text/plain-text'
import { FailedState } from '~/components/states'
import { TextDifference } from '~/components/text-difference'
import { Button, buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { rehearsal, useServerMutation } from '~/data/mutation'
import { updateColumn } from '~/functions/column'
import { formatDateTime } from '~/lib/dates'
import { columnQuery, columnTextsQuery } from './queries'

const list = { to: '/other-settings/columns', label: 'コラムの一覧' } as const

/** Earlier texts of a column: compare with the current one, and restore. */
export const ColumnTexts = ({ id }: { id: string }) => (
  <LoadedRecord query={columnQuery(id)} list={list} title="コラム" noun="コラム" wide>
    {(column) => (
      <RecordPage
        list={list}
        wide
        title={`${column.title}の履歴`}
        actions={
          <Link
            to="/other-settings/columns/$columnId"
            params={{ columnId: id }}
            className={buttonVariants({ variant: 'outline' })}
          >
            コラムの編集
          </Link>
        }
      >
        <Texts column={column} />
      </RecordPage>
    )}
  </LoadedRecord>
)

const textOf = ({ title, lead, body }: Pick<ColumnText, 'title' | 'lead' | 'body'>) =>
  [title, lead, plainTextOf(body)].filter(Boolean).join('\n')

function Texts({ column }: { column: Column }) {
  const { data, error, refetch } = useQuery(columnTextsQuery(column.id))
  const [chosen, setChosen] = useState<number>()
  if (error) return <FailedState title="履歴を表示できませんでした" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  const [current, ...earlier] = data.list
  const shown = data.list.find(({ version }) => version === chosen) ?? earlier[0] ?? current
  if (!current || !shown) return null
  return (
    <div className="grid items-start gap-6 pb-12 md:grid-cols-[260px_minmax(0,1fr)]">
      <fieldset className="overflow-hidden rounded-lg border bg-card">
        <legend className="sr-only">比べる文章</legend>
        {data.list.map((text) => (
          <label
            key={text.version}
            className="flex cursor-pointer items-start gap-2.5 border-b px-3.5 py-2.5 text-sm last:border-b-0 has-checked:bg-accent"
          >
            <input
              type="radio"
              name="text"
              checked={text === shown}
              onChange={() => setChosen(text.version)}
              className="mt-1 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="figures flex flex-wrap items-center gap-x-2">
                {formatDateTime(text.savedAt)}
                {text === current && <Chip tone="positive">現在</Chip>}
              </span>
              <span className="block text-xs text-muted-foreground">{text.savedBy?.displayName ?? '–'}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <section aria-labelledby="difference" className="min-w-0 rounded-lg border bg-card p-4 sm:p-5">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="difference" className="text-[15px] font-semibold">
            {shown === current ? '現在の文章' : '現在の文章までの変更'}
          </h2>
          {shown !== current && <Restore column={column} text={shown} onDone={() => setChosen(undefined)} />}
        </div>
        {shown === current ? (
          <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">{textOf(current)}</p>
        ) : (
          <TextDifference before={textOf(shown)} after={textOf(current)} />
        )}
      </section>
    </div>
  )
}

function Restore({ column, text, onDone }: { column: Column; text: ColumnText; onDone: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const restore = useServerMutation(updateColumn, {
    invalidates: ['column'],
    done: '以前の文章に戻しました。',
    undo: (saved) => {
      const { id, title, lead, body } = column
      return () => updateColumn({ data: { id, title, lead, body, version: saved.version } })
    },
  })
  const send = (call?: typeof rehearsal) => {
    const { title, lead, body } = text
    return restore.mutateAsync({ data: { id: column.id, title, lead, body, version: column.version }, ...call })
  }
  const run = async () => {
    await send()
    setIsConfirming(false)
    onDone()
  }
  return (
    <>
      <Button variant="outline" onClick={() => setIsConfirming(true)}>
        この文章に戻す
      </Button>
      {isConfirming && (
        <ConfirmDialog
          check={() => send(rehearsal)}
          title="以前の文章に戻す"
          yes="戻す"
          no="キャンセル"
          onYes={run}
          onNo={() => setIsConfirming(false)}
        >
          <p>
            タイトル・リード文・本文を、{formatDateTime(text.savedAt)}の文章に戻します。
            {column.status === 'active' && '公開中のため、すぐに会員の画面に反映されます。'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
