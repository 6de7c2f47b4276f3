import { useEffect, useId, useState } from 'react'
import { isComposing } from '~/lib/composing'
import type { OverlayProps } from '~/lib/on-demand'
import { cn } from '~/lib/utils'
import { inputClass } from '../ui/input-class'
import { NativeSelect } from '../ui/native-select'
import { choiceText, type FilterValues, keysOf, type ListFilter } from './filters'

/** Labels beside their fields, so that a row of filters is one line high. */
const labelClass = 'shrink-0 text-xs font-medium text-muted-foreground max-sm:w-24'
const lineClass = 'flex min-w-0 items-center gap-2'

interface FieldProps {
  filter: ListFilter
  values: FilterValues
  onChange: (next: FilterValues) => void
}

interface PanelProps extends OverlayProps, Omit<FieldProps, 'filter'> {
  id: string
  filters: readonly ListFilter[]
}

/** The filter fields; each applies immediately. */
export default function FilterPanel({ open, id, filters, values, onChange }: PanelProps) {
  if (!open) return null
  return (
    <fieldset
      id={id}
      // From a field back to the button that opened the panel.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event))
          document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus()
      }}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-card px-3 py-2 max-sm:grid"
    >
      <legend className="sr-only">絞り込み</legend>
      {filters.map((filter) => (
        <Field key={keysOf(filter)[0]} filter={filter} values={values} onChange={onChange} />
      ))}
    </fieldset>
  )
}

function Field({ filter, values, onChange }: FieldProps) {
  const id = useId()
  if (filter.kind === 'flag') {
    return (
      <label className="flex h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-primary"
          checked={values[filter.key] !== undefined}
          onChange={(event) => onChange({ [filter.key]: event.target.checked ? 'true' : undefined })}
        />
        {filter.label}
      </label>
    )
  }
  if (filter.kind === 'choice') {
    const value = values[filter.key]
    return (
      <div className={lineClass}>
        <label htmlFor={id} className={labelClass}>
          {filter.label}
        </label>
        <NativeSelect
          id={id}
          className="sm:max-w-44 max-sm:w-full"
          value={value ?? ''}
          onChange={(event) => onChange({ [filter.key]: event.target.value || undefined })}
        >
          <option value="">すべて</option>
          {value !== undefined && !filter.choices.some(([one]) => one === value) && (
            <option value={value}>{choiceText(filter.choices, String(value))}</option>
          )}
          {filter.choices.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
    )
  }
  if (filter.kind === 'text') {
    return (
      <div className={lineClass}>
        <label htmlFor={id} className={labelClass}>
          {filter.label}
        </label>
        <input
          // Resets the input when the URL changes from outside.
          key={values[filter.key] ?? ''}
          id={id}
          defaultValue={values[filter.key] ?? ''}
          maxLength={30}
          onBlur={({ target }) => onChange({ [filter.key]: target.value.trim() || undefined })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            onChange({ [filter.key]: event.currentTarget.value.trim() || undefined })
          }}
          className={cn(inputClass, 'sm:w-32')}
        />
      </div>
    )
  }
  return (
    <fieldset className={cn(lineClass, 'max-sm:flex-col max-sm:items-stretch max-sm:gap-1')}>
      <legend className="sr-only">{filter.label}</legend>
      <span aria-hidden className={labelClass}>
        {filter.label}
      </span>
      <div className="flex min-w-0 items-center gap-1.5 max-xs:flex-wrap">
        <DayInput
          label={`${filter.label}（開始日）`}
          day={values[filter.from]}
          onChange={(day) => onChange({ [filter.from]: day })}
        />
        <span aria-hidden>〜</span>
        <DayInput
          label={`${filter.label}（終了日）`}
          day={values[filter.to]}
          onChange={(day) => onChange({ [filter.to]: day })}
        />
      </div>
    </fieldset>
  )
}

/** While a year is typed, the browser reports intermediate years such as 0002 and 0020. */
const firstYear = 1900

interface DayInputProps {
  label: string
  day: string | number | undefined
  onChange: (day: string | undefined) => void
}

function DayInput({ label, day, onChange }: DayInputProps) {
  const given = String(day ?? '')
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  return (
    <input
      type="date"
      aria-label={label}
      value={text}
      max="2100-12-31"
      onChange={({ target }) => {
        setText(target.value)
        if (target.value === '' ? !target.validity.badInput : Number(target.value.slice(0, 4)) >= firstYear) {
          onChange(target.value || undefined)
        }
      }}
      className={cn(inputClass, 'w-auto px-2 max-sm:flex-1 max-xs:min-w-36')}
    />
  )
}
