import { revalidateLogic, useForm } from '@tanstack/react-form'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorMessage, isApiError } from '#contract/errors.ts'
import { fieldsOf, installJapaneseMessages, sentenceAt } from '#contract/messages.ts'
import { rehearsal } from '~/data/mutation'
import { useOwnStaffId } from '~/data/own-staff'
import { failureMessage } from '~/lib/failure'
import { isOutdated } from '~/lib/unloaded'
import { type Draft, useDraft } from './drafts'
import { type FieldLook, type FormContext, handlesOf, sameValue } from './form-context'
import { type Changed, mergeOf, type Sides, savedWith } from './merge'
import { needsOf } from './need'

// Imported with the schemas: the entry contains no zod.
installJapaneseMessages()

/** Confirmation before saving: who is affected, and from when. */
export interface Question {
  title: string
  text: string
}

/** A row as the API returns it. */
interface Versioned extends Changed {
  version: number
}

interface SaveCall<Row> {
  /** The row being edited, as last loaded; undefined for a new one. */
  row: Row | undefined
  headers: Record<string, string>
  /** Overrides the success message. */
  done?: string
}

/** `Saved`: the result of saving, where it is not an editable row. */
export interface ResourceFormOptions<Values extends object, Row extends Versioned, Saved = Row> {
  /** Key of the draft in this browser: `announcement.12`. */
  name: string
  /** The contract's schema. */
  schema: z.ZodType<unknown, Values>
  /** The row being edited, as it was when the form opened; undefined for a new one. */
  row?: Row
  /** The initial values. */
  initial: Values
  /** A draft of an older form, as this one holds it. */
  ofDraft?: (values: Values) => Values
  /** The form's values of a row that someone else saved in the meantime. */
  toValues: (row: Row) => Values
  /** Confirmation before saving; undefined if none is needed. */
  ask?: (values: Values, row: Row | undefined) => Question | undefined
  save: (values: Values, call: SaveCall<Row>) => Promise<Saved>
  onSaved: (saved: Saved) => void
}

interface Failure {
  /** Absent: the fields themselves show the outcome. */
  text?: string
  ref?: string
  /** This tab is of an old version: only reloading helps. */
  isOld?: boolean
}

interface Opened<Values, Row> {
  values: Values
  row: Row | undefined
}

/** Values to save, and the row they are based on. */
interface Saving<Values, Row> {
  values: Values
  from: Opened<Values, Row>
  /** Whether they were merged with someone else's changes without a conflict. */
  merge?: Stale<Values, Row>
}

/** A row that someone else saved in the meantime. */
interface Stale<Values, Row> extends Sides<Values> {
  row: Row
  /** The values when the form opened. */
  from: Opened<Values, Row>
  /** Why the merge is invalid; the dialog then offers every field that differs. */
  reason?: string | undefined
}

/** The form values of a row: the keys of the blank values. */
export const valuesOf = <Values extends object>(row: Values, blank: Values) =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, row[name as keyof Values]])) as Values

/** State of one resource's form: values, the contract's schema, drafts, conflicts, and a single write per submit. */
export function useResourceForm<Values extends object, Row extends Versioned, Saved = Row>(
  options: ResourceFormOptions<Values, Row, Saved>,
) {
  const id = useId()
  const ownId = useOwnStaffId()
  // One key per opened form: the API answers a second press, or a retry after a lost response, with the first result.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [opened, setOpened] = useState<Opened<Values, Row>>({ values: options.initial, row: options.row })
  // A refetch in the background must not replace values that are being edited.
  const [initial] = useState(options.initial)
  const [refused, setRefused] = useState<{ fields: Record<string, string>; values: Values }>()
  const [failure, setFailure] = useState<Failure>()
  const [asking, setAsking] = useState<{ question: Question; saving: Saving<Values, Row> }>()
  /** The confirmation already given since the button was pressed. */
  const answered = useRef<Question>(undefined)
  const [replacing, setReplacing] = useState<Draft<Values>>()
  const [stale, setStale] = useState<Stale<Values, Row>>()
  const [attempt, setAttempt] = useState(0)
  const saving = useRef(false)
  const saved = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [looks] = useState(() => new Map<string, FieldLook>())
  const [holds] = useState(() => new Map<string, string>())
  /** What was to be saved when the button was pressed while a field was held. */
  const heldBack = useRef<Values>(undefined)
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
  const draft = useDraft({ name: options.name, initial, ofDraft: options.ofDraft, values, isDirty, subscribe })

  /** Shows why saving failed, and focuses the first invalid field. */
  function fail(next: Failure) {
    setFailure(next)
    setAttempt((count) => count + 1)
  }

  function submit() {
    if (saving.current || saved.current) return
    const [wait] = holds.values()
    heldBack.current = wait === undefined ? undefined : form.state.values
    if (wait !== undefined) return fail({ text: wait })
    void form.handleSubmit()
  }
  const submitNow = useRef(submit)
  submitNow.current = submit
  const goOn = useCallback(() => {
    if (heldBack.current === undefined) return
    if (heldBack.current === form.state.values) return submitNow.current()
    heldBack.current = undefined
    setFailure(undefined)
  }, [form])

  /** Saves, or first opens a confirmation that is still missing: once the API would not refuse to save. */
  async function askOrStore(next: Saving<Values, Row>) {
    const question = options.ask?.(next.values, next.from.row)
    if (!question || sameValue(question, answered.current)) return store(next)
    if (saving.current || saved.current) return
    const outcome = await send(next, rehearsal.headers)
    if ('error' in outcome) return refuse(outcome.error, next)
    setAsking({ question, saving: next })
  }

  async function send({ values: value, from, merge }: Saving<Values, Row>, headers: Record<string, string>) {
    saving.current = true
    setIsSaving(true)
    setFailure(undefined)
    const call = { row: from.row, headers, ...(merge && { done: savedWith(merge.row, ownId) }) }
    const outcome = await options.save(value, call).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    saving.current = false
    setIsSaving(false)
    return outcome
  }

  async function store(next: Saving<Values, Row>) {
    if (saving.current || saved.current) return
    if (next.from !== openedNow.current) continueFrom(next.from, next.values)
    const outcome = await send(next, { 'idempotency-key': idempotencyKey })
    if ('error' in outcome) return refuse(outcome.error, next)
    saved.current = true
    draft.end()
    options.onSaved(outcome.answer)
  }

  /** Continues from another row with these values; a retry after a lost response is the same request. */
  function continueFrom(next: Opened<Values, Row>, value: Values) {
    setOpened(next)
    openedNow.current = next
    fill(value)
  }

  /** Handles a conflict: merges both changes, and opens the dialog only for fields that both changed. */
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
   * Splits errors into those of fields on the screen and the rest. A field of several values shows one message.
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

  /** Errors that no field on the screen can show appear beside the button. */
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
    const isOld = isOutdated(error)
    const kept = isOld ? '入力した内容は、再読み込みのあとに復元できます。' : ''
    fail({ text: text + kept, isOld, ...(ref !== undefined && { ref }) })
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

  const [needOf] = useState(() => needsOf(options.schema))
  const context = useMemo<FormContext>(
    () => ({
      id,
      needOf,
      looks,
      holds,
      goOn,
      report,
      refusalOf: (name, value) =>
        refused?.fields[name] !== undefined && sameValue(value, refused.values[name as keyof Values])
          ? refused.fields[name]
          : undefined,
    }),
    [id, needOf, looks, holds, goOn, refused, report],
  )
  const invalid = [...looks].flatMap(([name, { label }]) => {
    const sentence = errors[name]
    return sentence === undefined ? [] : { name, label, sentence }
  })

  const fields = useMemo(() => handlesOf(form, initial), [form, initial])

  return {
    /** A handle for each value, for the field components. */
    fields,
    values,
    isNew: options.row === undefined,
    /** For `ResourceForm` alone. */
    shell: {
      context,
      draft,
      isDirty,
      isSaving,
      failure: failure?.text === undefined ? undefined : { ...failure, text: failure.text },
      /** Invalid fields in their order, after a failed submit. */
      invalid: failure ? invalid : [],
      attempt,
      question: asking?.question,
      submit,
      answer: async (yes: boolean) => {
        setAsking(undefined)
        if (!yes || !asking) return
        answered.current = asking.question
        await store(asking.saving)
      },
      /** The draft that would replace what has been typed, once that is confirmed. */
      replacing,
      restore: (offered: Draft<Values>) => {
        if (isDirty() && replacing !== offered) return setReplacing(offered)
        setReplacing(undefined)
        fill(offered.values)
        draft.take(offered)
      },
      keepTyped: () => setReplacing(undefined),
      stale: stale && {
        ...stale,
        ...mergeOf(stale),
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
