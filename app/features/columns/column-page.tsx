import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { ActsLink } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { buttonVariants } from '~/components/ui/button'
import { removeColumn } from '~/functions/column'
import { Article } from './article'
import { ColumnForm } from './column-form'
import { columnQuery } from './queries'

const noun = 'コラム'
const list = { to: '/other-settings/columns', label: 'コラムの一覧' } as const

export const NewColumn = () => (
  <NewRecord list={list} noun={noun}>
    {(onDone) => <ColumnForm onDone={onDone} />}
  </NewRecord>
)

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
      actions={({ id }) => (
        <Link
          to="/other-settings/columns/$columnId/texts"
          params={{ columnId: id }}
          className={buttonVariants({ variant: 'outline' })}
        >
          <History aria-hidden />
          文章の履歴
        </Link>
      )}
      related={({ id }) => <ActsLink resourceType="column" resourceId={id} />}
      removal={{
        resource: 'column',
        nameOf: ({ title }) => title,
        remove: removeColumn,
        isOffered: ({ status }) => status !== 'active',
      }}
      form={(row, onDone) => <ColumnForm row={row} onDone={onDone} />}
      readOnly={(row) => <Article {...row} />}
    />
  )
}
