import { type LeanBody, LeanBodyDraft } from '#contract/lean-body.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { leanBodyFields } from '#contract/words/fields/lean-body.ts'
import { useMe } from '~/auth/session'
import { optionsOf, RadioField } from '~/components/fields/choice-fields'
import { NumberField } from '~/components/fields/number-field'
import { TagsField } from '~/components/fields/tags-field'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import { publishQuestion } from '~/components/publication'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { updateLeanBody } from '~/functions/lean-body'
import { MoodsField } from './moods-field'
import { ShopsField } from './shops-field'

const toValues = ({
  title,
  description,
  tags,
  recommendedMoods,
  status,
  sortOrder,
  shopIds,
}: LeanBody): LeanBodyDraft => ({ title, description, tags, recommendedMoods, status, sortOrder, shopIds })

/** The editable fields of a content. */
export function ContentForm({ row, onDone }: { row: LeanBody; onDone: () => void }) {
  const shops = useMe()?.shops ?? []
  const change = useServerMutation(updateLeanBody, {
    invalidates: ['leanBody'],
    done: 'コンテンツを更新しました。',
    // No undo after a merge: it would revert the other person's change too.
    undo: (saved, { version, status }) =>
      version === row.version && (status === row.status || row.status !== 'pending')
        ? () => updateLeanBody({ data: { ...toValues(row), id: saved.id, version: saved.version } })
        : undefined,
  })
  const form = useResourceForm({
    name: `leanBody.${row.id}`,
    schema: LeanBodyDraft,
    row,
    initial: toValues(row),
    toValues,
    ask: ({ status }, seen) =>
      publishQuestion('コンテンツ', { status, publishFrom: null }, seen && { status: seen.status, state: seen.status }),
    save: (values, { row: seen = row, ...call }) =>
      change.mutateAsync({ data: { ...values, id: seen.id, version: seen.version }, ...call }),
    onSaved: onDone,
  })
  const { fields } = form
  const statuses = optionsOf(publicationStatuses).map((option) => ({
    ...option,
    disabled: option.value === 'pending' && row.status !== 'pending',
  }))
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextField field={fields.title} label={leanBodyFields.title} maxLength={80} />
      <TextAreaField field={fields.description} label={leanBodyFields.description} maxLength={1000} rows={4} />
      <RadioField
        field={fields.status}
        label={leanBodyFields.status}
        options={statuses}
        help="一度公開したコンテンツは、保留中に戻せません。"
      />
      <ShopsField field={fields.shopIds} label={leanBodyFields.shopIds} options={shops} />
      <NumberField
        field={fields.sortOrder}
        label={leanBodyFields.sortOrder}
        unit="番目"
        help="数字が小さいものから順に、会員に表示されます。"
      />
      <MoodsField field={fields.recommendedMoods} label={leanBodyFields.recommendedMoods} />
      <TagsField
        field={fields.tags}
        label={leanBodyFields.tags}
        most={10}
        help="Enterまたは「、」で追加します。20文字まで。"
      />
    </ResourceForm>
  )
}
