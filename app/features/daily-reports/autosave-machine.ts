import type { DailyReport, DailyReportDraft } from '#contract/daily-report.ts'
import { isApiError } from '#contract/errors.ts'
import { sameValue } from '~/components/resource-form/form-context'
import { mergeOf, type Sides } from '~/components/resource-form/merge'
import { saveDailyReports } from '~/functions/daily-report'
import { endSession } from '~/identity/leave'
import { isOthersTab } from '~/identity/tab-person'
import { autosaveDebounce } from '~/lib/constants'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'
import { changesOf, type Field, forget, type Kept, keep, toValues } from './draft'

/** Minimum time between two saves (ms), however fast the user types: every keystroke is stored on the device anyway. */
const serverPace = 2_000
/** How long to wait after a failure before each next try (ms). */
const retries = [2_000, 5_000, 15_000, 30_000]

/** Save state: saved, saving, only on this device, or rejected. */
export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'onDevice'; text: string }
  | { kind: 'refused'; text: string }

/** Conflict: someone else changed the same field. Nothing is sent until it is resolved. */
export interface Contest extends Sides<DailyReportDraft> {
  /** The server's version, as far as this tab knows. */
  row: DailyReport
  merged: DailyReportDraft
  contested: string[]
  taken: string[]
}

/** The base of the local changes: the server's version, or an older one during an unresolved conflict. */
interface Stored {
  row: DailyReport | undefined
  base: DailyReportDraft
  version: number
}

const storedOf = (row: DailyReport | undefined): Stored => ({ row, base: toValues(row), version: row?.version ?? 0 })

function contestOf(sides: Sides<DailyReportDraft>, row: DailyReport): Contest {
  return { ...sides, ...mergeOf(sides), row }
}

/** Initial state: the server's values, and unsaved ones from this device. */
export function openingOf(report: DailyReport | undefined, kept: Kept | undefined) {
  const stored = storedOf(report)
  if (!kept) return { values: stored.base, isRestored: false, stored, contest: undefined }
  const theirs = stored.base
  const base = kept.version === stored.version ? theirs : kept.base
  const { merged, contested } = mergeOf({ base, mine: kept.values, theirs })
  const opened = { values: merged, isRestored: !sameValue(merged, theirs) }
  if (contested.length === 0 || !report) return { ...opened, stored, contest: undefined }
  // Keeps the device's base version, so that another reload shows the conflict again.
  const unanswered: Stored = { row: report, base, version: kept.version }
  return { ...opened, stored: unanswered, contest: contestOf({ base, mine: merged, theirs }, report) }
}

type Opening = ReturnType<typeof openingOf>

interface AutosaveParts {
  shopId: string
  date: string
  opened: Opening
  /** The form's current values. */
  values: () => DailyReportDraft
  put: <Name extends Field>(name: Name, value: DailyReportDraft[Name]) => void
  /** Callbacks to update the screen. */
  show: {
    state: (state: SaveState | ((before: SaveState) => SaveState)) => void
    contest: (contest: Contest | undefined) => void
    refused: (refused: { fields: Record<string, string>; values: DailyReportDraft } | undefined) => void
  }
  /** Called when lists must be refetched. */
  saved: () => void
}

/** Autosave of one report: to this device at once, to the server soon after; syncs other tabs. */
export function createAutosave({ shopId, date, opened, values, put, show, saved }: AutosaveParts) {
  const day = `${shopId}.${date}`
  let stored = opened.stored
  let contest = opened.contest
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let tabs: BroadcastChannel | undefined
  let isOpen = false
  let failures = 0
  let lastSent = 0
  const known = () => contest?.row.version ?? stored.version
  const changes = () => changesOf(values(), stored.base)
  const isDirty = () => !sameValue(values(), stored.base)

  const keepHere = () => {
    if (isDirty()) keep(day, { values: values(), base: stored.base, version: stored.version })
    else forget(day)
  }
  const later = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delay)
  }
  const fill = (next: DailyReportDraft) => {
    for (const name of Object.keys(next) as Field[]) {
      if (!sameValue(next[name], values()[name])) put(name, next[name])
    }
  }

  /** Merges changes of only one side; for fields that both changed, opens the conflict dialog and keeps the old base. */
  function meet(row: DailyReport) {
    const theirs = toValues(row)
    const met = contestOf({ base: stored.base, mine: values(), theirs }, row)
    fill(met.merged)
    contest = met.contested.length > 0 ? met : undefined
    if (!contest) stored = { row, base: theirs, version: row.version }
    keepHere()
    show.contest(contest)
    return met.taken.length > 0
  }

  function accept(row: DailyReport, sent: Partial<DailyReportDraft>) {
    // Keeps sent text as typed although the server normalises it, so that a trailing space does not cause another save.
    stored = { row, base: { ...toValues(row), ...sent }, version: row.version }
    keepHere()
    if (!isOthersTab()) tabs?.postMessage(row)
    saved()
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (sending) return sending
    if (contest) return
    const sent = changes()
    if (Object.keys(sent).length > 0) return write(sent)
    if (!isDirty()) show.state({ kind: 'saved', at: stored.row?.updatedAt ?? null })
  }

  function write(sent: Partial<DailyReportDraft>): Promise<void> {
    show.state({ kind: 'saving' })
    const submitted = values()
    lastSent = Date.now()
    sending = saveDailyReports({ data: { data: [{ shopId, date, version: stored.version, ...sent }] } })
      .then(({ list: [row] }) => {
        failures = 0
        if (!row) return
        accept(row, sent)
        show.refused(undefined)
        if (Object.keys(changes()).length > 0) later(autosaveDebounce)
        else show.state({ kind: 'saved', at: row.updatedAt })
      })
      .catch((error: unknown) => fail(error, submitted))
      .finally(() => {
        sending = undefined
      })
    return sending
  }

  function fail(error: unknown, submitted: DailyReportDraft) {
    const { text } = failureMessage(error)
    if (isApiError(error) && error.code === 'stale' && error.current) {
      if (meet(error.current as DailyReport)) notify.message('ほかの画面での更新を取り込みました。')
      return later(0)
    }
    if (isApiError(error) && error.code === 'unauthenticated') {
      show.state({ kind: 'onDevice', text: 'ログインし直すと、続きから保存します。' })
      return void endSession(error.endedBy)
    }
    if (isApiError(error) && error.fields) {
      show.refused({ fields: pathsOf(error.fields), values: submitted })
      return show.state({ kind: 'refused', text })
    }
    const isPassing = !isApiError(error) || error.status >= 500 || error.code === 'rate_limited'
    if (!isPassing) return show.state({ kind: 'refused', text })
    show.state({ kind: 'onDevice', text: 'サーバーに保存できていません。つながりしだい保存します。' })
    if (isOpen) later(retries[Math.min(failures, retries.length - 1)] ?? 0)
    failures += 1
  }

  return {
    /** Called for every change of a value. */
    changed: () => {
      if (!isDirty()) return
      show.state((state) => (state.kind === 'onDevice' ? state : { kind: 'waiting' }))
      clearTimeout(timer)
      timer = setTimeout(() => {
        keepHere()
        later(Math.max(0, lastSent + serverPace - Date.now()))
      }, autosaveDebounce)
    },
    /** Sends unsaved changes from this device. */
    resume: () => void send(),
    /** Saves everything that is valid; resolves to the report, or to the reason of failure. */
    flush: async (): Promise<DailyReport | undefined> => {
      keepHere()
      await sending
      await send()
      return Object.keys(changes()).length === 0 && !contest ? stored.row : undefined
    },
    /** Ensures that the day has a report, even an empty one. */
    ensure: async () => {
      await sending
      if (stored.row || Object.keys(changes()).length > 0) return
      await write({})
    },
    /** A newer row by someone else, from a refetch. */
    meet: (row: DailyReport) => {
      if (row.version <= known()) return
      if (meet(row)) notify.message('ほかの画面での更新を取り込みました。')
      later(0)
    },
    /** Reopens the conflict dialog with the form's current values. */
    ask: () => {
      if (contest) meet(contest.row)
      later(0)
    },
    resolve: async (chosen: DailyReportDraft) => {
      if (contest) stored = { row: contest.row, base: contest.theirs, version: contest.row.version }
      contest = undefined
      show.contest(undefined)
      fill(chosen)
      keepHere()
      await send()
    },
    refuse: (fields: Record<string, string>) => show.refused({ fields, values: values() }),
    listen: () => {
      isOpen = true
      const channel = new BroadcastChannel(`karada.dailyReport.${day}`)
      tabs = channel
      channel.onmessage = ({ data }: MessageEvent<DailyReport>) => {
        if (isOthersTab() || data.version <= known()) return
        if (meet(data)) notify.message('別のタブで書いた内容に更新しました。')
      }
      const online = () => void send()
      window.addEventListener('online', online)
      window.addEventListener('pagehide', keepHere)
      return () => {
        isOpen = false
        window.removeEventListener('online', online)
        window.removeEventListener('pagehide', keepHere)
        channel.onmessage = null
        keepHere()
        // Other tabs are also notified of the last save, whose response arrives after the form has closed.
        void send().finally(() => channel.close())
      }
    },
  }
}

/** The errors of the only row of a bulk save, by the paths in a report. */
const pathsOf = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [path.replace(/^data\.\d+\./, ''), sentence]))
