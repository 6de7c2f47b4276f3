interface Days {
  /** YYYY-MM-DD */
  from: string
  /** Included. */
  to: string
}

/**
 * What a report calls the periods that it compares with: of one month 前月 and 前年同月, while it runs (`reached`: its last
 * counted day) the same days of them; of any other period 前の期間 and 前年.
 */
export function comparedWith({ from, to }: Days, reached: string): { previous: string; lastYear: string } {
  const dayAfter = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10)
  const isMonth = from.endsWith('-01') && dayAfter.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7)
  if (!isMonth) return { previous: '前の期間', lastYear: '前年' }
  return reached < to ? { previous: '前月同日', lastYear: '前年同日' } : { previous: '前月', lastYear: '前年同月' }
}
