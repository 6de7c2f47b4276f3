import type { Column } from '#contract/column.ts'
import { columnCategories } from '#contract/words/column.ts'
import { useCan } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { RichText } from '~/components/rich-text/rich-text'
import { removeColumn } from '~/functions/column'
import { formatDateTime } from '~/lib/dates'
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

const Article = ({ title, lead, body, category, tags, publishFrom }: Column) => (
  <article className="space-y-6 pb-12">
    <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
    {lead && <p className="text-muted-foreground">{lead}</p>}
    <RichText html={body} />
    <Facts>
      <Fact label="カテゴリ">{columnCategories[category]}</Fact>
      <Fact label="タグ">{tags.join('、')}</Fact>
      <Fact label="公開開始">{publishFrom && formatDateTime(publishFrom)}</Fact>
    </Facts>
  </article>
)
