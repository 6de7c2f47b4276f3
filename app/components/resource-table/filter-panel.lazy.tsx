import { useEffect, useId, useState } from 'react'
import type { OverlayProps } from '~/lib/on-demand'
import { NativeSelect } from '../ui/native-select'
import { type FilterValues, keysOf, type ListFilter } from './filters'

interface FieldProps {
  filter: ListFilter
  values: FilterValues
  onChange: (next: FilterValues) => void
}

interface PanelProps extends OverlayProps, Omit<FieldProps, 'filter'> {
  id: string
  filters: readonly ListFilter[]
}

/** The filters' fields; each applies as it is set. */
export default function FilterPanel({ open, id, filters, values, onChange }: PanelProps) {
  if (!open) return null
  return (
    <fieldset
      id={id}
      className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] items-end gap-x-4 gap-y-3 rounded-lg border bg-card p-4"
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
      <label className="flex h-9 items-center gap-2 text-sm font-medium">
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
    return (
      <div className="grid min-w-0 gap-1">
        <label htmlFor={id} className="text-xs font-medium text-muted-foreground">
          {filter.label}
        </label>
        <NativeSelect
          id={id}
          className="w-full min-w-0 font-normal"
          value={values[filter.key] ?? ''}
          onChange={(event) => onChange({ [filter.key]: event.target.value || undefined })}
        >
          <option value="">すべて</option>
          {filter.choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
    )
  }
  return (
    <fieldset className="col-span-2 min-w-0 max-sm:col-span-1">
      <legend className="mb-1 text-xs font-medium text-muted-foreground">{filter.label}</legend>
      <div className="flex items-center gap-1.5 max-xs:flex-wrap">
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

/** While a year is typed the browser already reports the years 0002 and 0020, which are not meant. */
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
      className="h-9 min-w-0 flex-1 rounded-md border max-xs:min-w-36 border-input/70 bg-card px-2 text-sm"
    />
  )
}
