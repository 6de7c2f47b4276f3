import { useState } from 'react'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { useLiveField } from '../resource-form/form-context'
import { FieldFrame, type FieldProps, inputClass } from './field-frame'

/** A number; null when empty; invalid text is kept as typed, for the schema to reject. */
export type NumberValue = number | string | null

/** Parses input, including full-width digits and separators. */
export function readNumber(typed: string): NumberValue {
  const text = typed.normalize('NFKC').replaceAll(/[,\s]/g, '')
  if (text === '') return null
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : typed
}

const textOf = (value: NumberValue) =>
  typeof value === 'number' ? formatCount(value).replace('▲', '-') : (value ?? '')

/** A whole number with its unit; `1,200` while it is not being typed. */
export function NumberField({ unit, ...frame }: FieldProps<NumberValue> & { unit: string }) {
  const field = useLiveField(frame.field)
  const [typed, setTyped] = useState<string>()
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
              field.handleChange(readNumber(event.target.value))
            }}
            onBlur={() => {
              setTyped(undefined)
              field.handleBlur()
            }}
            className={cn(inputClass, 'figures h-10 text-right')}
          />
          <span className="shrink-0 text-sm text-muted-foreground">{unit}</span>
        </span>
      )}
    </FieldFrame>
  )
}
