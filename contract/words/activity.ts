import type { ListWords } from './list.ts'

export const devices = { ios: 'iOS', android: 'Android', web: 'Web' } as const

/** Watched to the end, or nearly (docs/domain.md, "LEAN BODY"). */
export const completions = { true: '完了', false: '途中' } as const

/** Maximum days of a period, both ends included. */
export const mostActivityDays = 92
/** Default length, up to today. */
export const usualActivityDays = 30

export const activityList = {
  sortKeys: ['startedAt'],
  defaultSort: '-startedAt',
  filters: {
    /** Started on this day in Tokyo or later. */
    from: 'day',
    to: 'day',
    completed: completions,
  },
} as const satisfies ListWords
