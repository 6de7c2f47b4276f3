import { revalidateLogic, useForm } from '@tanstack/react-form'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorMessage, isApiError } from '#contract/errors.ts'
import { fieldsOf, installJapaneseMessages, sentenceAt } from '#contract/messages.ts'
import { failureMessage } from '~/lib/failure'
import { useDraft } from './drafts'
import { type FieldHandle, type FieldLook, type FormContext, sameValue } from './form-context'
import { type Changed, changeOf, mergeOf, type Sides, savedWith } from './merge'

// With the schemas, not before them: the entry knows no zod.
installJapaneseMessages()

/** The question before saving: who is affected, from when. */
export interface Question {
  title: string
  text: string
}

/** A row as the API answers it. */
interface Versioned extends Changed {
  version: number
}

interface SaveCall<Row> {
  /** What is changed, as it was seen last; undefined for a new one. */
  row: Row | undefined
  headers: Record<string, string>
  /** The snackbar in place of the usual one. */
  done?: string
}

/** `Saved`: what saving answers, where it is no row that could be changed again. */
export interface ResourceFormOptions<Values extends object, Row extends Versioned, Saved = Row> {
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
  ask?: (values: Values, row: Row | undefined) => Question | undefined
  save: (values: Values, call: SaveCall<Row>) => Promise<Saved>
  onSaved: (saved: Saved) => void
}

interface Failure {
  /** Absent where the fields themselves say it. */
  text?: string
  ref?: string
}

interface Opened<Values, Row> {
  values: Values
  row: Row | undefined
}

/** Values that are about to be stored, and what they are changes of. */
interface Saving<Values, Row> {
  values: Values
  from: Opened<Values, Row>
  /** Put together with someone else's changes, without a question. */
  merge?: Stale<Values, Row>
}

/** A row that someone else has saved in between. */
interface Stale<Values, Row> extends Sides<Values> {
  row: Row
  /** What this form was opened on. */
  from: Opened<Values, Row>
  /** Why every field that differs is asked about: the two changes do not go together. */
  reason?: string | undefined
}

/** The form values of a row: the keys of the blank values. */
export const valuesOf = <Values extends object>(row: Values, blank: Values) =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, row[name as keyof Values]])) as Values

/** A form of one resource: values, the contract's schema, drafts, stale writes, one write for any number of presses. */
export function useResourceForm<Values extends object, Row extends Versioned, Saved = Row>(
  options: ResourceFormOptions<Values, Row, Saved>,
) {
  const id = useId()
  // One for each opened form: the API answers a second press, or a retry after a lost response, with the first row.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [opened, setOpened] = useState<Opened<Values, Row>>({ values: options.initial, row: options.row })
  // A refetch in the background must not replace values that are being edited.
  const [initial] = useState(options.initial)
  const [refused, setRefused] = useState<{ fields: Record<string, string>; values: Values }>()
  const [failure, setFailure] = useState<Failure>()
  const [asking, setAsking] = useState<{ question: Question; saving: Saving<Values, Row> }>()
  /** The question that はい was the answer to since the button was pressed. */
  const answered = useRef<Question>(undefined)
  const [stale, setStale] = useState<Stale<Values, Row>>()
  const [attempt, setAttempt] = useState(0)
  const saving = useRef(false)
  const saved = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [looks] = useState(() => new Map<string, FieldLook>())
  const [holds] = useState(() => new Map<string, string>())
  const [errors, setErrors] = useState<Record<string, string>>({})

  const form = useForm({
    defaultValues: initial,
    validationLogic: revalidateLogic(),
    validators: {
      onDynamic: ({ value }) => {
        const parsed = options.schema.safeParse(value)
        return parsed.success ? undefined : { fields: byField(fieldsOf(parsed.error)).own }
      },
    },
    onSubmitInvalid: ({ value }) => {
      const { error } = options.schema.safeParse(value)
      if (error) failAtFields(fieldsOf(error))
    },
    onSubmit: ({ value }) => {
      answered.current = undefined
      return askOrStore({ values: value, from: openedNow.current })
    },
  })

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

  /** Stores, but for a question that has not been answered yet. */
  function askOrStore(next: Saving<Values, Row>) {
    const question = options.ask?.(next.values, next.from.row)
    if (!question || sameValue(question, answered.current)) return store(next)
    setAsking({ question, saving: next })
  }

  async function store(next: Saving<Values, Row>) {
    if (saving.current || saved.current) return
    const { values: value, from, merge } = next
    saving.current = true
    setIsSaving(true)
    setFailure(undefined)
    if (from !== openedNow.current) continueFrom(from, value)
    const headers = { 'idempotency-key': idempotencyKey }
    const call = { row: from.row, headers, ...(merge && { done: savedWith(merge.row) }) }
    const outcome = await options.save(value, call).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    saving.current = false
    setIsSaving(false)
    if ('error' in outcome) return refuse(outcome.error, next)
    saved.current = true
    draft.end()
    options.onSaved(outcome.answer)
  }

  /** Goes on from another row with these values: a retry, should the answer be lost, is the same request. */
  function continueFrom(next: Opened<Values, Row>, value: Values) {
    setOpened(next)
    openedNow.current = next
    fill(value)
  }

  /** Someone else saved first: their changes are put together with those in the form, and only what both changed is asked. */
  async function meet(row: Row) {
    const from = openedNow.current
    const theirs = options.toValues(row)
    const met: Stale<Values, Row> = { row, from, base: from.values, mine: form.state.values, theirs }
    const { merged, contested } = mergeOf(met)
    const parsed = options.schema.safeParse(merged)
    if (!parsed.success) return setStale({ ...met, reason: reasonOf(fieldsOf(parsed.error)) })
    if (contested.some((name) => looks.has(name))) return setStale(met)
    await askOrStore({ values: merged, from: { values: theirs, row }, merge: met })
  }

  /**
   * Errors with the names of the fields on the screen, and the rest: a field of several values has one place for its
   * message.
   */
  function byField(fields: Record<string, string>) {
    const own: Record<string, string> = {}
    const others: string[] = []
    for (const [path, sentence] of Object.entries(fields)) {
      const name = path.split('.')[0] ?? path
      const label = looks.get(name)?.label
      if (label === undefined) others.push(sentence)
      else own[name] ??= sentenceAt(label, sentence)
    }
    return { own, others }
  }

  const reasonOf = (fields: Record<string, string>) => {
    const { own, others } = byField(fields)
    return [...Object.values(own), ...others][0] ?? errorMessage.invalid
  }

  /** What no field on the screen can show is said beside the button. */
  function failAtFields(fields: Record<string, string>, message: string = errorMessage.invalid) {
    const { own, others } = byField(fields)
    const isSaid = Object.keys(own).length > 0 && others.length === 0
    fail(isSaid ? {} : { text: [message, ...others].join(' ') })
    return own
  }

  async function refuse(error: unknown, { values: value, merge }: Saving<Values, Row>) {
    if (isApiError(error) && error.code === 'stale' && error.current !== undefined) {
      return meet(error.current as Row)
    }
    if (isApiError(error) && error.fields && merge) {
      continueFrom(merge.from, merge.mine)
      return setStale({ ...merge, reason: reasonOf(error.fields) })
    }
    if (isApiError(error) && error.fields) {
      setRefused({ fields: failAtFields(error.fields, error.message), values: value })
      return
    }
    const { text, ref } = failureMessage(error)
    fail({ text, ...(ref !== undefined && { ref }) })
  }

  const fill = (next: Values) => {
    for (const key of Object.keys(next)) form.setFieldValue(key as never, next[key as keyof Values] as never)
  }

  const report = useCallback((name: string, sentence: string | undefined) => {
    setErrors((errors) => {
      if (errors[name] === sentence) return errors
      const { [name]: _, ...others } = errors
      return sentence === undefined ? others : { ...others, [name]: sentence }
    })
  }, [])

  const context = useMemo<FormContext>(
    () => ({
      id,
      looks,
      holds,
      report,
      refusalOf: (name, value) =>
        refused?.fields[name] !== undefined && sameValue(value, refused.values[name as keyof Values])
          ? refused.fields[name]
          : undefined,
    }),
    [id, looks, holds, refused, report],
  )
  const invalid = [...looks].flatMap(([name, { label }]) => {
    const sentence = errors[name]
    return sentence === undefined ? [] : { name, label, sentence }
  })

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
      failure: failure?.text === undefined ? undefined : { ...failure, text: failure.text },
      /** Since the button was pressed in vain: the fields to look at, in their order. */
      invalid: failure ? invalid : [],
      attempt,
      question: asking?.question,
      submit: () => {
        if (saving.current || saved.current) return
        const [wait] = holds.values()
        if (wait !== undefined) return fail({ text: wait })
        void form.handleSubmit()
      },
      answer: async (yes: boolean) => {
        setAsking(undefined)
        if (!yes || !asking) return
        answered.current = asking.question
        await store(asking.saving)
      },
      restore: () => {
        if (draft.offered) fill(draft.offered.values)
        draft.accept()
      },
      stale: stale && {
        ...stale,
        ...mergeOf(stale),
        change: changeOf(stale.row),
        close: () => setStale(undefined),
        /** Continues from the newer row with the chosen values, field by field. */
        resolve: async (chosen: Values) => {
          setStale(undefined)
          await askOrStore({ values: chosen, from: { values: stale.theirs, row: stale.row } })
        },
      },
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shell shows values of every form
export type AnyResourceForm = { shell: ReturnType<typeof useResourceForm<any, any>>['shell']; isNew: boolean }
