import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '../ui/button'
import { NativeSelect } from '../ui/native-select'
import { type FilterValues, filterText, isSet, keysOf, type ListFilter } from './filters'

interface PanelProps {
  id: string
  filters: readonly ListFilter[]
  values: FilterValues
  onChange: (next: FilterValues) => void
}

/** The filters' fields; each applies as it is set. */
export function FilterPanel({ id, filters, values, onChange }: PanelProps) {
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

function Field({ filter, values, onChange }: Omit<PanelProps, 'id' | 'filters'> & { filter: ListFilter }) {
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

interface ChipsProps {
  filters: readonly ListFilter[]
  values: FilterValues
  onRemove: (filter: ListFilter) => void
  onClear: () => void
}

/** The active filters, each removable. */
export function FilterChips({ filters, values, onRemove, onClear }: ChipsProps) {
  const set = filters.filter((filter) => isSet(filter, values))
  if (set.length === 0) return null
  return (
    <ul aria-label="適用中の条件" className="mt-3 flex flex-wrap items-center gap-2">
      {set.map((filter) => (
        <li
          key={keysOf(filter)[0]}
          className="inline-flex max-w-full items-center rounded-full bg-accent pl-3 text-xs font-medium text-accent-foreground"
        >
          <span className="truncate">{filterText(filter, values)}</span>
          <button
            type="button"
            aria-label={`${filterText(filter, values)} を解除`}
            onClick={() => onRemove(filter)}
            className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-card"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" className="h-7! px-2! text-xs!" onClick={onClear}>
          条件をクリア
        </Button>
      </li>
    </ul>
  )
}
