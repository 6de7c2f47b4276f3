import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, ColumnDraft } from '#contract/column.ts'
import { maxColumnText, readingMinutes } from '#contract/rich-text.ts'
import { columnCategories, supervisedCategories } from '#contract/words/column.ts'
import { columnFields } from '#contract/words/fields/column.ts'
import { moods } from '#contract/words/mood.ts'
import { ActsLink } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { ChecksField, optionsOf, SelectField } from '~/components/fields/choice-fields'
import { DateTimeField } from '~/components/fields/date-time-field'
import { PublicationFields } from '~/components/fields/publication-fields'
import { TagsField } from '~/components/fields/tags-field'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import { ImageField } from '~/components/image-drop'
import { PreviewButton } from '~/components/preview-button'
import { publishQuestion, StateChip, wantedStatus } from '~/components/publication'
import { CopyLink } from '~/components/record/copy-link'
import { EditRecord, NewOrCopy } from '~/components/record/editing'
import { relatedLook } from '~/components/record/related'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { RichTextField } from '~/components/rich-text/rich-text-field'
import { useSaveRecord, useServerMutation } from '~/data/mutation'
import { createColumn, removeColumn, updateColumn } from '~/functions/column'
import { createImage } from '~/functions/image'
import type { PreparedImage } from '~/lib/image'
import { Article } from './article'
import { columnQuery, columnTagsQuery } from './queries'
import { RelatedField } from './related-field'

const blank: ColumnDraft = {
  title: '',
  lead: null,
  body: '',
  category: 'exercise',
  tags: [],
  imgUrl: null,
  authorName: null,
  supervisorName: null,
  targetMoods: [],
  relatedIds: [],
  publishFrom: null,
  publishTo: null,
  status: 'pending',
}

const toValues = (row: Column): ColumnDraft => ({ ...valuesOf(row, blank), status: wantedStatus(row) })

/** A copy starts as a draft without times. */
const copyOf = (row: Column): ColumnDraft => ({
  ...toValues(row),
  title: `${row.title}のコピー`.slice(0, 80),
  publishFrom: null,
  publishTo: null,
  status: 'pending',
})

const help = {
  imgUrl: '横16：縦9に切り抜いて保存されます。',
  body: '画像は、貼り付けるか、ドラッグして入れられます。',
  tags: 'Enterまたは「、」で追加します。20文字まで。',
  supervisorName: `${supervisedCategories.map((category) => columnCategories[category]).join('・')}のコラムの公開に必要です。`,
  targetMoods: '選んだ気分の会員に、おすすめとして表示されます。',
  publishTo: '空欄の場合は、非公開にするまで表示されます。',
}

const noun = 'コラム'
const list = { to: '/other-settings/columns', label: 'コラムの一覧' } as const

/** A new column: blank, or as a copy of `from`. */
export const NewColumn = ({ from }: { from: string | undefined }) => (
  <NewOrCopy list={list} noun={noun} from={from} query={columnQuery}>
    {(onDone, original) => <ColumnForm from={original} onDone={onDone} />}
  </NewOrCopy>
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

interface ColumnFormProps {
  row?: Column
  /** The original of a copy. */
  from?: Column | undefined
  onDone: () => void
}

function ColumnForm({ row, from, onDone }: ColumnFormProps) {
  const save = useSaveRecord<ColumnDraft, Column>({
    resource: 'column',
    noun,
    create: createColumn,
    update: updateColumn,
  })
  const form = useResourceForm({
    name: `column.${row?.id ?? (from ? `copy.${from.id}` : 'new')}`,
    schema: ColumnDraft,
    row,
    initial: row ? toValues(row) : from ? copyOf(from) : blank,
    toValues,
    ask: (values, seen) => publishQuestion('コラム', values, seen),
    save,
    onSaved: onDone,
  })
  const picture = useServerMutation(createImage, { invalidates: [] })
  const send = (data: PreparedImage, call: object) => picture.mutateAsync({ data, ...call })
  const used = useQuery(columnTagsQuery)
  const { fields } = form
  return (
    <ResourceForm
      form={form}
      onCancel={onDone}
      actions={<PreviewButton values={form.values}>{(values) => <Article {...values} />}</PreviewButton>}
    >
      <TextField field={fields.title} label={columnFields.title} maxLength={80} />
      <TextAreaField field={fields.lead} label={columnFields.lead} maxLength={200} rows={2} />
      <SelectField field={fields.category} label={columnFields.category} options={optionsOf(columnCategories)} />
      <ImageField field={fields.imgUrl} label={columnFields.imgUrl} shape={16 / 9} upload={send} help={help.imgUrl} />
      <RichTextField
        field={fields.body}
        label={columnFields.body}
        maxLength={maxColumnText}
        upload={send}
        aside={(length) => `約${readingMinutes(length)}分`}
        help={help.body}
      />
      <TagsField
        field={fields.tags}
        label={columnFields.tags}
        most={10}
        suggestions={used.data?.tags}
        help={help.tags}
      />
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <TextField field={fields.authorName} label={columnFields.authorName} maxLength={50} />
        <TextField
          field={fields.supervisorName}
          label={columnFields.supervisorName}
          maxLength={50}
          help={help.supervisorName}
        />
      </div>
      <ChecksField
        field={fields.targetMoods}
        label={columnFields.targetMoods}
        options={optionsOf(moods)}
        help={help.targetMoods}
      />
      <RelatedField field={fields.relatedIds} label={columnFields.relatedIds} of={row} known={(row ?? from)?.related} />
      <PublicationFields fields={fields} noun={noun} row={row} />
      <DateTimeField field={fields.publishTo} label={columnFields.publishTo} help={help.publishTo} />
    </ResourceForm>
  )
}
