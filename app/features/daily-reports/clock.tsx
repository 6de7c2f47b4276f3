import { useState } from 'react'
import { inputClass } from '~/components/ui/input-class'
import { cn } from '~/lib/utils'
import { clockOf, isClock } from './clock-of'

interface ClockProps {
  label?: string
  id?: string
  value: string
  onChange: (value: string) => void
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** A time of the business day as text; hours after midnight continue up to 30:00. Half a time is no error yet. */
export function Clock({ label, value, onChange, ...input }: ClockProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    const clock = clockOf(text)
    setTyped(isClock(clock) ? undefined : text)
    if (isClock(clock) || text === '') onChange(clock)
  }
  return (
    <input
      {...input}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="10:50"
      maxLength={6}
      value={typed ?? value}
      // What an IME composes stays as it is until it is confirmed.
      onChange={({ target, nativeEvent }) =>
        (nativeEvent as InputEvent).isComposing ? setTyped(target.value) : type(target.value)
      }
      onCompositionEnd={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => {
        if (typed !== undefined) onChange(clockOf(typed, true))
        setTyped(undefined)
      }}
      className={cn(inputClass, 'figures w-24 text-center')}
    />
  )
}
