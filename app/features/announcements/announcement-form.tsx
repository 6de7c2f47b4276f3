import { type Announcement, AnnouncementDraft } from '#contract/announcement.ts'
import { maxAnnouncementText } from '#contract/rich-text.ts'
import { announcementCategories } from '#contract/words/announcement.ts'
import { announcementFields } from '#contract/words/fields/announcement.ts'
import { useMe } from '~/auth/session'
import { CheckboxField, optionsOf, SelectField } from '~/components/fields/choice-fields'
import { DateTimeField } from '~/components/fields/date-time-field'
import { PublicationFields } from '~/components/fields/publication-fields'
import { TextField } from '~/components/fields/text-field'
import { ImageField } from '~/components/image-drop'
import { PreviewButton } from '~/components/preview-button'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm } from '~/components/resource-form/use-resource-form'
import { RichTextField } from '~/components/rich-text/rich-text-field'
import { useSaveRecord, useServerMutation } from '~/data/mutation'
import { createAnnouncement, updateAnnouncement } from '~/functions/announcement'
import { createImage } from '~/functions/image'
import { ScopeField } from '~/nouns/shop/scope-field'
import { undoOfState } from './actions'
import { MemberCard } from './member-card'
import { effectOf, onlyStateDiffers, toValues } from './values'

interface AnnouncementFormProps {
  row?: Announcement
  /** Of a copy: the original's id, so that each has its own draft. */
  from?: string
  initial: AnnouncementDraft
  onDone: () => void
}

const help = {
  imgUrl: '長辺2,000pxまでに縮小されます。',
  linkUrl: 'お知らせの最後に「詳しく見る」として表示します。',
  publishTo: '空欄の場合は、非公開にするまで表示されます。',
}

export function AnnouncementForm({ row, from, initial, onDone }: AnnouncementFormProps) {
  const me = useMe()
  const shops = me?.shops ?? []
  const mayAddressAll = me?.permissions['announcement.write'] === 'all'
  const save = useSaveRecord<AnnouncementDraft, Announcement>({
    resource: 'announcement',
    noun: 'お知らせ',
    create: createAnnouncement,
    update: updateAnnouncement,
    undo: (saved) => (onlyStateDiffers(row, saved) ? undoOfState(row, saved) : undefined),
  })
  const picture = useServerMutation(createImage, { invalidates: [] })
  const form = useResourceForm({
    name: `announcement.${row?.id ?? (from ? `copy.${from}` : 'new')}`,
    schema: AnnouncementDraft,
    row,
    initial,
    toValues,
    ask: (values, seen) => effectOf(values, seen, shops),
    save,
    onSaved: onDone,
  })
  const { fields } = form

  return (
    <ResourceForm
      form={form}
      onCancel={onDone}
      actions={<PreviewButton values={form.values}>{(values) => <MemberCard {...values} />}</PreviewButton>}
    >
      <TextField field={fields.title} label={announcementFields.title} maxLength={80} />
      <SelectField
        field={fields.category}
        label={announcementFields.category}
        options={optionsOf(announcementCategories)}
      />
      <RichTextField field={fields.body} label={announcementFields.body} maxLength={maxAnnouncementText} />
      <ImageField
        field={fields.imgUrl}
        label={announcementFields.imgUrl}
        upload={(data, call) => picture.mutateAsync({ data, ...call })}
        help={help.imgUrl}
      />
      <TextField
        field={fields.linkUrl}
        label={announcementFields.linkUrl}
        type="url"
        placeholder="https://"
        help={help.linkUrl}
      />
      <ScopeField field={fields.target} label={announcementFields.target} options={shops} allowAll={mayAddressAll} />
      <PublicationFields fields={fields} noun="お知らせ" row={row} />
      <DateTimeField field={fields.publishTo} label={announcementFields.publishTo} help={help.publishTo} />
      <CheckboxField field={fields.isPinned} label={announcementFields.isPinned} text="一覧の先頭に固定する" />
    </ResourceForm>
  )
}
