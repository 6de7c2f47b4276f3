import { periodInWords, stateInWords } from '~/lib/period-words'

export interface ReportPeriodProps {
  /** The counted days; null: none. */
  days: { from: string; to: string } | null
  /** Whether they are 速報 or 確定, and the time of the data. */
  state: { isProvisional: boolean; dataAsOf: string | null }
  /** Without any counted day: what was chosen. */
  chosen: string
}

/** 「2026年11月1日〜29日（速報・11/29時点）」: the days that a report counts. */
export const ReportPeriod = ({ days, state, chosen }: ReportPeriodProps) => (
  <span className="figures">{days ? `${periodInWords(days)}（${stateInWords(state)}）` : chosen}</span>
)
