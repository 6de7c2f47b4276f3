import { useForm } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { blankDailyReport, type DailyReport, type DailyReportDraft } from '#contract/daily-report.ts'
import { installJapaneseMessages, sentenceAt } from '#contract/messages.ts'
import { type FieldLook, type FormContext, handlesOf, sameValue } from '~/components/resource-form/form-context'
import { notify } from '~/lib/notices'
import { type Contest, createAutosave, openingOf, type SaveState } from './autosave-machine'
import { type Field, faultAt, faultsOf, readKept } from './draft'

installJapaneseMessages()

interface AutosaveOptions {
  shopId: string
  date: string
  /** The loaded report; undefined for a day without one. */
  report: DailyReport | undefined
}

/**
 * Form state of one report with autosave: to this device 600 ms after the last key, and to the server as a draft soon
 * after. Nothing is lost by a network failure, an expired session, a reload or another tab.
 */
export function useAutosave({ shopId, date, report }: AutosaveOptions) {
  const id = useId()
  const queryClient = useQueryClient()
  const [opened] = useState(() => openingOf(report, readKept(`${shopId}.${date}`)))
  const form = useForm({ defaultValues: opened.values })
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: report?.updatedAt ?? null })
  const [contest, setContest] = useState<Contest>()
  /** Whether an unresolved conflict's dialog is closed. */
  const [isPutOff, setPutOff] = useState(false)
  const [refused, setRefused] = useState<{ fields: Record<string, string>; values: DailyReportDraft }>()
  const [looks] = useState(() => new Map<string, FieldLook>())
  const [holds] = useState(() => new Map<string, string>())
  const [machine] = useState(() =>
    createAutosave({
      shopId,
      date,
      opened,
      values: () => form.state.values,
      put: (name, value) => form.setFieldValue(name, value as never),
      show: {
        state: setState,
        contest: (next) => {
          setContest(next)
          if (!next) setPutOff(false)
        },
        refused: setRefused,
      },
      saved: () => void queryClient.invalidateQueries({ queryKey: ['dailyReport'], refetchType: 'none' }),
    }),
  )

  useEffect(() => {
    const over = machine.listen()
    let last = form.state.values
    const { unsubscribe } = form.store.subscribe(() => {
      if (form.state.values === last) return
      last = form.state.values
      machine.changed()
    })
    // Opens the dialog only after the fields have registered their labels, which it needs.
    setContest(opened.contest)
    if (opened.isRestored) {
      notify.message('この端末に残っていた入力を復元しました。')
      machine.resume()
    }
    return () => {
      unsubscribe()
      over()
    }
  }, [machine, form, opened])

  // A refetch returned someone else's changes.
  useEffect(() => {
    if (report) machine.meet(report)
  }, [machine, report])

  const context = useMemo<FormContext>(
    () => ({
      id,
      // A draft may be as empty as it likes; what is missing is said when it is submitted.
      needOf: () => undefined,
      looks,
      holds,
      // A draft is saved as it stands; submitting it is another press.
      goOn: () => {},
      report: () => {},
      refusalOf: (name, value) => {
        const [top] = name.split('.') as [Field]
        const whole = name === top ? value : form.state.values[top]
        const isRefused = refused !== undefined && sameValue(whole, refused.values[top])
        const sentence = faultAt(name, { ...(isRefused && refused.fields), ...faultsOf(top, whole) })
        // A part of a field names itself.
        return sentence && (name === top ? sentenceAt(looks.get(name)?.label ?? '', sentence) : sentence)
      },
    }),
    [id, looks, holds, refused, form],
  )
  const fields = useMemo(() => handlesOf<DailyReportDraft>(form, blankDailyReport), [form])

  return {
    form,
    fields,
    context,
    state,
    contest: contest && {
      ...contest,
      isPutOff,
      looks,
      close: () => setPutOff(true),
      ask: () => {
        machine.ask()
        setPutOff(false)
      },
      resolve: (chosen: object) => machine.resolve(chosen as DailyReportDraft),
    },
    /** The sentence of a refusal that names its field, or the names of its fields. */
    sentenceOf: (fields: Record<string, string>) => {
      const labels = Object.keys(fields).map(
        (path) => looks.get(path)?.label ?? looks.get(path.split('.')[0] ?? '')?.label,
      )
      const [only = '', ...others] = Object.values(fields)
      if (others.length === 0) return sentenceAt(labels[0] ?? '', only)
      return `${[...new Set(labels.filter((label) => label !== undefined))].join('、')}を確認してください。`
    },
    flush: machine.flush,
    ensure: machine.ensure,
    /** The server's errors for these exact values. */
    refuse: machine.refuse,
  }
}

export type Autosave = ReturnType<typeof useAutosave>
