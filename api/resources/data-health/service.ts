import type { dataHealth, JoinedDay } from '#contract/data-health.ts'
import { ApiError } from '#contract/errors.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { countFound, countPlans, listDays, listFound, listPlans, listSameAddresses, storeAnswer } from './repository.ts'

const counted = [
  'dummyEmails',
  'sharedEmails',
  'families',
  'doubles',
  'twoContracts',
  'invisible',
  'futureDates',
] as const

export const dataHealthHandlers: Handlers<typeof dataHealth> = {
  summary: async (ctx, { shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const of = { ...(shopId && { shopId }), today: tokyoDayOf(ctx.now) }
    const joinedDays = await daysOf(ctx, of)
    const open = joinedDays.filter(({ answer }) => answer === null)
    const checks = []
    for (const check of counted) {
      const { count, groups } = await countFound(ctx.scoped, check, of)
      checks.push({ check, count, groups: groups > 0 ? groups : null })
    }
    const plans = await countPlans(ctx.scoped, shopId)
    const staff = ctx.can('staff.write') ? await listSameAddresses(ctx.scoped) : []
    return {
      checks: [
        { check: 'joinedDays', count: open.reduce((sum, { members }) => sum + members, 0), groups: null },
        ...checks,
        { check: 'staffAddresses', count: staff.length, groups: null },
        { check: 'plansWithoutPrice', count: plans, groups: null },
      ],
      ...{ joinedDays, staff },
    }
  },

  members: async (ctx, { check, day, shopId, ...page }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    if (check === 'joinedDays' && day === undefined) {
      throw new ApiError('invalid', { fields: { day: 'この項目を指定してください。' } })
    }
    const of = { ...(day && { day }), ...(shopId && { shopId }), today: tokyoDayOf(ctx.now) }
    const found = await listFound(ctx.scoped, check, { ...of, ...page })
    return listAnswer(page, found, (row) => ({
      userId: String(row.userId),
      memberNo: row.memberNo,
      lastName: row.lastName,
      firstName: row.firstName,
      kana: row.kana,
      shop: { id: String(row.shopId), name: row.shopName },
      contractStatus: row.contractStatus,
      group: row.group,
      email: row.email,
      tel: row.tel,
      address: row.address,
      birthday: row.birthday,
      joinedOn: row.joinedOn,
    }))
  },

  plans: async (ctx, { shopId, ...page }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const rows = await listPlans(ctx.scoped, { ...(shopId && { shopId }), ...page })
    const total = await countPlans(ctx.scoped, shopId)
    return listAnswer(page, { rows, total }, ({ planId, shopId, shopName, code, name, members }) => ({
      planId: String(planId),
      code,
      name,
      shop: { id: String(shopId), name: shopName },
      members,
    }))
  },

  answer: async (ctx, { day, answer }) => {
    const [before] = await daysOf(ctx, { only: day })
    if (!before) throw new ApiError('invalid', { fields: { day: 'この日に入会した会員はいません。' } })
    if (answer !== before.answer) await storeAnswer(ctx, day, answer)
    ctx.audit({ filter: { joinedDay: day }, diff: { answer: { before: before.answer, after: answer } } })
    const [after] = await daysOf(ctx, { only: day })
    return after ?? before
  },
}

async function daysOf(ctx: Ctx, of: { shopId?: string; only?: string }): Promise<JoinedDay[]> {
  const found = await listDays(ctx.scoped, { ...of, mayAnswer: ctx.can('club.write') })
  return found.map(({ day, members, kept, share, planDays, answer, answeredById, answeredByName, answeredAt }) => ({
    day,
    members,
    kept,
    share,
    planDays,
    answer,
    answeredBy:
      answeredById !== null && answeredByName !== null
        ? { id: String(answeredById), displayName: answeredByName }
        : null,
    answeredAt: answeredAt && toTokyoDateTime(new Date(answeredAt)),
  }))
}
