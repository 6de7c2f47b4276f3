import { z } from 'zod'
import { listInput, longListOf, zDate, zDateTime, zDay, zId, zRate, zWord } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { zWhoInSight } from './people.ts'
import { activityList, devices } from './words/activity.ts'

const zContent = z.strictObject({ id: zId, title: z.string() })

/** One view of a content by a member. */
export const Activity = z.strictObject({
  id: zId,
  startedAt: zDateTime,
  completedAt: zDateTime.nullable(),
  member: zWhoInSight.nullable(),
  /** The member's shop at that time. */
  shop: z.strictObject({ id: zId, name: z.string() }),
  content: zContent.extend({ durationSec: z.int() }),
  watchedSec: z.int(),
  /** 0–1; complete from 0.9 on. */
  progressRate: z.number(),
  kcal: z.int().nullable(),
  /** 1 to 5. */
  rating: z.int().nullable(),
  comment: z.string().nullable(),
  device: zWord(devices),
})
export type Activity = z.output<typeof Activity>

/** Filters; a period of at most 92 days, the last 30 by default. */
const about = {
  shopId: zId.optional(),
  /** The user's id of a member. */
  userId: zId.optional(),
  contentId: zId.optional(),
}
/** The effective request. */
const requested = {
  from: zDate,
  to: zDate,
  /** Null without `userId`. */
  member: zWhoInSight.nullable(),
  /** Null without `contentId`. */
  content: zContent.nullable(),
}

const ActivitySummary = z.strictObject({
  ...requested,
  /** Distinct people. */
  activeMembers: z.int(),
  viewCount: z.int(),
  watchedSec: z.int(),
  completionRate: zRate,
  avgRating: z.number().nullable(),
  /** The most watched first, at most ten. */
  contents: z.array(zContent.extend({ viewCount: z.int(), watchedSec: z.int(), completionRate: zRate })),
  /** Views by starting hour in Tokyo, 0 to 23. */
  hours: z.array(z.int()).length(24),
})
export type ActivitySummary = z.output<typeof ActivitySummary>

export const activity = {
  list: get(
    '/content/lean-body/activity/list',
    'activity.read',
    '会員の視聴の一覧',
    { ...listInput(activityList), ...about },
    longListOf(Activity).extend(requested),
  ),
  summary: get(
    '/content/lean-body/activity/summary',
    'activity.read',
    '会員の視聴の集計',
    { ...about, from: zDay.optional(), to: zDay.optional() },
    ActivitySummary,
  ),
} satisfies Endpoints
