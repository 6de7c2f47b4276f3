import { useStore } from '@tanstack/react-form'
import { type MailStep, MailStepDraft } from '#contract/mail-step.ts'
import type { PublicationStatus } from '#contract/words/common.ts'
import { mailStepFields } from '#contract/words/fields/mail-step.ts'
import { stepCaps, stepStops } from '#contract/words/mail-step.ts'
import { ChecksField, type Option, optionsOf, RadioField } from '~/components/fields/choice-fields'
import { TextField } from '~/components/fields/text-field'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { type Question, useResourceForm } from '~/components/resource-form/use-resource-form'
import { useSaveRecord } from '~/data/mutation'
import { createMailStep, updateMailStep } from '~/functions/mail-step'
import { formatCount } from '~/lib/format'
import { FilterField } from './filter-field'
import { StepsField } from './steps-field'
import { TriggerField } from './trigger-field'

const blank: MailStepDraft = {
  name: '',
  trigger: { type: 'noVisit', days: 14 },
  entryFilter: { contractStatus: 'active' },
  steps: [{ delayDays: 0, sendTime: '10:00', templateId: '' }],
  stopOn: ['visited', 'cancelled', 'optedOut'],
  status: 'pending',
}

function toValues({ name, trigger, entryFilter, steps, stopOn, status }: MailStep): MailStepDraft {
  const mails = steps.map(({ delayDays, sendTime, templateId }) => ({ delayDays, sendTime, templateId }))
  return { name, trigger, entryFilter, steps: mails, stopOn, status }
}

const help = {
  entryFilter: '開始条件を満たした会員のうち、この条件に合う会員に配信します。',
  steps: `1名への送信は、すべてのステップメールを合わせて1日${stepCaps.day}通、1か月${stepCaps.month}通までです。上限に達した分は、翌日または翌月に送信します。`,
  stopOn: '当てはまる会員には、残りのステップを送信しません。',
  status: '一度公開したステップメールは、保留中に戻せません。',
}

const statusesOf = (row: MailStep | undefined): Option<PublicationStatus>[] => [
  {
    value: 'pending',
    label: '保留中',
    help: '下書きとして保存します。試算はできます。',
    disabled: row !== undefined && row.status !== 'pending',
  },
  { value: 'active', label: '公開', help: 'これから開始条件を満たした会員に配信します。' },
  { value: 'disabled', label: '非公開', help: '配信を終了します。' },
]

/** Confirmation before starting or stopping a scenario's mails. */
function questionOf({ status }: MailStepDraft, row: MailStep | undefined): Question | undefined {
  if (status === 'active' && row?.status !== 'active') {
    const text = '保存した後に開始条件を満たした会員に、自動で送信します。過去に満たした会員には送信しません。'
    return { title: 'ステップメールを公開', text }
  }
  if (status === 'disabled' && row?.status === 'active') {
    const text = `配信中の${formatCount(row.enrolledCount)}名に、残りのステップは送信されません。`
    return { title: 'ステップメールを非公開にする', text }
  }
  return undefined
}

export function StepForm({ row, onDone }: { row?: MailStep; onDone: () => void }) {
  const save = useSaveRecord<MailStepDraft, MailStep>({
    resource: 'mailStep',
    noun: 'ステップメール',
    create: createMailStep,
    update: updateMailStep,
  })
  const form = useResourceForm({
    name: `mailStep.${row?.id ?? 'new'}`,
    schema: MailStepDraft,
    row,
    initial: row ? toValues(row) : blank,
    toValues,
    ask: questionOf,
    save,
    onSaved: onDone,
  })
  const { fields } = form
  const trigger = useStore(fields.trigger.form.store, ({ values }) => (values as MailStepDraft).trigger)
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <TextField field={fields.name} label={mailStepFields.name} maxLength={60} />
      <TriggerField
        field={fields.trigger}
        label={mailStepFields.trigger}
        {...(triggerHelp[trigger.type] && { help: triggerHelp[trigger.type] })}
      />
      <FilterField field={fields.entryFilter} label={mailStepFields.entryFilter} help={help.entryFilter} />
      <StepsField field={fields.steps} label={mailStepFields.steps} trigger={trigger} help={help.steps} />
      <ChecksField
        field={fields.stopOn}
        label={mailStepFields.stopOn}
        options={optionsOf(stepStops)}
        help={help.stopOn}
      />
      <RadioField field={fields.status} label={mailStepFields.status} options={statusesOf(row)} help={help.status} />
    </ResourceForm>
  )
}

/** Explanation of a trigger. */
const triggerHelp: Partial<Record<MailStepDraft['trigger']['type'], string>> = {
  noVisit: '入会してから一度も来館していない会員も含みます。56日以上来館がない休眠の会員には送信しません。',
  visitDrop: '直近28日の来館日数が、その前の28日より2日以上かつ3割以上減った会員です。',
  suspensionEnding: '休会中の会員に届くのは、業務連絡のテンプレートだけです。',
  trialAttended: '体験に参加し、会員として登録されている方に送信します。',
  manual: '公開した後に、この画面の「配信状況」で会員を追加します。',
}
