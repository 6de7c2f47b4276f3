import type { ListWords } from './list.ts'

export const devices = { ios: 'iOS', android: 'Android', web: 'Web' } as const

/** Watched to the end, or nearly (docs/domain.md, "LEAN BODY"). */
export const completions = { true: '完了', false: '途中' } as const

/** A period has no more days than these, the first and the last included. */
export const mostActivityDays = 92
/** As many, up to today, where no period is asked for. */
export const usualActivityDays = 30

export const activityList = {
  sortKeys: ['startedAt'],
  defaultSort: '-startedAt',
  filters: {
    /** Begun on this day in Tokyo or later. */
    from: 'day',
    to: 'day',
    completed: completions,
  },
} as const satisfies ListWords
