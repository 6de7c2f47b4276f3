import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { cn } from '~/lib/utils'
import { useFormContext, useLiveField } from '../resource-form/form-context'
import { inputClass } from '../ui/input-class'
import { FieldFrame, type FieldProps, type InputAttributes } from './field-frame'

interface TextOptions {
  maxLength?: number
  placeholder?: string
}

/** Empty text: '' if the schema needs a text, else null. */
type TextFieldProps = TextOptions & FieldProps<string | null>

export function TextField({
  type = 'text',
  maxLength,
  placeholder,
  ...frame
}: TextFieldProps & { type?: HTMLInputTypeAttribute }) {
  return (
    <TextFrame frame={frame} maxLength={maxLength}>
      {(input, value, change, blur) => (
        <input
          {...input}
          type={type}
          value={value}
          placeholder={placeholder}
          onChange={(event) => change(event.target.value)}
          onBlur={blur}
          className={cn(inputClass, type === 'date' && 'sm:max-w-80')}
        />
      )}
    </TextFrame>
  )
}

export function TextAreaField({ rows = 4, maxLength, placeholder, ...frame }: TextFieldProps & { rows?: number }) {
  return (
    <TextFrame frame={frame} maxLength={maxLength}>
      {(input, value, change, blur) => (
        <textarea
          {...input}
          rows={rows}
          value={value}
          placeholder={placeholder}
          onChange={(event) => change(event.target.value)}
          onBlur={blur}
          className={cn(inputClass, 'py-2')}
        />
      )}
    </TextFrame>
  )
}

interface TextFrameProps {
  frame: TextFieldProps
  maxLength: number | undefined
  children: (input: InputAttributes, value: string, change: (text: string) => void, blur: () => void) => ReactNode
}

function TextFrame({ frame, maxLength, children }: TextFrameProps) {
  const field = useLiveField<string | null>(frame.field)
  const value = field.state.value ?? ''
  const { needOf } = useFormContext()
  const change = (text: string) => field.handleChange(text === '' && !needOf(field.name) ? null : text)
  return (
    <FieldFrame<string | null>
      {...frame}
      field={field}
      show={(text) => <p className="whitespace-pre-line">{text}</p>}
      aside={maxLength !== undefined && <CharacterCount count={value.length} max={maxLength} />}
    >
      {(input) => children(input, value, change, () => field.handleBlur())}
    </FieldFrame>
  )
}

/** Counted instead of truncated, so that an overlong paste shows by how much. */
export function CharacterCount({ count, max }: { count: number; max: number }) {
  const text = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
  return (
    <span className={cn('figures', count > max && 'font-medium text-bad')}>
      {text(count)} / {text(max)}文字
    </span>
  )
}
