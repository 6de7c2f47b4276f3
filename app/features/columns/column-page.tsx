import { Link } from '@tanstack/react-router'
import type { Column } from '#contract/column.ts'
import { ActsLink } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { CopyLink } from '~/components/record/copy-link'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { LoadedRecord } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { removeColumn } from '~/functions/column'
import { Article } from './article'
import { ColumnForm } from './column-form'
import { columnQuery } from './queries'

const noun = 'コラム'
const copying = 'コラムの複製'
const list = { to: '/other-settings/columns', label: 'コラムの一覧' } as const

/** A new column: blank, or as a copy of `from`. */
export function NewColumn({ from }: { from: string | undefined }) {
  if (from === undefined) {
    return (
      <NewRecord list={list} noun={noun}>
        {(onDone) => <ColumnForm onDone={onDone} />}
      </NewRecord>
    )
  }
  return (
    <LoadedRecord query={columnQuery(from)} list={list} title={copying} noun={noun}>
      {(row) => (
        <NewRecord list={list} noun={noun} title={copying}>
          {(onDone) => <ColumnForm from={row} onDone={onDone} />}
        </NewRecord>
      )}
    </LoadedRecord>
  )
}

/** One column: its form, or the article for users who may not change it. */
export function EditColumn({ id }: { id: string }) {
  const mayWrite = useCan()('column.write')
  return (
    <EditRecord
      list={list}
      noun={noun}
      query={columnQuery(id)}
      canEdit={() => mayWrite}
      state={(row) => <StateChip row={row} />}
      actions={() => <CopyLink to="/other-settings/columns/new" id={id} />}
      related={() => <Neighbours id={id} mayWrite={mayWrite} />}
      removal={{
        resource: 'column',
        nameOf: ({ title }: Column) => title,
        remove: removeColumn,
        isOffered: ({ status }) => status !== 'active',
      }}
      form={(row, onDone) => <ColumnForm row={row} onDone={onDone} />}
      readOnly={(row) => <Article {...row} />}
    />
  )
}

/** Links to a column's earlier texts and to the audit log. */
const Neighbours = ({ id, mayWrite }: { id: string; mayWrite: boolean }) => (
  <>
    {mayWrite && (
      <Link to="/other-settings/columns/$columnId/texts" params={{ columnId: id }} className={relatedLook}>
        文章の履歴
      </Link>
    )}
    <ActsLink resourceType="column" resourceId={id} />
  </>
)
