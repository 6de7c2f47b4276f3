import { type ValueOf, valuesOf, type Words } from '#contract/words/words.ts'
import { cn } from '~/lib/utils'
import { type FieldHandle, useFormContext, useLiveField } from '../resource-form/form-context'
import { NativeSelect } from '../ui/native-select'
import { FieldFrame, type FieldProps } from './field-frame'

export interface Option<Value extends string> {
  value: Value
  label: string
  help?: string
  /** When disabled, the field's `help` gives the reason. */
  disabled?: boolean
}

/** The options of an enumeration, in its order. */
export const optionsOf = <W extends Words>(words: W): Option<ValueOf<W>>[] =>
  valuesOf(words).map((value) => ({ value, label: words[value] as string }))

interface ChoiceFieldProps<Value extends string> extends FieldProps<Value> {
  options: readonly Option<Value>[]
}

const labelIn = <Value extends string>(options: readonly Option<Value>[], value: Value) =>
  options.find((option) => option.value === value)?.label ?? value

/** Label of a choice for null; absent: null cannot be chosen. */
type SelectFieldProps<Value extends string> = Omit<ChoiceFieldProps<Value>, 'field'> &
  ({ none: string; field: FieldHandle<Value | null> } | { none?: undefined; field: FieldHandle<Value> })

/** Single choice of many options: a native select. */
export function SelectField<Value extends string>({ options, none, ...frame }: SelectFieldProps<Value>) {
  const field = useLiveField<Value | null>(frame.field as FieldHandle<Value | null>)
  const { needOf } = useFormContext()
  return (
    <FieldFrame<Value | null>
      {...frame}
      field={field}
      // Without an empty entry one of fixed words is always chosen.
      required={none === undefined && needOf(field.name) !== 'word'}
      show={(value) => value && labelIn(options, value)}
    >
      {(input) => (
        <NativeSelect
          {...input}
          value={field.state.value ?? ''}
          onChange={(event) => field.handleChange((event.target.value || null) as Value | null)}
          onBlur={() => field.handleBlur()}
          className="w-full sm:max-w-80"
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </FieldFrame>
  )
}

/** Single choice of a few options, each with a short explanation. */
export function RadioField<Value extends string>({ options, ...frame }: ChoiceFieldProps<Value>) {
  const field = useLiveField(frame.field)
  const { needOf } = useFormContext()
  return (
    <FieldFrame
      {...frame}
      field={field}
      group
      // One of fixed words is always chosen.
      required={needOf(field.name) === 'entry'}
      show={(value) => labelIn(options, value)}
    >
      {({ id, 'aria-invalid': invalid }) => (
        <div className={cn('grid gap-2', options.length === 4 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
          {options.map((option) => (
            <label
              key={option.value}
              className={cn(
                'flex cursor-pointer items-start gap-2.5 rounded-md border border-input bg-card px-3.5 py-2.5 has-checked:border-primary has-checked:bg-accent',
                option.disabled && 'cursor-not-allowed bg-muted text-muted-foreground',
              )}
            >
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={field.state.value === option.value}
                disabled={option.disabled}
                aria-invalid={invalid}
                onChange={() => field.handleChange(option.value)}
                onBlur={() => field.handleBlur()}
                className="mt-1 size-4 shrink-0 accent-primary"
              />
              <span className="text-sm">
                <span className="font-medium">{option.label}</span>
                {option.help && <span className="block text-xs text-muted-foreground">{option.help}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

interface ChecksFieldProps<Value extends string> extends FieldProps<Value[]> {
  options: readonly Option<Value>[]
}

/** Multiple choice; values keep the options' order. */
export function ChecksField<Value extends string>({ options, ...frame }: ChecksFieldProps<Value>) {
  const field = useLiveField(frame.field)
  const chosen = field.state.value
  const toggle = (value: Value) => {
    const isOn = (one: Value) => (one === value ? !chosen.includes(one) : chosen.includes(one))
    field.handleChange(options.map((option) => option.value).filter(isOn))
  }
  return (
    <FieldFrame
      {...frame}
      field={field}
      group
      show={(values) => values.map((value) => labelIn(options, value)).join('、')}
    >
      {({ id, 'aria-invalid': invalid }) => (
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {options.map(({ value, label }) => (
            <label key={value} className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                name={id}
                checked={chosen.includes(value)}
                aria-invalid={invalid}
                onChange={() => toggle(value)}
                onBlur={() => field.handleBlur()}
                className="size-4 accent-primary"
              />
              {label}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

interface CheckboxFieldProps extends FieldProps<boolean> {
  /** Label of the checkbox, as a statement: 「一覧の先頭に固定する」. */
  text: string
}

export function CheckboxField({ text, ...frame }: CheckboxFieldProps) {
  const field = useLiveField(frame.field)
  return (
    <FieldFrame {...frame} field={field} group show={(value) => (value ? text : 'しない')}>
      {({ 'aria-required': _, ...input }) => (
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
          <input
            {...input}
            type="checkbox"
            checked={field.state.value}
            onChange={(event) => field.handleChange(event.target.checked)}
            onBlur={() => field.handleBlur()}
            className="size-4 accent-primary"
          />
          {text}
        </label>
      )}
    </FieldFrame>
  )
}
