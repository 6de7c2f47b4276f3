import { memberFields } from '#contract/words/fields/member.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'

interface TrainerFieldProps {
  field: FieldHandle<string | null>
  trainers: readonly { id: string; displayName: string }[]
}

/** Assigns a trainer to the member, or none. */
export function TrainerField({ field: handle, trainers }: TrainerFieldProps) {
  const field = useLiveField(handle)
  return (
    <FieldFrame
      field={field}
      label={memberFields.trainerStaffId}
      show={(value) => trainers.find(({ id }) => id === value)?.displayName ?? '–'}
    >
      {(input) => (
        <select
          {...input}
          value={field.state.value ?? ''}
          onChange={(event) => field.handleChange(event.target.value || null)}
          onBlur={() => field.handleBlur()}
          className="h-10 w-full rounded-md border border-input bg-card px-3 text-base aria-invalid:border-bad sm:max-w-80 sm:text-sm"
        >
          <option value="">なし</option>
          {trainers.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
