import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { keepConversion } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { Button } from '../ui/button'
import { inputClass } from '../ui/input-class'

const longestName = 40

interface ViewNameFormProps {
  /** 条件, 表示: what is named. */
  noun: string
  label: string
  action: string
  placeholder?: string
  initial?: string
  variant?: 'primary' | 'outline'
  isBusy?: boolean
  /** Whether another has this name, and whether the user may replace that one. */
  takenBy: (name: string) => 'replaceable' | 'protected' | undefined
  onName: (name: string) => unknown
  field?: RefObject<HTMLInputElement | null>
  autoFocus?: boolean
}

/** Names a view. A name that is taken replaces the view that has it only after a question. */
export function ViewNameForm(props: ViewNameFormProps) {
  const { noun, label, action, placeholder, initial = '', variant, isBusy = false, takenBy, onName, field } = props
  const [name, setName] = useState(initial)
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  const [taken, setTaken] = useState<'replaceable' | 'protected'>()
  const wanted = name.trim()
  const give = async () => {
    setTaken(undefined)
    // The question's button is gone.
    input.current?.focus()
    await onName(wanted)
    setName(initial)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '' || isBusy || taken) return
    const found = takenBy(wanted)
    if (found) setTaken(found)
    // An error was shown, and the name stays for another try.
    else void give().catch(() => undefined)
  }
  return (
    <form className="flex flex-wrap gap-2" onKeyDown={keepConversion} onSubmit={submit}>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={taken && true}
        placeholder={placeholder}
        maxLength={longestName}
        // biome-ignore lint/a11y/noAutofocus: the field that a click on 名前を変更 opens
        autoFocus={props.autoFocus}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setTaken(undefined)
        }}
        className={cn(inputClass, 'w-auto min-w-24 flex-1')}
      />
      <Button type="submit" variant={variant} disabled={wanted === '' || isBusy || taken !== undefined}>
        {action}
      </Button>
      {taken && (
        <div role="alert" className="flex w-full flex-wrap items-center justify-end gap-2 text-bad">
          <p className="min-w-24 flex-1">
            {taken === 'replaceable'
              ? `同じ名前の${noun}があります。置き換える場合は「上書きする」を押してください。`
              : `同じ名前の${noun}があります。別の名前を入力してください。`}
          </p>
          {taken === 'replaceable' && (
            <Button variant="outline" onClick={() => void give().catch(() => undefined)}>
              上書きする
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
