import type { DigestFigure } from '#contract/words/digest.ts'
import { type Judgement, judgements } from './control-limits.ts'
import type { PerYear } from './learned-level.ts'
import { type Random, type SimulatedClub, type SimulatedDay, simulatedClub } from './simulated-club.ts'
import { calendarDay, dispersionOf, observedPeriods } from './usual-days.ts'

/** The figures of a page. */
export const judgedFigures = ['admissions', 'withdrawals', 'visits', 'sales'] as const satisfies readonly DigestFigure[]

type Judged = (Judgement | null)[]

/** A simulated club's weeks, from its first day on, or months, as 月曜の一枚 judged each when it was over. */
export function judgedClub(
  club: SimulatedClub,
  random: Random,
  perYear: PerYear,
  figures: readonly DigestFigure[] = judgedFigures,
): Map<DigestFigure, Judged> {
  const periods = periodsOf(simulatedClub(club, random), perYear)
  return new Map(
    figures.map((figure) => {
      const days = periods.map((period) =>
        period.map((day) => ({
          ...calendarDay(day.date, figure, day.isClosed),
          value: amountOf(day, figure, perYear),
        })),
      )
      const unit = figure === 'sales' ? dispersionOf(days.flat()) : null
      return [figure, judgements(observedPeriods(days, days), perYear, unit)]
    }),
  )
}

function periodsOf(days: readonly SimulatedDay[], perYear: PerYear): SimulatedDay[][] {
  const periods: SimulatedDay[][] = []
  for (const [at, day] of days.entries()) {
    if (perYear === 52 ? at % 7 === 0 : day.date.endsWith('-01')) periods.push([])
    periods.at(-1)?.push(day)
  }
  return periods
}

/** A week's sales are those without dues. */
const amountOf = (day: SimulatedDay, figure: DigestFigure, perYear: PerYear) =>
  day[figure] + (figure === 'sales' && perYear === 12 ? day.dues : 0)
