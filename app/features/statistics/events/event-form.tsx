import { type ClubEvent, ClubEventDraft } from '#contract/club-event.ts'
import { clubEventKinds } from '#contract/words/club-event.ts'
import { clubEventFields } from '#contract/words/fields/club-event.ts'
import { useMe } from '~/auth/session'
import { optionsOf, SelectField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { useSaveRecord } from '~/data/mutation'
import { createClubEvent, updateClubEvent } from '~/functions/club-event'
import { ScopeField } from '~/nouns/shop/scope-field'

interface EventFormProps {
  row?: ClubEvent
  initial: ClubEventDraft
  onDone: () => void
}

const help = {
  title:
    'グラフの下に、この文を表示します。休館日、会費の変更、入会キャンペーン、お知らせは、登録しなくても表示されます。',
  lastOn: '1日だけの場合や、その日から続く場合は空欄にします。',
}

export const toValues = ({ title, kind, firstOn, lastOn, target }: ClubEvent): ClubEventDraft => ({
  ...{ title, kind, firstOn, lastOn },
  target: target.scope === 'all' ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds: target.shopIds },
})

export function EventForm({ row, initial, onDone }: EventFormProps) {
  const me = useMe()
  const save = useSaveRecord<ClubEventDraft, ClubEvent>({
    resource: 'clubEvent',
    noun: '出来事',
    create: createClubEvent,
    update: updateClubEvent,
  })
  const form = useResourceForm({
    name: `clubEvent.${row?.id ?? 'new'}`,
    schema: ClubEventDraft,
    row,
    initial,
    toValues,
    save,
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextField field={fields.title} label={clubEventFields.title} maxLength={60} help={help.title} />
      <SelectField field={fields.kind} label={clubEventFields.kind} options={optionsOf(clubEventKinds)} />
      <TextField field={fields.firstOn} label={clubEventFields.firstOn} type="date" />
      <TextField field={fields.lastOn} label={clubEventFields.lastOn} type="date" help={help.lastOn} />
      <ScopeField
        field={fields.target}
        label={clubEventFields.target}
        options={me?.shops ?? []}
        allowAll={me?.permissions['event.write'] === 'all'}
      />
    </ResourceForm>
  )
}
