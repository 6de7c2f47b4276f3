import { useState } from 'react'
import { readAmount, readNumber, type TypedNumber } from '~/lib/amount'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useLiveField } from '../resource-form/form-context'
import { inputClass } from '../ui/input-class'
import { FieldFrame, type FieldProps } from './field-frame'

const textOf = (value: TypedNumber) =>
  typeof value === 'number' ? formatCount(value).replace('▲', '-') : (value ?? '')

/** A whole number with its unit; `1,200` while it is not being typed. */
export function NumberField({ unit, ...frame }: FieldProps<TypedNumber> & { unit: string }) {
  const field = useLiveField(frame.field)
  const [typed, setTyped] = useState<string>()
  // Amounts are pasted as a spreadsheet shows them.
  const read = unit === '円' ? readAmount : readNumber
  return (
    <FieldFrame {...frame} field={field} show={(value) => `${textOf(value)}${unit}`}>
      {(input) => (
        <span className="flex items-center gap-2">
          <input
            {...input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? textOf(field.state.value)}
            onChange={(event) => {
              setTyped(event.target.value)
              field.handleChange(read(event.target.value))
            }}
            onBlur={() => {
              setTyped(undefined)
              field.handleBlur()
            }}
            className={cn(inputClass, 'figures text-right')}
          />
          <span className="shrink-0 text-sm text-muted-foreground">{unit}</span>
        </span>
      )}
    </FieldFrame>
  )
}
