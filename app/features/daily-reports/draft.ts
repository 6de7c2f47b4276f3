import { blankDailyReport, type DailyReport, DailyReportDraft } from '#contract/daily-report.ts'
import { fieldsOf } from '#contract/messages.ts'
import { sameValue } from '~/components/resource-form/form-context'
import { isOthersTab } from '~/identity/tab-person'
import { withUserId } from '~/lib/user-id'

export type Field = keyof DailyReportDraft

/** A report as form values; what the user may not see is empty and is never sent. */
export function toValues(report: DailyReport | undefined): DailyReportDraft {
  if (!report) return blankDailyReport
  const { staffOnDuty, incident } = report
  const known = Object.keys(blankDailyReport).map((name) => [
    name,
    report[name as Field] ?? blankDailyReport[name as Field],
  ])
  return {
    ...(Object.fromEntries(known) as DailyReportDraft),
    staffOnDuty: staffOnDuty.map(({ staffId, from, to }) => ({ staffId, from, to })),
    incident: incident && {
      time: incident.time,
      place: incident.place,
      userId: incident.userId,
      what: incident.what,
      action: incident.action,
    },
  }
}

/** The contract's errors for a field's value by their path, which begins with the field's name; none if valid. */
export function faultsOf(name: Field, value: unknown): Record<string, string> {
  const parsed = DailyReportDraft.shape[name].safeParse(value)
  if (parsed.success) return {}
  const faults = Object.entries(fieldsOf(parsed.error))
  return Object.fromEntries(faults.map(([path, sentence]) => [path === '_' ? name : `${name}.${path}`, sentence]))
}

const fieldsOfSeveral: readonly string[] = ['incident', 'staffOnDuty', 'adjustments'] satisfies Field[]

/** The error at this path or below; a field of several inputs shows theirs at each of them. */
export function faultAt(path: string, faults: Record<string, string>): string | undefined {
  if (faults[path] !== undefined || fieldsOfSeveral.includes(path)) return faults[path]
  return Object.entries(faults).find(([one]) => one.startsWith(`${path}.`))?.[1]
}

/** Valid changes compared with `base`. */
export function changesOf(values: DailyReportDraft, base: DailyReportDraft): Partial<DailyReportDraft> {
  const names = (Object.keys(blankDailyReport) as Field[]).filter(
    (name) => !sameValue(values[name], base[name]) && Object.keys(faultsOf(name, values[name])).length === 0,
  )
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

export interface Kept {
  values: DailyReportDraft
  /** The base of the changes, and its version; 0 if there was no report yet. */
  base: DailyReportDraft
  version: number
}

/** Cleared with all our keys when another person signs in on this browser. */
const keyOf = (day: string) => `karada.draft.dailyReport.${day}`

/** A day's changes kept on this device that the server may not have. */
export function readKept(day: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(day)) ?? 'null') as Kept | null
    if (!kept || typeof kept.version !== 'number') return undefined
    return { ...kept, values: knownNow(kept.values), base: knownNow(kept.base) }
  } catch {
    return undefined
  }
}

/** Written by an older form: missing keys have their blank value. */
const knownNow = ({ incident, ...written }: DailyReportDraft): DailyReportDraft => ({
  ...blankDailyReport,
  ...written,
  incident: incident ? withUserId(incident) : null,
})

export function keep(day: string, kept: Kept) {
  // It would be a draft of whoever has signed in meanwhile.
  if (isOthersTab()) return
  try {
    localStorage.setItem(keyOf(day), JSON.stringify(kept))
  } catch {
    // The storage is full or blocked; the server will have the changes shortly.
  }
}

export const forget = (day: string) => localStorage.removeItem(keyOf(day))
