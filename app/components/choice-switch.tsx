import type { LucideIcon } from 'lucide-react'

interface ChoiceSwitchProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  /** Undefined: none of them. */
  value: Value | undefined
  choices: readonly { value: Value; label: string; icon?: LucideIcon }[]
  onChange: (next: Value) => void
}

/** Segmented control: one of a few views, all options visible. */
export const ChoiceSwitch = <Value extends string>({ label, value, choices, onChange }: ChoiceSwitchProps<Value>) => (
  <fieldset className="flex rounded-md bg-muted p-0.5 text-sm print:hidden">
    <legend className="sr-only">{label}</legend>
    {choices.map(({ value: one, label: text, icon: Icon }) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === value}
        onClick={() => onChange(one)}
        className="flex h-8 items-center gap-1.5 rounded-sm px-3 font-medium whitespace-nowrap text-muted-foreground hover:text-foreground aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-card"
      >
        {Icon && <Icon aria-hidden className="size-4 max-sm:hidden" />}
        {text}
      </button>
    ))}
  </fieldset>
)

/** The choices of a switch, of values and their labels. */
export const switchOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }))
