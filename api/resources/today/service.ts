import { clubSystem } from '#contract/club-system.ts'
import { dailyReport } from '#contract/daily-report.ts'
import { drillDown } from '#contract/drill-down.ts'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { mailLog } from '#contract/mail.ts'
import { member } from '#contract/member.ts'
import { missingMember } from '#contract/missing-member.ts'
import type { AnswerOf } from '#contract/names.ts'
import { outreach } from '#contract/outreach.ts'
import { policy } from '#contract/policy.ts'
import { reportAction } from '#contract/report-action.ts'
import { shopReservation } from '#contract/shop-reservation.ts'
import { staff } from '#contract/staff.ts'
import type { Today, today } from '#contract/today.ts'
import { type TodayLine, type TodayList, todayKinds, todayLines } from '#contract/today-lines.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { requireShop } from '../shop/require-shop.ts'

const tables = {
  dailyReport,
  reportAction,
  drillDown,
  member,
  shopReservation,
  staff,
  mailLog,
  policy,
  missingMember,
  outreach,
  clubSystem,
}
/** The nouns whose lists the lines are counted from. */
type Nouns = { [R in keyof typeof tables]: { handlers: Handlers<(typeof tables)[R]> } }

type Waiting = Omit<Today['lines'][number], 'kind'>

/** For each list's answer, the count and the day of its first row. */
const waitingOf: { [N in TodayList]: (answer: AnswerOf<N>) => Waiting } = {
  'dailyReport.board': ({ notSubmittedDays, oldestNotSubmitted, dates, shops }) => {
    const at = dates.indexOf(oldestNotSubmitted ?? '')
    const of = shops.find(({ statuses }) => statuses[at] === 'missing' || statuses[at] === 'draft')
    return {
      count: notSubmittedDays,
      day: oldestNotSubmitted,
      ...(notSubmittedDays === 1 && of && { shopId: of.shop.id }),
    }
  },
  'dailyReport.list': ({ paging }) => ({ count: paging.total, day: null }),
  'reportAction.list': ({ paging, list }) => ({ count: paging.total, day: list[0]?.dueOn ?? null }),
  'drillDown.members': ({ paging, list }) => ({ count: paging.total, day: list[0]?.date ?? null }),
  'policy.list': ({ paging, list }) => ({ count: paging.total, day: list[0]?.effectiveFrom ?? null }),
  'shopReservation.list': ({ paging }) => ({ count: paging.total, day: null }),
  'mailLog.list': ({ paging }) => ({ count: paging.total, day: null }),
  'staff.list': ({ paging }) => ({ count: paging.total, day: null }),
  'missingMember.list': ({ paging }) => ({ count: paging.total, day: null }),
  'clubSystem.merges': ({ paging }) => ({ count: paging.total, day: null }),
  'clubSystem.unread': ({ paging }) => ({ count: paging.total, day: null }),
  'member.list': ({ paging }) => ({ count: paging.total, day: null }),
  'outreach.toTalk': ({ paging }) => ({ count: paging.total, day: null }),
  'outreach.unpaid': ({ paging }) => ({ count: paging.total, day: null }),
}

export const todayHandlers = (nouns: Nouns): Handlers<typeof today> => ({
  get: async (ctx, { shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const on = tokyoDayOf(ctx.now)
    const all = todayLines(on)
    const lines: Today['lines'] = []
    for (const kind of todayKinds) {
      const { rights, without } = all[kind]
      if (!rights.every((right) => ctx.can(right)) || without.some((right) => ctx.can(right))) continue
      const waiting = await queryList(nouns, ctx, all[kind], shopId)
      if (waiting.count > 0) lines.push({ kind, ...waiting })
    }
    return { on, lines }
  },
})

/** Queries the list by its own handler, with the input of the screen that the line opens. */
async function queryList(nouns: Nouns, ctx: Ctx, { list, input, ofShop }: TodayLine, shopId: string | undefined) {
  const [noun = '', verb = ''] = list.split('.')
  const endpoint = (tables as Record<string, Endpoints>)[noun]?.[verb] as Endpoint
  const answerOf = (nouns as unknown as Record<string, { handlers: Record<string, Verb> }>)[noun]?.handlers[verb]
  if (!answerOf) throw new Error(`No list ${list}`)
  const query = endpoint.input.parse({ ...input, ...(ofShop && { shopId }) })
  return waitingOf[list](
    await answerOf(ctx, 'limit' in query ? { ...query, limit: withDay.includes(list) ? 1 : 0 } : query),
  )
}

type Verb = (ctx: Ctx, input: object) => Promise<never>
/**
 * Lists that are ordered by day, whose first row is read; of the others none is, because a daily report's row costs
 * more than all else.
 */
const withDay: readonly TodayList[] = ['reportAction.list', 'drillDown.members', 'policy.list']
