import { formatDateTime, fromLocalInput, toLocalInput } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { useLiveField } from '../resource-form/form-context'
import { inputClass } from '../ui/input-class'
import { FieldFrame, type FieldProps } from './field-frame'

/** Neither empty nor a valid instant, so that the schema rejects it: a date without a time must not count as empty. */
const incomplete = 'incomplete'

const shown = (value: string | null) => (value === null || value === incomplete ? '' : toLocalInput(value))

/** A moment in Asia/Tokyo, to the minute; null when empty. The browser's own picker. */
export function DateTimeField(frame: FieldProps<string | null>) {
  const field = useLiveField(frame.field)
  const read = (input: HTMLInputElement) => {
    const next = input.validity.badInput ? incomplete : input.value === '' ? null : fromLocalInput(input.value)
    // Seconds, which the input does not show, do not count as a change.
    if (shown(next) !== shown(field.state.value) || (next === null) !== (field.state.value === null)) {
      field.handleChange(next)
    }
  }
  return (
    <FieldFrame
      {...frame}
      field={field}
      show={(value) => (value === null || value === incomplete ? '–' : formatDateTime(value))}
    >
      {(input) => (
        <input
          {...input}
          type="datetime-local"
          value={shown(field.state.value)}
          min="2000-01-01T00:00"
          max="2099-12-31T23:59"
          onChange={(event) => read(event.target)}
          onKeyUp={(event) => read(event.currentTarget)}
          onBlur={(event) => {
            read(event.target)
            field.handleBlur()
          }}
          className={cn(inputClass, 'figures sm:max-w-80')}
        />
      )}
    </FieldFrame>
  )
}
