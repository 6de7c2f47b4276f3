import type { ShopFactsDraft } from '#contract/shop.ts'
import { ownerTypes } from '#contract/words/common.ts'
import { optionsOf, RadioField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import type { FieldHandles } from '~/components/resource-form/form-context'

/** What a shop is registered with. */
export const ShopFactsFields = ({ fields }: { fields: FieldHandles<ShopFactsDraft> }) => (
  <>
    <TextField field={fields.name} label="店舗名" maxLength={60} />
    <TextField field={fields.nameKana} label="フリガナ" maxLength={50} />
    <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
      <TextField field={fields.code} label="店舗コード" maxLength={20} help="半角の英数字。例: S001" />
      <TextField field={fields.openedOn} label="開業日" type="date" />
    </div>
    <RadioField field={fields.ownerType} label="運営区分" options={optionsOf(ownerTypes)} />
    <TextField field={fields.companyName} label="運営会社" maxLength={60} />
    <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
      <TextField field={fields.zipCode} label="郵便番号" placeholder="160-0022" />
      <TextField field={fields.prefecture} label="都道府県" maxLength={10} />
    </div>
    <TextField field={fields.address1} label="市区町村・番地" maxLength={100} />
    <TextField field={fields.address2} label="建物名" maxLength={100} />
    <TextField
      field={fields.tel}
      label="電話番号"
      type="tel"
      help="会員に見せる形で、ハイフンも入力します。例: 0422-00-0000"
    />
  </>
)
