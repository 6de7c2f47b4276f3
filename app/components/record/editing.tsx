import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { listAsLeft } from '~/lib/lists-as-left'
import { Button } from '../ui/button'
import { LoadedRecord, RecordPage, type RecordQuery } from './record-page'
import { type Removable, type RemovalOptions, useRemoval } from './use-removal'

interface OfList {
  /** Where the records of this noun are rows: 「お知らせの一覧」. */
  list: { to: LinkProps['to']; label: string }
  /** What a record is: お知らせ. */
  noun: string
}

interface NewRecordProps extends OfList {
  /** The action of the page, where it is not plain registration. */
  title?: string
  /** The empty form; `onDone` leads to the list. */
  children: (onDone: () => void) => ReactNode
}

/** The page of a new record. */
export function NewRecord({ list, noun, title = `${noun}の登録`, children }: NewRecordProps) {
  const navigate = useNavigate()
  return (
    <RecordPage list={list} title={title}>
      {/* Not the list's last search, which might not include the new record. */}
      {children(() => void navigate({ to: list.to }))}
    </RecordPage>
  )
}

interface NewOrCopyProps<Row> extends Omit<NewRecordProps, 'title' | 'children'> {
  /** The original of a copy; undefined: a blank form. */
  from: string | undefined
  query: (id: string) => RecordQuery<Row>
  /** The form with the values of the original, if there is one. */
  children: (onDone: () => void, from: Row | undefined) => ReactNode
}

/** The page of a new record: blank, or as a copy of another. */
export function NewOrCopy<Row>({ list, noun, from, query, children }: NewOrCopyProps<Row>) {
  if (from === undefined) {
    return (
      <NewRecord list={list} noun={noun}>
        {(onDone) => children(onDone, undefined)}
      </NewRecord>
    )
  }
  const title = `${noun}の複製`
  return (
    <LoadedRecord query={query(from)} list={list} title={title} noun={noun}>
      {(row) => (
        <NewRecord list={list} noun={noun} title={title}>
          {(onDone) => children(onDone, row)}
        </NewRecord>
      )}
    </LoadedRecord>
  )
}

interface EditRecordProps<Row extends Removable> extends OfList {
  query: RecordQuery<Row>
  /** Whether this person may change the row; the API has the last word. */
  canEdit: (row: Row) => boolean
  /** Beside the title: chips. */
  state?: (row: Row) => ReactNode
  /** Right of the title, for users who may change it. */
  actions?: (row: Row) => ReactNode
  /** Under the title: the ways to its neighbours. */
  related?: (row: Row) => ReactNode
  /** How a record is deleted, and for which rows that is offered. */
  removal: Omit<RemovalOptions<Row>, 'noun' | 'onRemoved'> & { isOffered: (row: Row) => boolean }
  form: (row: Row, onDone: () => void) => ReactNode
  /** The record for users who may not change it. */
  readOnly: (row: Row) => ReactNode
  /** Under either of them: its history. */
  below?: (row: Row) => ReactNode
}

/** The page of one record: its form with 削除する beside the title, or its read-only text. */
export function EditRecord<Row extends Removable>(props: EditRecordProps<Row>) {
  const { list, noun, query, canEdit, state, actions, related, form, readOnly, below } = props
  const { isOffered, ...removalOptions } = props.removal
  const navigate = useNavigate()
  const toList = (how = {}) => void navigate({ to: list.to, search: listAsLeft(list.to as string) as never, ...how })
  // No unsaved-changes prompt for a deleted record.
  const removal = useRemoval({ ...removalOptions, noun, onRemoved: () => toList({ ignoreBlocker: true }) })

  return (
    <LoadedRecord query={query} list={list} title={noun} noun={noun}>
      {(row) =>
        canEdit(row) ? (
          <RecordPage
            list={list}
            title={`${noun}の編集`}
            state={state?.(row)}
            related={related?.(row)}
            actions={
              <>
                {actions?.(row)}
                {isOffered(row) && (
                  <Button variant="outline" onClick={() => removal.ask(row)}>
                    <Trash2 aria-hidden />
                    削除する
                  </Button>
                )}
              </>
            }
          >
            {form(row, () => toList())}
            {below?.(row)}
            {removal.dialog}
          </RecordPage>
        ) : (
          <RecordPage list={list} title={noun} state={state?.(row)} related={related?.(row)}>
            {readOnly(row)}
            {below?.(row)}
          </RecordPage>
        )
      }
    </LoadedRecord>
  )
}
