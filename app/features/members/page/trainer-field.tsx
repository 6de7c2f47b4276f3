import { memberFields } from '#contract/words/fields/member.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { NativeSelect } from '~/components/ui/native-select'

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
        <NativeSelect
          {...input}
          value={field.state.value ?? ''}
          onChange={(event) => field.handleChange(event.target.value || null)}
          onBlur={() => field.handleBlur()}
          className="w-full sm:max-w-80"
        >
          <option value="">なし</option>
          {trainers.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </NativeSelect>
      )}
    </FieldFrame>
  )
}
