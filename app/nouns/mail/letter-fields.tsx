import { maxMailText } from '#contract/mail-text.ts'
import { letterFields } from '#contract/words/fields/mail.ts'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import type { FieldHandle } from '~/components/resource-form/form-context'
import { RichTextField, type UploadPicture } from '~/components/rich-text/rich-text-field'
import { TrackingField } from './tracking-field'
import { VariableFields } from './variable-fields'

interface LetterFieldsProps {
  fields: {
    subject: FieldHandle<string>
    body: FieldHandle<string>
    footer: FieldHandle<string | null>
    isTracked?: FieldHandle<boolean | undefined>
  }
  /** The law asks for more below the signature. */
  hasLaw: boolean
  footerRows: number
  /** Stores a picture for the body. */
  upload: UploadPicture
}

const law =
  '署名の下に、会社情報の名称・住所・問い合わせ先と、店舗名・配信停止のアドレスが自動で入ります（特定電子メール法）。'

/** What a mail or a template says, with its variables, and whether it is tracked. */
export const LetterFields = ({ fields, hasLaw, footerRows, upload }: LetterFieldsProps) => (
  <>
    <VariableFields>
      <TextField field={fields.subject} label={letterFields.subject} maxLength={100} />
      <RichTextField field={fields.body} label={letterFields.body} maxLength={maxMailText} hasButton upload={upload} />
      <TextAreaField
        field={fields.footer}
        label={letterFields.footer}
        maxLength={500}
        rows={footerRows}
        {...(hasLaw && { help: law })}
      />
    </VariableFields>
    <TrackingField field={fields.isTracked as FieldHandle<boolean>} />
  </>
)
