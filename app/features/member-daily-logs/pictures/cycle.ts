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
  /** The newest day that is no prediction. */
  newest: { day: number; date: string; phase: Phase }
  /** What its length comes from: the next period that is predicted, the cycle before, or neither. */
  lengthFrom: 'prediction' | 'previous' | 'usual'
}

/** So many days a cycle is drawn with where the logs tell no length. */
export const usualCycle = 28

const distance = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The cycle that the newest logged day is in; null where no logged day says which day of a cycle it is. */
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

/** The phases one after the other; a day without a log between two of the same phase parts none. */
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
