import { useNavigate } from '@tanstack/react-router'
import { type ShopPlanDetail, type ShopPlanFactsDraft, ShopPlanFactsDraft as schema } from '#contract/shop-plan.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { planFields } from '#contract/words/fields/shop-plan.ts'
import { planCategories } from '#contract/words/shop.ts'
import { optionsOf, RadioField, SelectField } from '~/components/fields/choice-fields'
import { NumberField } from '~/components/fields/number-field'
import { TextField } from '~/components/fields/text-field'
import { LoadedRecord } from '~/components/record/record-page'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useServerMutation } from '~/data/mutation'
import { updateShopPlanFacts } from '~/functions/shop-plan'
import { planQuery } from './queries'

const list = { to: '/hacomono/plans-or-tickets', label: 'プランの一覧' } as const

/** The facts of a plan that was registered here. */
export function EditPlan({ id }: { id: string }) {
  const navigate = useNavigate()
  return (
    <LoadedRecord query={planQuery(id)} list={list} title="プラン" noun="プラン">
      {(plan) => (
        <div className="max-w-3xl pb-12">
          <h2 className="mb-5 text-lg font-semibold">プランの編集</h2>
          {plan.externalId === null ? (
            <PlanForm
              plan={plan}
              onDone={() => void navigate({ to: '/hacomono/plans-or-tickets/$planId', params: { planId: id } })}
            />
          ) : (
            <p>
              このプランは会員管理システムから届くため、ここでは変更できません。会員管理システムで変更してください。
            </p>
          )}
        </div>
      )}
    </LoadedRecord>
  )
}

function PlanForm({ plan, onDone }: { plan: ShopPlanDetail; onDone: () => void }) {
  const blank: ShopPlanFactsDraft = { name: '', category: 'other', priceMonthly: 0, status: 'active' }
  // Who may change a plan sees its price.
  const toValues = (row: ShopPlanDetail): ShopPlanFactsDraft =>
    valuesOf<ShopPlanFactsDraft>({ ...row, priceMonthly: row.priceMonthly ?? 0 }, blank)
  const invalidates = ['shopPlan', 'member', 'dataHealth', 'search'] as const
  const change = useServerMutation(updateShopPlanFacts, { invalidates, done: 'プランを更新しました。' })
  const form = useResourceForm<ShopPlanFactsDraft, ShopPlanDetail>({
    name: `plan-facts.${plan.id}`,
    schema,
    row: plan,
    initial: toValues(plan),
    toValues,
    save: (values, { row: seen, ...call }) =>
      change.mutateAsync({ data: { ...values, id: plan.id, version: (seen ?? plan).version }, ...call }),
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextField
        field={fields.name}
        label={planFields.name}
        maxLength={100}
        help="次のファイルに前の名前があるときは、「値の意味」でこのプランを選んでください。"
      />
      <SelectField field={fields.category} label={planFields.category} options={optionsOf(planCategories)} />
      <NumberField
        field={fields.priceMonthly}
        label={planFields.priceMonthly}
        unit="円"
        help="税込。いまの契約の月額は変わりません。これから取り込む、月額のない契約の金額になります。"
      />
      <RadioField field={fields.status} label={planFields.status} options={optionsOf(publicationStatuses)} />
    </ResourceForm>
  )
}
