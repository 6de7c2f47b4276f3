import { notListed } from './not-listed'
import { NativeSelect } from './ui/native-select'

interface ChoiceSelectProps<Value extends string | number> {
  /** Accessible name. */
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (next: Value) => void
  className?: string
}

/** A select of one of several values. */
export const ChoiceSelect = <Value extends string | number>(props: ChoiceSelectProps<Value>) => {
  const { label, value, choices, onChange, className } = props
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find(([one]) => String(one) === target.value)
        if (chosen) onChange(chosen[0])
      }}
      className={className}
    >
      {/* Without an option of its own the browser would show the first. */}
      {!choices.some(([one]) => one === value) && <option value={value}>{notListed}</option>}
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The choices of a select, of values and their labels. */
export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries(words) as [Value, string][]
