import { useStore } from '@tanstack/react-form'
import { useQuery } from '@tanstack/react-query'
import type { DailyReportRecord } from '#contract/daily-report.ts'
import { kpi } from '#contract/kpi.ts'
import { type ReportAction, ReportActionDraft } from '#contract/report-action.ts'
import { actionFields } from '#contract/words/fields/report-action.ts'
import {
  actionCategories,
  actionEvaluations,
  actionMetrics,
  actionPriorities,
  actionStatuses,
  effectDays,
} from '#contract/words/report-action.ts'
import { useMe } from '~/auth/session'
import { optionsOf, SelectField } from '~/components/fields/choice-fields'
import { NumberField } from '~/components/fields/number-field'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { useSaveRecord } from '~/data/mutation'
import { createReportAction, updateReportAction } from '~/functions/report-action'
import { addDays, todayInTokyo } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { OriginField } from './origin-field'
import { PeopleLink } from './people-link'
import { type NewActionSearch, ownersQuery } from './queries'

function blankOf(
  { shop = '', metric }: NewActionSearch,
  report: Origin | undefined,
  staffId: string,
): ReportActionDraft {
  const today = todayInTokyo()
  return {
    shopId: shop,
    dailyReportId: report?.id ?? null,
    title: '',
    category: 'admission',
    priority: 'mid',
    metric: metric ?? null,
    targetValue: null,
    plan: report?.issues ? `課題: ${report.issues}\n` : '',
    doNote: null,
    check: null,
    nextAction: null,
    evaluation: null,
    ownerStaffId: staffId,
    startOn: today,
    dueOn: addDays(today, effectDays),
    status: 'todo',
    progress: 0,
  }
}

const help = {
  metric: `開始前${effectDays}日間の値と、開始から${effectDays}日間の値を自動で比べます。`,
  check: '結果はどうでしたか。数字の変化は自動で集計されます。',
}

interface PeopleProps {
  count: number | undefined
  row: ReportAction | undefined
}

/** The members of the list that the action begins from. */
function People({ count, row }: PeopleProps) {
  if (!count) return null
  return (
    <p className="text-sm">
      <span className="mr-3 font-medium">{actionFields.people}</span>
      {row ? <PeopleLink row={row} /> : `${formatCount(count)}名`}
    </p>
  )
}

type Origin = Pick<DailyReportRecord, 'id' | 'shop' | 'date'> & { issues?: string | null }

interface ActionFormProps {
  row?: ReportAction
  /** The report that a new action begins from. */
  report?: Origin | undefined
  from?: NewActionSearch
  onDone: () => void
}

export function ActionForm({ row, report, from = {}, onDone }: ActionFormProps) {
  const me = useMe()
  const { shop: selected, shops } = useSelectedShop(report?.shop.id ?? from.shop)
  const userIds = from.users?.split('.')
  const blank = blankOf({ ...from, shop: (selected ?? shops[0])?.id }, report, me?.staff.id ?? '')
  const toValues = (one: ReportAction) => valuesOf<ReportActionDraft>(one, blank)
  const save = useSaveRecord<ReportActionDraft, ReportAction>({
    resource: 'reportAction',
    noun: '改善アクション',
    create: ({ data, ...call }) => createReportAction({ data: { ...data, ...(userIds && { userIds }) }, ...call }),
    update: updateReportAction,
  })
  const form = useResourceForm({
    name: `reportAction.${row?.id ?? 'new'}`,
    schema: ReportActionDraft,
    row,
    initial: row ? toValues(row) : blank,
    toValues,
    save,
    onSaved: onDone,
  })
  const { fields } = form
  const origin = row?.dailyReport ? { ...row.dailyReport, shop: row.shop } : report
  const inForm = useStore(fields.title.form.store, ({ values }) => values as ReportActionDraft)
  const owners = useQuery({ ...ownersQuery(inForm.shopId), enabled: inForm.shopId !== '' })
  // Trading partners cannot decide on actions.
  const staff = owners.data?.list.filter(({ role }) => role !== 'level1')
  const people = new Map(staff?.map(({ id, displayName }) => [id, displayName]))
  // The current assignee and the author can always be chosen.
  if (row) people.set(row.owner.id, row.owner.displayName)
  if (me) people.set(me.staff.id, me.staff.displayName)
  const unit = inForm.metric ? kpi[inForm.metric].unit : ''
  return (
    <ResourceForm form={form} onCancel={onDone}>
      {(userIds || row) && <People count={userIds?.length ?? row?.people} row={row} />}
      {origin && <OriginField field={fields.dailyReportId} origin={origin} />}
      <TextField field={fields.title} label={actionFields.title} maxLength={60} />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          field={fields.shopId}
          label={actionFields.shopId}
          options={shops.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          field={fields.ownerStaffId}
          label={actionFields.ownerStaffId}
          options={[...people].map(([value, label]) => ({ value, label }))}
        />
        <SelectField field={fields.category} label={actionFields.category} options={optionsOf(actionCategories)} />
        <SelectField field={fields.priority} label={actionFields.priority} options={optionsOf(actionPriorities)} />
        <TextField field={fields.startOn} label={actionFields.startOn} type="date" />
        <TextField field={fields.dueOn} label={actionFields.dueOn} type="date" />
        <SelectField
          field={fields.metric}
          label={actionFields.metric}
          none="なし"
          options={optionsOf(actionMetrics)}
          help={help.metric}
        />
        {inForm.metric && unit !== '%' && (
          <NumberField
            field={fields.targetValue}
            label={`${actionFields.targetValue}（開始から${effectDays}日間）`}
            unit={unit}
          />
        )}
      </div>
      <TextAreaField field={fields.plan} label={actionFields.plan} rows={3} maxLength={2000} />
      {row && (
        <>
          <div className="grid gap-6 sm:grid-cols-2">
            <SelectField field={fields.status} label={actionFields.status} options={optionsOf(actionStatuses)} />
            <NumberField field={fields.progress} label={actionFields.progress} unit="%" />
          </div>
          <TextAreaField field={fields.doNote} label={actionFields.doNote} rows={3} maxLength={2000} />
          <TextAreaField field={fields.check} label={actionFields.check} rows={3} maxLength={2000} help={help.check} />
          <TextAreaField field={fields.nextAction} label={actionFields.nextAction} rows={3} maxLength={2000} />
          <SelectField
            field={fields.evaluation}
            label={actionFields.evaluation}
            none="未評価"
            options={optionsOf(actionEvaluations)}
          />
        </>
      )}
    </ResourceForm>
  )
}
