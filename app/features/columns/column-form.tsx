import { type Column, ColumnDraft } from '#contract/column.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import { columnCategories } from '#contract/words/column.ts'
import { optionsOf, SelectField } from '~/components/fields/choice-fields'
import { PublicationFields } from '~/components/fields/publication-fields'
import { TagsField } from '~/components/fields/tags-field'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import { publishQuestion, wantedStatus } from '~/components/publication'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { RichTextField } from '~/components/rich-text/rich-text-field'
import { useSaveRecord } from '~/data/mutation'
import { createColumn, updateColumn } from '~/functions/column'

const blank: ColumnDraft = {
  title: '',
  lead: null,
  body: '',
  category: 'exercise',
  tags: [],
  publishFrom: null,
  status: 'pending',
}

const toValues = (row: Column): ColumnDraft => ({ ...valuesOf(row, blank), status: wantedStatus(row) })

const tagsHelp = 'Enterまたは「、」で追加します。20文字まで。'

export function ColumnForm({ row, onDone }: { row?: Column; onDone: () => void }) {
  const save = useSaveRecord<ColumnDraft, Column>({
    resource: 'column',
    noun: 'コラム',
    create: createColumn,
    update: updateColumn,
  })
  const form = useResourceForm({
    name: `column.${row?.id ?? 'new'}`,
    schema: ColumnDraft,
    row,
    initial: row ? toValues(row) : blank,
    toValues,
    ask: (values, seen) => publishQuestion('コラム', values, seen),
    save,
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextField field={fields.title} label="タイトル" required maxLength={80} />
      <TextAreaField field={fields.lead} label="リード文" maxLength={200} rows={2} />
      <SelectField field={fields.category} label="カテゴリ" options={optionsOf(columnCategories)} />
      <RichTextField field={fields.body} label="本文" required maxLength={maxColumnText} />
      <TagsField field={fields.tags} label="タグ" most={10} help={tagsHelp} />
      <PublicationFields fields={fields} noun="コラム" row={row} />
    </ResourceForm>
  )
}
