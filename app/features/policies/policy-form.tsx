import { type Policy, PolicyDraft } from '#contract/policy.ts'
import { maxPolicyText } from '#contract/rich-text.ts'
import { policyFields } from '#contract/words/fields/policy.ts'
import type { PolicyType } from '#contract/words/policy.ts'
import { CheckboxField } from '~/components/fields/choice-fields'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import { lazyPart } from '~/components/lazy-part'
import { PreviewButton } from '~/components/preview-button'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { Skeleton } from '~/components/ui/skeleton'
import { useSaveRecord } from '~/data/mutation'
import { createPolicy, updatePolicy } from '~/functions/policy'
import { addMonths, currentMonth } from '~/lib/dates'
import { Activate } from './activate'
import { kinds } from './kinds'
import { RefusedLinks } from './refused-links'

const PublicText = lazyPart(() => import('./public-text.lazy'), { waiting: <Skeleton className="h-80" /> })

/** An empty one, for the first of next month. */
const blankOf = (type: PolicyType): PolicyDraft => ({
  edition: '',
  title: kinds[type].noun,
  body: '',
  effectiveFrom: `${addMonths(currentMonth(), 1)}-01`,
  noticeFrom: null,
  requiresReconsent: false,
  changeSummary: null,
})

const help = {
  edition: '「第3版」「2026年12月改定」など、ほかの版と区別できる名前にします。',
  body: 'Markdownで入力します。「# 」「## 」で始まる行は見出し、「- 」「1. 」は箇条書き、「| 」は表になります。',
  noticeFrom: 'この日から施行日の前日まで、公開ページに改定を予告します。',
  changeSummary: '公開ページの予告に表示されます。',
}

interface PolicyFormProps {
  type: PolicyType
  row?: Policy
  /** The edition that a new one copies. */
  from?: Policy | undefined
  onDone: () => void
}

export function PolicyForm({ type, row, from, onDone }: PolicyFormProps) {
  const { noun } = kinds[type]
  const blank = blankOf(type)
  const toValues = (one: Policy) => valuesOf(one, blank)
  const save = useSaveRecord<PolicyDraft, Policy>({
    resource: 'policy',
    noun,
    create: ({ data, ...call }) => createPolicy({ data: { ...data, type }, ...call }),
    update: updatePolicy,
  })
  const form = useResourceForm({
    name: `policy.${row?.id ?? `${type}.new`}`,
    schema: PolicyDraft,
    row,
    initial: row ? toValues(row) : from ? { ...blank, title: from.title, body: from.body } : blank,
    toValues,
    save,
    onSaved: onDone,
  })
  const { fields } = form
  return (
    <ResourceForm
      form={form}
      onCancel={onDone}
      actions={
        <>
          <PreviewButton values={form.values}>{(values) => <PublicText {...values} />}</PreviewButton>
          {row && <Activate row={row} isDirty={form.shell.isDirty} />}
        </>
      }
    >
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <TextField field={fields.edition} label={policyFields.edition} maxLength={60} help={help.edition} />
        <TextField field={fields.title} label={policyFields.title} maxLength={80} />
        <TextField field={fields.effectiveFrom} label={policyFields.effectiveFrom} type="date" />
        <TextField field={fields.noticeFrom} label={policyFields.noticeFrom} type="date" help={help.noticeFrom} />
      </div>
      <CheckboxField
        field={fields.requiresReconsent}
        label={policyFields.requiresReconsent}
        text="会員に、あらためて同意を求める"
      />
      <TextAreaField
        field={fields.changeSummary}
        label={policyFields.changeSummary}
        maxLength={500}
        rows={3}
        help={help.changeSummary}
      />
      <div>
        <TextAreaField
          field={fields.body}
          label={policyFields.body}
          maxLength={maxPolicyText}
          rows={24}
          help={help.body}
        />
        <RefusedLinks field={fields.body} />
      </div>
    </ResourceForm>
  )
}
