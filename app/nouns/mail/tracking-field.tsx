import { letterFields } from '#contract/words/fields/mail.ts'
import { CheckboxField } from '~/components/fields/choice-fields'
import type { FieldHandle } from '~/components/resource-form/form-context'

/** Opt-in for open and click tracking; off by default for the members' privacy. */
export const TrackingField = ({ field }: { field: FieldHandle<boolean> }) => (
  <CheckboxField
    field={field}
    label={letterFields.isTracked}
    text="開封とリンクのクリックを記録する"
    help="記録するメールには、その旨が末尾に入ります。"
  />
)
