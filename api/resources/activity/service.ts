import type { Activity, activity } from '#contract/activity.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { activityList, mostActivityDays, usualActivityDays } from '#contract/words/activity.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { sightOf } from '../../db/member-search.ts'
import { assignedMembers, type FoundMember, memberOfUser } from '../../db/one-member.ts'
import { directionOf } from '../../db/page.ts'
import { required } from '../../db/records.ts'
import { ratio } from '../../figures/money.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { requestedPeriod } from '../../rules/requested-period.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { type About, contentTitle, type FoundActivity, listActivities, summariseActivities } from './repository.ts'

export const activityHandlers: Handlers<typeof activity> = {
  list: async (ctx, input) => {
    const { about, requested } = await requestedActivities(ctx, input)
    const direction = directionOf(activityList, input) === 'desc' ? 'desc' : 'asc'
    const page = await listActivities(ctx.scoped, sightOf(ctx), about, { ...input, direction })
    const { paging, ...answer } = listAnswer(input, page, toActivity)
    return { ...answer, paging: { ...paging, isAtLeast: page.isAtLeast }, ...requested }
  },

  summary: async (ctx, input) => {
    const { about, requested } = await requestedActivities(ctx, input)
    const found = await summariseActivities(ctx.scoped, about)
    return {
      ...requested,
      activeMembers: found.activeMembers,
      viewCount: found.viewCount,
      watchedSec: found.watchedSec,
      completionRate: ratio(found.completions, found.viewCount),
      avgRating: ratio(found.stars, found.ratings),
      contents: found.contents.map(({ id, title, viewCount, watchedSec, completions }) => ({
        ...{ id: String(id), title, viewCount, watchedSec },
        completionRate: ratio(completions, viewCount),
      })),
      hours: Array.from({ length: 24 }, (_, hour) => found.hours.find((one) => one.hour === hour)?.viewCount ?? 0),
    }
  },
}

/** The requested activities: 404 for a shop, member or content that does not exist or is out of scope. */
async function requestedActivities(
  ctx: Ctx,
  input: Input<typeof activity.summary>,
): Promise<{ about: About; requested: Requested }> {
  const { shopId, userId, contentId } = input
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const period = requestedPeriod(input, ctx.now, { most: mostActivityDays, usual: usualActivityDays })
  const members = ctx.reach('activity.read').rule === 'assigned' ? await assignedMembers(ctx.scoped, ctx.now) : null
  const member = userId === undefined ? null : required(await memberOfUser(ctx.scoped, userId))
  if (member && members && !members.includes(member.memberId)) throw new ApiError('not_found')
  const content =
    contentId === undefined ? null : { id: contentId, title: required(await contentTitle(ctx.scoped, contentId)) }
  const about = { ...period, shops: ctx.shops, shopId, members, memberId: member?.memberId ?? null, contentId }
  return { about, requested: { ...period, member: member && toMember(member), content } }
}

interface Requested {
  from: string
  to: string
  member: Activity['member']
  content: { id: string; title: string } | null
}

const toMember = (row: FoundMember) => ({
  id: row.userId === null ? null : String(row.userId),
  memberNo: row.memberNo,
  lastName: row.lastName,
  firstName: row.firstName,
  lastNameKana: row.lastNameKana,
  firstNameKana: row.firstNameKana,
})

const toActivity = ({ memberNo, ...row }: FoundActivity): Activity => ({
  id: String(row.id),
  startedAt: toTokyoDateTime(new Date(row.startedAt)),
  completedAt: row.completedAt && toTokyoDateTime(new Date(row.completedAt)),
  member: memberNo === null ? null : toMember({ ...row, memberNo }),
  shop: { id: String(row.shopId), name: row.shopName },
  content: { id: String(row.contentId), title: row.contentTitle, durationSec: row.durationSec },
  watchedSec: row.watchedSec,
  progressRate: row.progressRate,
  kcal: row.kcal,
  rating: row.rating,
  comment: row.comment,
  device: row.device,
})
