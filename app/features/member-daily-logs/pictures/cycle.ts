import type { phases } from '#contract/words/daily-log.ts'
import type { ValueOf } from '#contract/words/words.ts'
import { addDays } from '~/lib/dates'
import type { LogOf } from './logs'
import type { Slot } from './period'

export type Phase = ValueOf<typeof phases>

export interface CycleDay {
  /** 1 is the first day of the period. */
  day: number
  date: string
  /** Null where nothing was logged. */
  phase: Phase | null
  isPredicted: boolean
}

export interface Cycle {
  days: CycleDay[]
  /** The latest day that is not predicted. */
  newest: { day: number; date: string; phase: Phase }
  /** Source of its length: the predicted next period, the previous cycle, or a default. */
  lengthFrom: 'prediction' | 'previous' | 'usual'
}

/** Default length of a cycle, in days. */
export const usualCycle = 28

const distance = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The cycle of the latest logged day; null if no logged day has a cycle day. */
export function newestCycle(slots: readonly Slot<LogOf<'menstrual'>>[]): Cycle | null {
  const known = slots.flatMap(({ date, log }) =>
    log && log.cycleDay !== null ? [{ date, day: log.cycleDay, phase: log.phase, isPredicted: log.isPredicted }] : [],
  )
  const newest = known.findLast(({ isPredicted }) => !isPredicted)
  if (!newest) return null
  const first = addDays(newest.date, 1 - newest.day)
  const next = known.find(({ date, day }) => date > newest.date && day === 1)
  const before = known.find(({ date }) => date === addDays(first, -1))
  const [length, lengthFrom] = next
    ? ([distance(first, next.date), 'prediction'] as const)
    : before
      ? ([before.day, 'previous'] as const)
      : ([usualCycle, 'usual'] as const)
  const own = known.filter(({ date }) => date >= first && (!next || date < next.date))
  const longest = Math.max(length, ...own.map(({ date }) => distance(first, date) + 1))
  const days = Array.from({ length: longest }, (_, at): CycleDay => {
    const date = addDays(first, at)
    const log = own.find((one) => one.date === date)
    return { day: at + 1, date, phase: log?.phase ?? null, isPredicted: log?.isPredicted ?? false }
  })
  return { days, newest: { day: newest.day, date: newest.date, phase: newest.phase }, lengthFrom }
}

export interface PhaseRun {
  phase: Phase
  /** Days of the cycle, both included. */
  from: number
  to: number
}

/** Consecutive phases; a missing day within a phase does not split it. */
export function phaseRuns(days: readonly CycleDay[]): PhaseRun[] {
  const runs: PhaseRun[] = []
  for (const { day, phase } of days) {
    if (phase === null) continue
    const last = runs.at(-1)
    if (last?.phase === phase) last.to = day
    else runs.push({ phase, from: day, to: day })
  }
  return runs
}
