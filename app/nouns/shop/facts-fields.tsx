import type { ShopFactsDraft } from '#contract/shop.ts'
import { ownerTypes } from '#contract/words/common.ts'
import { shopFields } from '#contract/words/fields/shop.ts'
import { optionsOf, RadioField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import type { FieldHandles } from '~/components/resource-form/form-context'

/** What a shop is registered with. */
export const ShopFactsFields = ({ fields }: { fields: FieldHandles<ShopFactsDraft> }) => (
  <>
    <TextField field={fields.name} label={shopFields.name} maxLength={60} />
    <TextField field={fields.nameKana} label={shopFields.nameKana} maxLength={50} />
    <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
      <TextField field={fields.code} label={shopFields.code} maxLength={20} help="半角の英数字。例: S001" />
      <TextField field={fields.openedOn} label={shopFields.openedOn} type="date" />
    </div>
    <RadioField field={fields.ownerType} label={shopFields.ownerType} options={optionsOf(ownerTypes)} />
    <TextField field={fields.companyName} label={shopFields.companyName} maxLength={60} />
    <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
      <TextField field={fields.zipCode} label={shopFields.zipCode} placeholder="160-0022" />
      <TextField field={fields.prefecture} label={shopFields.prefecture} maxLength={10} />
    </div>
    <TextField field={fields.address1} label={shopFields.address1} maxLength={100} />
    <TextField field={fields.address2} label={shopFields.address2} maxLength={100} />
    <TextField
      field={fields.tel}
      label={shopFields.tel}
      type="tel"
      help="会員に見せる形で、ハイフンも入力します。例: 0422-00-0000"
    />
  </>
)
