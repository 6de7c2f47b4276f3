import { type AnyFormApi, useField } from '@tanstack/react-form'
import { createContext, type ReactNode, use } from 'react'
import type { Need } from './need'

/** One field of a form, by the type of its value: what `form.fields.title` hands to a field component. */
export interface FieldHandle<Value> {
  name: string
  form: AnyFormApi
  /** Carries the value's type only; never called. */
  holds?(value: Value): Value
}

/** A field while it is on the screen; narrower than react-form's own. */
export interface LiveField<Value> {
  name: string
  state: { value: Value; meta: { errors: unknown[] } }
  handleChange(value: Value): void
  handleBlur(): void
}

export function useLiveField<Value>({ form, name }: FieldHandle<Value>): LiveField<Value> {
  return useField({ form, name })
}

/** The label of a field, and its value as text outside the form. */
export interface FieldLook {
  label: string
  show: (value: never) => ReactNode
}

export type FieldHandles<Values> = { [Name in keyof Values]: FieldHandle<Values[Name]> }

/** A handle for each value of a form. */
export function handlesOf<Values extends object>(form: AnyFormApi, values: Values): FieldHandles<Values> {
  const handles: Partial<FieldHandles<Values>> = {}
  for (const name in values) handles[name] = { name, form }
  return handles as FieldHandles<Values>
}

export interface FormContext {
  /** What the form's schema needs of a field; `empty` is its empty value, where that is none of the usual ones. */
  needOf: (name: string, empty?: unknown) => Need
  /** Prefix of the ids of this form's elements. */
  id: string
  looks: Map<string, FieldLook>
  /** The server's error for this exact value of a field. */
  refusalOf: (name: string, value: unknown) => string | undefined
  /** Why saving must wait, as a message by field. */
  holds: Map<string, string>
  /** Saves after a hold has gone, if the button was pressed meanwhile and nothing has changed since. */
  goOn: () => void
  /** Called by a field with the error that it shows, or with none. */
  report: (name: string, sentence: string | undefined) => void
}

export const FormContext = createContext<FormContext | null>(null)

export function useFormContext(): FormContext {
  const form = use(FormContext)
  if (!form) throw new Error('A field stands inside a ResourceForm.')
  return form
}

export const sameValue = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
