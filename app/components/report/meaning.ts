/** Whether more of it is good, as contract/kpi.ts has it for each figure. */
export type Better = 'more' | 'less' | 'neither'

/** Colours of a change on every screen: they say whether it is good, the sign says in which direction. */
export const meaningClass = { good: 'text-good', bad: 'text-bad', neutral: 'text-muted-foreground' }

/** Whether a change is good; neutral where nothing changed, or where it is neither. */
export function meaningOf(change: number, better: Better): keyof typeof meaningClass {
  if (change === 0 || better === 'neither') return 'neutral'
  return change > 0 === (better === 'more') ? 'good' : 'bad'
}
