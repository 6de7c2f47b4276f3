import type { MailStepDraft } from '#contract/mail-step.ts'
import { type StepTrigger, stepTriggers, triggerDays, triggerText } from '#contract/words/mail-step.ts'
import { optionsOf } from '~/components/fields/choice-fields'
import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { cn } from '~/lib/utils'

type Trigger = MailStepDraft['trigger']

/** Trigger of a scenario, with its number of days if it has one. */
export function TriggerField(frame: FieldProps<Trigger>) {
  const field = useLiveField(frame.field)
  const { type, days } = field.state.value
  const counted = triggerDays[type]
  const choose = (next: StepTrigger) => field.handleChange({ type: next, days: triggerDays[next]?.usual ?? 0 })
  return (
    <FieldFrame {...frame} field={field} group show={triggerText}>
      {({ 'aria-invalid': invalid }) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <NativeSelect
            aria-label="開始条件の種類"
            value={type}
            onChange={({ target }) => choose(target.value as StepTrigger)}
            className="w-full sm:w-60"
          >
            {optionsOf(stepTriggers).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
          {counted && (
            <span className="flex items-center gap-2 text-sm">
              {counted.before}
              <input
                type="number"
                inputMode="numeric"
                aria-label="日数"
                aria-invalid={invalid}
                min={counted.least}
                max={counted.most}
                value={Number.isFinite(days) ? days : ''}
                onChange={({ target }) => field.handleChange({ type, days: target.valueAsNumber })}
                onBlur={() => field.handleBlur()}
                className={cn(inputClass, 'figures w-24 text-right')}
              />
              {counted.after}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
