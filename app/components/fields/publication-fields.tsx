import type { PublicationStatus } from '#contract/words/common.ts'
import { publicationFields } from '#contract/words/fields/publication.ts'
import type { Publication } from '../publication'
import type { FieldHandle } from '../resource-form/form-context'
import { type Option, RadioField } from './choice-fields'
import { DateTimeField } from './date-time-field'

type Published = Pick<Publication, 'status'> | undefined

/** The statuses that may be chosen: a published row cannot become a draft again. */
function statuses(row: Published): Option<PublicationStatus>[] {
  const wasPublished = row !== undefined && row.status !== 'pending'
  return [
    { value: 'pending', label: '保留中', help: '下書きとして保存します。', disabled: wasPublished },
    { value: 'active', label: '公開', help: '公開開始から表示します。' },
    { value: 'disabled', label: '非公開', help: '会員には表示しません。' },
  ]
}

interface PublicationFieldsProps {
  fields: { status: FieldHandle<PublicationStatus>; publishFrom: FieldHandle<string | null> }
  /** What a record is: お知らせ. */
  noun: string
  /** The record as it is; undefined for a new one. */
  row: Published
}

/** 状態 and 公開開始 of what members see. */
export const PublicationFields = ({ fields, noun, row }: PublicationFieldsProps) => (
  <>
    <RadioField
      field={fields.status}
      label={publicationFields.status}
      options={statuses(row)}
      help={`一度公開した${noun}は、保留中に戻せません。`}
    />
    <DateTimeField
      field={fields.publishFrom}
      label={publicationFields.publishFrom}
      help="空欄の場合は、公開するとすぐに表示されます。"
    />
  </>
)
