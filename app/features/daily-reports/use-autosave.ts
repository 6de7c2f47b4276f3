import { useForm } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { DailyReport, DailyReportDraft } from '#contract/daily-report.ts'
import { isApiError } from '#contract/errors.ts'
import { installJapaneseMessages, sentenceAt } from '#contract/messages.ts'
import { type FieldHandle, type FieldLook, type FormContext, sameValue } from '~/components/resource-form/form-context'
import { changeOf, mergeOf, type Sides } from '~/components/resource-form/merge'
import { saveDailyReports } from '~/functions/daily-report'
import { endSession } from '~/identity/leave'
import { autosaveDebounce } from '~/lib/constants'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'
import { blank, changesOf, type Field, faultOf, forget, type Kept, keep, readKept, toValues } from './draft'

installJapaneseMessages()

/** The server is not asked more often (ms), however fast somebody types: the device has every word. */
const serverPace = 2_000
/** How long to wait after a failure before each next try (ms). */
const retries = [2_000, 5_000, 15_000, 30_000]

/** Where the words are: here and on the server, on their way, only here for now, or refused. */
export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'onDevice'; text: string }
  | { kind: 'refused'; text: string }

/** Somebody else has written the same field meanwhile. */
interface Contest extends Sides<DailyReportDraft> {
  merged: DailyReportDraft
  contested: string[]
  taken: string[]
  change: string
  /** Not answered yet, but out of sight: nothing is sent until it is. */
  isPutOff?: boolean
}

interface AutosaveOptions {
  shopId: string
  date: string
  /** As it was read; undefined for a day without a report. */
  report: DailyReport | undefined
}

/**
 * The form of one report, which saves itself: every word to this device 600 ms after the last key, and to the server as a
 * draft soon after. A lost network, an ended session, a reload or another tab loses none of it.
 */
export function useAutosave({ shopId, date, report }: AutosaveOptions) {
  const day = `${shopId}.${date}`
  const id = useId()
  const queryClient = useQueryClient()
  const [opened] = useState(() => openingOf(report, readKept(day)))
  const form = useForm({ defaultValues: opened.values })
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: report?.updatedAt ?? null })
  const [contest, setContest] = useState<Contest | undefined>(opened.contest)
  const [refused, setRefused] = useState<{ fields: Record<string, string>; values: DailyReportDraft }>()
  const [looks] = useState(() => new Map<string, FieldLook>())
  const [holds] = useState(() => new Map<string, string>())
  /** What the server has, as far as this tab knows. */
  const stored = useRef<{ row: DailyReport | undefined; base: DailyReportDraft }>({
    row: report,
    base: toValues(report),
  })
  const now = useRef({ contest })
  now.current = { contest }

  const machine = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let sending: Promise<void> | undefined
    let failures = 0
    let isOver = false
    let lastSent = 0
    const tabs = new BroadcastChannel(`karada.dailyReport.${day}`)
    const values = () => form.state.values as DailyReportDraft
    const version = () => stored.current.row?.version ?? 0
    const changes = () => changesOf(values(), stored.current.base)
    const isDirty = () => !sameValue(values(), stored.current.base)

    const keepHere = () =>
      isDirty() ? keep(day, { values: values(), base: stored.current.base, version: version() }) : forget(day)
    const later = (delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void send(), delay)
    }
    const fill = (next: DailyReportDraft) => {
      for (const name of Object.keys(next) as Field[]) {
        if (!sameValue(next[name], values()[name])) form.setFieldValue(name, next[name] as never)
      }
    }

    /** The server has another row than this tab knew: what only one side changed is put together, the rest is asked. */
    function meet(row: DailyReport) {
      const theirs = toValues(row)
      const sides = { base: stored.current.base, mine: values(), theirs }
      const { merged, contested, taken } = mergeOf(sides)
      stored.current = { row, base: theirs }
      fill(merged)
      keepHere()
      if (contested.length > 0) setContest({ ...sides, merged, contested, taken, change: changeOf(row) })
      return taken.length > 0
    }

    function accept(row: DailyReport, sent: Partial<DailyReportDraft>) {
      // What was sent stands as it was typed, however the server writes it: nothing is sent twice for a space.
      stored.current = { row, base: { ...toValues(row), ...sent } }
      keepHere()
      tabs.postMessage(row)
      void queryClient.invalidateQueries({ queryKey: ['dailyReport'], refetchType: 'none' })
    }

    async function send(): Promise<void> {
      clearTimeout(timer)
      if (sending) return sending
      const sent = changes()
      if (now.current.contest) return
      if (Object.keys(sent).length === 0) {
        if (!isDirty()) setState({ kind: 'saved', at: stored.current.row?.updatedAt ?? null })
        return
      }
      return write(sent)
    }

    function write(sent: Partial<DailyReportDraft>): Promise<void> {
      setState({ kind: 'saving' })
      const asked = values()
      lastSent = Date.now()
      sending = saveDailyReports({ data: { data: [{ shopId, date, version: version(), ...sent }] } })
        .then(({ list: [row] }) => {
          failures = 0
          if (!row) return
          accept(row, sent)
          setRefused(undefined)
          if (Object.keys(changes()).length > 0) later(autosaveDebounce)
          else setState({ kind: 'saved', at: row.updatedAt })
        })
        .catch((error: unknown) => fail(error, asked))
        .finally(() => {
          sending = undefined
        })
      return sending
    }

    function fail(error: unknown, asked: DailyReportDraft) {
      const { text } = failureMessage(error)
      if (isApiError(error) && error.code === 'stale' && error.current) {
        if (meet(error.current as DailyReport)) notify.message('ほかの画面での更新を取り込みました。')
        later(0)
        return
      }
      if (isApiError(error) && error.code === 'unauthenticated') {
        setState({ kind: 'onDevice', text: 'ログインし直すと、続きから保存します。' })
        return void endSession(error.endedBy)
      }
      if (isApiError(error) && error.fields) {
        setRefused({ fields: topOf(error.fields), values: asked })
        return setState({ kind: 'refused', text })
      }
      const isPassing = !isApiError(error) || error.status >= 500 || error.code === 'rate_limited'
      if (!isPassing) return setState({ kind: 'refused', text })
      setState({ kind: 'onDevice', text: 'サーバーに保存できていません。つながりしだい保存します。' })
      if (!isOver) later(retries[Math.min(failures, retries.length - 1)] ?? 0)
      failures += 1
    }

    return {
      /** Called for every change of a value. */
      changed: () => {
        if (!isDirty()) return
        setState((state) => (state.kind === 'onDevice' ? state : { kind: 'waiting' }))
        clearTimeout(timer)
        timer = setTimeout(() => {
          keepHere()
          later(Math.max(0, lastSent + serverPace - Date.now()))
        }, autosaveDebounce)
      },
      keepHere,
      send,
      /** All that can be stored is on the server when this resolves; the report, or why not. */
      flush: async (): Promise<DailyReport | undefined> => {
        keepHere()
        await sending
        await send()
        return Object.keys(changes()).length === 0 ? stored.current.row : undefined
      },
      /** There is a report of the day, even where nobody has written in it. */
      ensure: async () => {
        await sending
        if (stored.current.row || Object.keys(changes()).length > 0) return
        await write({})
      },
      /** Somebody else's row, from a later reading. */
      meet: (row: DailyReport) => {
        if (row.version <= version()) return
        if (meet(row)) notify.message('ほかの画面での更新を取り込みました。')
        later(0)
      },
      resolve: async (chosen: DailyReportDraft) => {
        setContest(undefined)
        now.current = { contest: undefined }
        fill(chosen)
        keepHere()
        await send()
      },
      listen: () => {
        isOver = false
        tabs.onmessage = ({ data }: MessageEvent<DailyReport>) => {
          if (data.version <= version()) return
          if (meet(data)) notify.message('別のタブで書いた内容に更新しました。')
        }
        const online = () => void send()
        window.addEventListener('online', online)
        window.addEventListener('pagehide', keepHere)
        return () => {
          isOver = true
          window.removeEventListener('online', online)
          window.removeEventListener('pagehide', keepHere)
          tabs.onmessage = null
          keepHere()
          void send()
        }
      },
      values,
      isDirty,
    }
  }, [day, shopId, date, form, queryClient])

  useEffect(() => {
    const over = machine.listen()
    let last = form.state.values
    const { unsubscribe } = form.store.subscribe(() => {
      if (form.state.values === last) return
      last = form.state.values
      machine.changed()
    })
    if (opened.restored) {
      notify.message('この端末に残っていた入力を復元しました。')
      void machine.send()
    }
    return () => {
      unsubscribe()
      over()
    }
  }, [machine, form, opened])

  // A later reading found somebody else's words.
  useEffect(() => {
    if (report) machine.meet(report)
  }, [machine, report])

  const context = useMemo<FormContext>(
    () => ({
      id,
      looks,
      holds,
      report: () => {},
      refusalOf: (name, value) => {
        const fault = faultOf(name as Field, value)
        if (fault) return sentenceAt(looks.get(name)?.label ?? '', fault)
        const sentence = refused?.fields[name]
        return sentence !== undefined && sameValue(value, refused?.values[name as Field])
          ? sentenceAt(looks.get(name)?.label ?? '', sentence)
          : undefined
      },
    }),
    [id, looks, holds, refused],
  )
  const fields = useMemo(
    () => Object.fromEntries(Object.keys(blank).map((name) => [name, { name, form }])),
    [form],
  ) as unknown as { [Name in Field]: FieldHandle<DailyReportDraft[Name]> }

  return {
    form,
    fields,
    context,
    state,
    contest: contest && {
      ...contest,
      looks,
      close: () => setContest({ ...contest, isPutOff: true }),
      ask: () => setContest({ ...contest, isPutOff: false }),
      resolve: (chosen: object) => machine.resolve(chosen as DailyReportDraft),
    },
    ...machine,
    /** The server refuses these values, as they are. */
    refuse: (fields: Record<string, string>) => setRefused({ fields: topOf(fields), values: machine.values() }),
  }
}

export type Autosave = ReturnType<typeof useAutosave>

/** Errors by the field on the screen: one of several values has one place for its message. */
function topOf(fields: Record<string, string>) {
  const found: Record<string, string> = {}
  for (const [path, sentence] of Object.entries(fields)) {
    const parts = path.split('.')
    const name = parts[0] === 'data' ? parts[2] : parts[0]
    if (name) found[name] ??= sentence
  }
  return found
}

/** The values with which the form opens: the server's, and what this device still has of its own. */
function openingOf(report: DailyReport | undefined, kept: Kept | undefined) {
  const theirs = toValues(report)
  if (!kept) return { values: theirs, restored: false, contest: undefined }
  const base = kept.version === (report?.version ?? 0) ? theirs : kept.base
  const sides = { base, mine: kept.values, theirs }
  const { merged, contested, taken } = mergeOf(sides)
  const contest =
    contested.length > 0 ? { ...sides, merged, contested, taken, change: report ? changeOf(report) : '' } : undefined
  return { values: merged, restored: !sameValue(merged, theirs), contest }
}
