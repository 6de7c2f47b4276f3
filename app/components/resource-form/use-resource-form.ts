import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '#contract/errors.ts'
import { fieldsOf, installJapaneseMessages } from '#contract/messages.ts'
import { failureMessage } from '~/lib/failure'
import { useDraft } from './drafts'
import { type FieldHandle, type FieldLook, type FormContext, sameValue } from './form-context'

// With the schemas, not before them: the entry knows no zod.
installJapaneseMessages()

/** The question before saving: who is affected, from when. */
export interface Question {
  title: string
  text: string
}

/** A row as the API answers it. */
interface Versioned {
  version: number
}

interface SaveCall<Row> {
  /** What is changed, as it was seen last; undefined for a new one. */
  row: Row | undefined
  headers: Record<string, string>
}

export interface ResourceFormOptions<Values extends object, Row extends Versioned> {
  /** Names the draft that is kept in this browser: `announcement.12`. */
  name: string
  /** The contract's own. */
  schema: z.ZodType<unknown, Values>
  /** The row that is changed, as it was when the form opened; undefined for a new one. */
  row?: Row
  /** The initial values. */
  initial: Values
  /** A row as the form shows it, for one that someone else has saved in between. */
  toValues: (row: Row) => Values
  /** The question before saving; undefined where none is needed. */
  ask?: (values: Values) => Question | undefined
  save: (values: Values, call: SaveCall<Row>) => Promise<Row>
  onSaved: (row: Row) => void
}

interface Failure {
  text: string
  ref?: string
  /** Cleared as soon as every field is valid. */
  ofFields?: true
}

interface Opened<Values, Row> {
  values: Values
  row: Row | undefined
}

/** Errors by the form's own keys: a field of several values has one place for its message. */
function byField(fields: Record<string, string>, known: object) {
  const own: Record<string, string> = {}
  const others: string[] = []
  for (const [path, sentence] of Object.entries(fields)) {
    const name = path.split('.')[0] ?? path
    if (!Object.hasOwn(known, name)) others.push(sentence)
    else own[name] ??= sentence
  }
  return { own, others }
}

/** The form values of a row: the keys of the blank values. */
export const valuesOf = <Values extends object>(row: Values, blank: Values) =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, row[name as keyof Values]])) as Values

/** A form of one resource: values, the contract's schema, drafts, stale writes, one write for any number of presses. */
export function useResourceForm<Values extends object, Row extends Versioned>(
  options: ResourceFormOptions<Values, Row>,
) {
  const id = useId()
  // One for each opened form: the API answers a second press, or a retry after a lost response, with the first row.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [opened, setOpened] = useState<Opened<Values, Row>>({ values: options.initial, row: options.row })
  // A refetch in the background must not replace values that are being edited.
  const [initial] = useState(options.initial)
  const [refused, setRefused] = useState<{ fields: Record<string, string>; values: Values }>()
  const [failure, setFailure] = useState<Failure>()
  const [question, setQuestion] = useState<Question>()
  const [stale, setStale] = useState<Row>()
  const [attempt, setAttempt] = useState(0)
  const saving = useRef(false)
  const saved = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [looks] = useState(() => new Map<string, FieldLook>())
  const [holds] = useState(() => new Map<string, string>())

  const form = useForm({
    defaultValues: initial,
    validationLogic: revalidateLogic(),
    validators: {
      onDynamic: ({ value }) => {
        const parsed = options.schema.safeParse(value)
        return parsed.success ? undefined : { fields: byField(fieldsOf(parsed.error), value).own }
      },
    },
    onSubmitInvalid: () => fail({ text: '入力内容を確認してください。', ofFields: true }),
    onSubmit: ({ value }) => {
      const next = options.ask?.(value)
      if (next) setQuestion(next)
      else return store(value, opened)
    },
  })

  const isValid = useSelector(form.store, (state) => state.isValid)
  const openedNow = useRef(opened)
  openedNow.current = opened
  const values = useCallback(() => form.state.values, [form])
  const isDirty = useCallback(() => !saved.current && !sameValue(form.state.values, openedNow.current.values), [form])
  const subscribe = useCallback(
    (listener: () => void) => {
      let last = form.state.values
      const { unsubscribe } = form.store.subscribe(() => {
        if (form.state.values === last) return
        last = form.state.values
        listener()
      })
      return unsubscribe
    },
    [form],
  )
  const draft = useDraft({ name: options.name, initial, values, isDirty, subscribe })

  /** Shows why it was not saved, and focuses the first invalid field. */
  function fail(next: Failure) {
    setFailure(next)
    setAttempt((count) => count + 1)
  }

  async function store(value: Values, from: Opened<Values, Row>) {
    if (saving.current || saved.current) return
    saving.current = true
    setIsSaving(true)
    setFailure(undefined)
    try {
      const headers = { 'idempotency-key': idempotencyKey }
      const row = await options.save(value, { row: from.row, headers })
      saved.current = true
      draft.end()
      options.onSaved(row)
    } catch (error) {
      refuse(error, value)
    } finally {
      saving.current = false
      setIsSaving(false)
    }
  }

  function refuse(error: unknown, value: Values) {
    if (isApiError(error) && error.code === 'stale' && error.current !== undefined) {
      setStale(error.current as Row)
      return
    }
    if (isApiError(error) && error.fields) {
      const { own, others } = byField(error.fields, value)
      setRefused({ fields: own, values: value })
      return fail({ text: [error.message, ...others].join(' ') })
    }
    const { text, ref } = failureMessage(error)
    fail({ text, ...(ref !== undefined && { ref }) })
  }

  const fill = (next: Values) => {
    for (const key of Object.keys(next)) form.setFieldValue(key as never, next[key as keyof Values] as never)
  }

  const context = useMemo<FormContext>(
    () => ({
      id,
      looks,
      holds,
      refusalOf: (name, value) =>
        refused?.fields[name] !== undefined && sameValue(value, refused.values[name as keyof Values])
          ? refused.fields[name]
          : undefined,
    }),
    [id, looks, holds, refused],
  )

  const fields = useMemo(
    () => Object.fromEntries(Object.keys(initial).map((name) => [name, { name, form }])),
    [form, initial],
  )

  return {
    /** A handle for each value, for the field components. */
    fields: fields as unknown as { [Name in keyof Values]: FieldHandle<Values[Name]> },
    values,
    isNew: options.row === undefined,
    /** For `ResourceForm` alone. */
    shell: {
      context,
      draft,
      isDirty,
      isSaving,
      failure: failure?.ofFields && isValid ? undefined : failure,
      attempt,
      question,
      submit: () => {
        if (saving.current || saved.current) return
        const [wait] = holds.values()
        if (wait !== undefined) return fail({ text: wait })
        void form.handleSubmit()
      },
      answer: async (yes: boolean) => {
        setQuestion(undefined)
        if (yes) await store(form.state.values, opened)
      },
      restore: () => {
        if (draft.offered) fill(draft.offered.values)
        draft.accept()
      },
      stale: stale && {
        mine: form.state.values,
        base: opened.values,
        latest: options.toValues(stale),
        close: () => setStale(undefined),
        /** Continues from the newer row with the chosen values, field by field. */
        resolve: (chosen: Values) => {
          const next = { values: options.toValues(stale), row: stale }
          setStale(undefined)
          setOpened(next)
          fill(chosen)
          return store(chosen, next)
        },
      },
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shell shows values of every form
export type AnyResourceForm = { shell: ReturnType<typeof useResourceForm<any, any>>['shell']; isNew: boolean }
