import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { cn } from '~/lib/utils'
import { type FieldHandle, type LiveField, useFormContext } from '../resource-form/form-context'

export interface FieldProps<Value> {
  field: FieldHandle<Value>
  label: string
  /** One line of help below the input. */
  help?: string
}

/** Connects an input with its label, help and error. */
export interface InputAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldFrameProps<Value> extends Omit<FieldProps<Value>, 'field'> {
  field: LiveField<Value>
  /** Whether it is marked as required, where the schema alone does not say; absent: as the schema needs it. */
  required?: boolean
  /** The empty value, where it is none of the usual ones. */
  empty?: Value
  /** How a value reads outside the form: in the stale dialog. */
  show: (value: Value) => ReactNode
  /** An error that does not depend on the value, such as a failed upload. */
  trouble?: string | undefined
  /** Beside the help: characters left. */
  aside?: ReactNode
  /** Whether several inputs share the label, as a group. */
  group?: boolean
  children: (input: InputAttributes) => ReactNode
}

/** Frame of every field: label, 必須, help and error, linked for screen readers. */
export function FieldFrame<Value>(props: FieldFrameProps<Value>) {
  const { field, label, help, empty, show, trouble, aside, group = false, children } = props
  const form = useFormContext()
  const required = props.required ?? form.needOf(field.name, empty) !== undefined
  const id = `${form.id}${field.name}`
  useEffect(() => {
    form.looks.set(field.name, { label, show: (value) => (isNothing(value) ? '–' : show(value)) })
  })
  const error = trouble ?? sentenceOf(field.state.meta.errors) ?? form.refusalOf(field.name, field.state.value)
  const { report } = form
  // Before paint, so that field and summary show the same error.
  useLayoutEffect(() => {
    report(field.name, error)
    return () => report(field.name, undefined)
  }, [report, field.name, error])
  const input: InputAttributes = {
    id,
    'aria-describedby': cn(error && `${id}-error`, help && `${id}-help`) || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  const title = (
    <>
      {label}
      {required && <span className="rounded-sm bg-danger-surface px-1.5 py-px text-xs font-medium text-bad">必須</span>}
    </>
  )
  const titleClass = 'mb-1.5 flex items-center gap-2 text-sm font-medium'
  const rest = (
    <>
      {children(input)}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
      {(help || aside) && (
        <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-xs text-muted-foreground">
          {help && <p id={`${id}-help`}>{help}</p>}
          {aside && <div className="ml-auto">{aside}</div>}
        </div>
      )}
    </>
  )
  if (group) {
    return (
      <fieldset data-field={field.name} className="min-w-0" aria-describedby={input['aria-describedby']}>
        <legend className={titleClass}>{title}</legend>
        {rest}
      </fieldset>
    )
  }
  return (
    <div data-field={field.name}>
      <label htmlFor={id} id={`${id}-label`} className={titleClass}>
        {title}
      </label>
      {rest}
    </div>
  )
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const sentenceOf = (errors: unknown[]) => errors.find((error): error is string => typeof error === 'string')
