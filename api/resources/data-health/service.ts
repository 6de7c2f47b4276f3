import { and, eq } from 'drizzle-orm'
import type { DoubleMerge, dataHealth, JoinedDay } from '#contract/data-health.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { mergeRevocableDays } from '#contract/words/club-merge.ts'
import { type DoubleCheck, type DoubleMergeState, doubleChecks } from '#contract/words/data-health.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { clubMerge } from '../../db/schema/club-merge.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { doublesKey, isOfDoubles, pairKeys } from '../../sync/merge/doubles.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { type Double, doubledOf, findDoubles, findExplained, keptByStaff } from './doubles.ts'
import {
  countFound,
  countPlans,
  listDays,
  listDoubleMerges,
  listFound,
  listPlans,
  listSameAddresses,
  namesOf,
  storeAnswer,
  storeDoubleMerge,
} from './repository.ts'

const counted = ['dummyEmails', 'sharedEmails', 'families', 'doubles', 'invisible', 'futureDates'] as const

export const dataHealthHandlers = (jobs: Jobs): Handlers<typeof dataHealth> => ({
  summary: async (ctx, { shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const of = { ...(shopId && { shopId }), today: tokyoDayOf(ctx.now) }
    const joinedDays = await daysOf(ctx, of)
    const open = joinedDays.filter(({ answer }) => answer === null)
    const found = new Map<string, { count: number; groups: number | null }>()
    const doubles = await allDoubles(ctx, of)
    const without = peopleOf(doubles.peopleTwice)
    for (const check of counted) {
      const { count, groups } = await countFound(ctx.scoped, check, { ...of, without })
      found.set(check, { count, groups: groups > 0 ? groups : null })
    }
    const explained = await findExplained(ctx.scoped, doubles.peopleTwice, of.today)
    const heads = (some: readonly Double[]) => new Set(some.map(({ memberId }) => memberId)).size
    const plans = await countPlans(ctx.scoped, shopId)
    const counts = <Check extends (typeof counted)[number]>(check: Check) => ({
      ...{ check, count: 0, groups: null, ...found.get(check) },
    })
    const staff = ctx.can('staff.write') ? await listSameAddresses(ctx.scoped) : []
    return {
      checks: [
        { check: 'joinedDays', count: open.reduce((sum, { members }) => sum + members, 0), groups: null },
        ...(['dummyEmails', 'sharedEmails', 'families', 'doubles'] as const).map(counts),
        { check: 'peopleTwice', count: doubles.peopleTwice.length, groups: null },
        { check: 'twoContracts', count: heads(doubles.twoContracts), groups: null },
        { check: 'salesTwice', count: doubles.salesTwice.length, groups: null },
        { check: 'visitsTwice', count: doubles.visitsTwice.length, groups: null },
        ...(['invisible', 'futureDates'] as const).map(counts),
        { check: 'staffAddresses', count: staff.length, groups: null },
        { check: 'plansWithoutPrice', count: plans, groups: null },
      ],
      explained: doubledOf(explained),
      salesTwiceYen: doubles.salesTwice.reduce((sum, { yen }) => sum + (yen ?? 0), 0),
      ...{ joinedDays, staff },
    }
  },

  members: async (ctx, { check, day, shopId, ...page }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    if (check === 'joinedDays' && day === undefined) {
      throw new ApiError('invalid', { fields: { day: 'この項目を指定してください。' } })
    }
    const of = { ...(day && { day }), ...(shopId && { shopId }), today: tokyoDayOf(ctx.now) }
    const twice = check === 'doubles' ? await findDoubles(ctx.scoped, 'peopleTwice', of) : []
    const found = await listFound(ctx.scoped, check, { ...of, ...page, without: peopleOf(twice) })
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

  doubles: async (ctx, { check, shopId, ...page }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const of = { ...(shopId && { shopId }), today: tokyoDayOf(ctx.now) }
    const found = await findDoubles(ctx.scoped, check, of)
    const rows = found.slice(page.offset, page.offset + page.limit)
    const ofPeople = check === 'peopleTwice'
    const explained = ofPeople ? await findExplained(ctx.scoped, rows, of.today) : null
    const theirs = rows.map(({ theirId }) => theirId)
    const kept = ofPeople ? await keptByStaff(ctx.scoped, theirs) : new Set()
    const { whoOf, shopOf } = await namesOf(ctx.scoped, {
      members: rows.flatMap(({ memberId }) => memberId ?? []),
      shops: rows.map((row) => row.shopId),
    })
    return listAnswer(page, { rows, total: found.length }, ({ ourId, theirId, memberId, shopId, here, there }) => ({
      id: `${ourId}-${theirId}`,
      member: (memberId !== null && whoOf.get(memberId)) || null,
      shop: shopOf.get(shopId) ?? { id: String(shopId), name: '' },
      ...{ here, there, explains: explained && doubledOf(explained, ourId), mayMerge: !kept.has(theirId) },
    }))
  },

  merges: async ({ scoped, now }) => ({
    merges: (await listDoubleMerges(scoped)).flatMap(({ brandCode, state, groups, decidedBy, decidedAt, mergedAt }) => {
      const [group] = groups
      const check = checksOf.find((one) => pairKeys[one] === group?.key)
      if (!group || !check || decidedAt === null) return []
      const until = endOf(mergedAt ?? now)
      return [
        {
          ...{ id: brandCode, check, state: state as DoubleMergeState, rows: group.rows, yen: group.yen },
          ...{ mergedBy: decidedBy, mergedAt: toTokyoDateTime(decidedAt) },
          revocableUntil: state !== 'takingBack' && until > now ? toTokyoDateTime(until) : null,
        } satisfies DoubleMerge,
      ]
    }),
  }),

  merge: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx: Ctx, { check, ids, contracts, shopId }: Input<(typeof dataHealth)['merge']>) => {
        if (shopId !== undefined) await requireShop(ctx, shopId)
        const of = { ...(shopId && { shopId }), today: tokyoDayOf(ctx.now) }
        const wanted = ids && new Set(ids)
        const found = (await findDoubles(ctx.scoped, check, of)).filter(
          ({ ourId, theirId }) => wanted === undefined || wanted.has(`${ourId}-${theirId}`),
        )
        const theirs = found.map(({ theirId }) => theirId)
        const kept = check === 'peopleTwice' ? await keptByStaff(ctx.scoped, theirs) : new Set()
        const own = found.filter(({ theirId }) => !kept.has(theirId))
        if (own.length === 0) throw new ApiError('conflict', { message: kept.size > 0 ? withRecords : noLonger })
        const none = { peopleTwice: [], twoContracts: [], salesTwice: [], visitsTwice: [] }
        const also = check === 'peopleTwice' ? await findExplained(ctx.scoped, own, of.today) : {}
        const pairs = { ...none, ...also, [check]: own } as Record<DoubleCheck, Double[]>
        const key = doublesKey(ctx.requestId)
        await storeDoubleMerge(ctx, key, { check, contracts, pairs })
        await jobs.add(ctx.scoped, 'doubles', { key }, ctx.principal.staffId)
        const decidesContracts = pairs.twoContracts.length > 0
        ctx.audit({
          rowCount: own.length,
          diff: {
            check: { before: null, after: check },
            rows: { before: null, after: own.length },
            ...(decidesContracts && { contracts: { before: null, after: contracts } }),
          },
        })
        return { id: key, rows: own.length }
      }
    },
  },

  takeBack: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx: Ctx, { id }: Input<(typeof dataHealth)['takeBack']>) => {
        const isIt = and(eq(clubMerge.brandCode, id), isOfDoubles)
        const [merge] = await ctx.scoped.select().from(clubMerge).where(isIt).for('update')
        if (!merge) throw new ApiError('not_found')
        if (merge.mergedAt !== null && endOf(merge.mergedAt) <= ctx.now) {
          throw new ApiError('conflict', { message: `統合から${mergeRevocableDays}日を過ぎたため、元に戻せません。` })
        }
        if (merge.state === 'takingBack') return { id }
        await ctx.scoped.update(clubMerge).set({ state: 'takingBack' }).where(isIt)
        await jobs.add(ctx.scoped, 'doubles', { key: id }, ctx.principal.staffId)
        const [group] = merge.groups
        const check = checksOf.find((one) => pairKeys[one] === group?.key)
        ctx.audit({
          diff: { check: { before: check ?? null, after: null }, rows: { before: group?.rows ?? null, after: null } },
        })
        return { id }
      }
    },
  },
})

const checksOf = Object.keys(doubleChecks) as DoubleCheck[]
const peopleOf = (pairs: readonly Double[]) => pairs.flatMap(({ ourId, theirId }) => [ourId, theirId])
const endOf = (mergedAt: Date) => new Date(mergedAt.getTime() + mergeRevocableDays * 86_400_000)
const noLonger = '二重のデータは、もうありません。画面を更新してください。'
const withRecords =
  '会員管理システムの会員に、スタッフの記録（担当・メモ・メールなど）があるため、統合できません。会員管理システムで整理してください。'

async function allDoubles({ scoped }: Ctx, of: { shopId?: string; today: string }) {
  return {
    peopleTwice: await findDoubles(scoped, 'peopleTwice', of),
    twoContracts: await findDoubles(scoped, 'twoContracts', of),
    salesTwice: await findDoubles(scoped, 'salesTwice', of),
    visitsTwice: await findDoubles(scoped, 'visitsTwice', of),
  }
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
