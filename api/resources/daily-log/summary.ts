import type { DailyLogSummary, dailyLog } from '#contract/daily-log.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { mostLogDays, rightOf, usualLogDays } from '#contract/words/daily-log.ts'
import type { Ctx } from '../../context.ts'
import { requireApprovedReader } from '../../daily-logs/readers.ts'
import { nothingPublished, type PublishedWeek, togetherOf, weekOf } from '../../daily-logs/weeks.ts'
import { addDays } from '../../figures/periods.ts'
import { placeOfWeek, type Sealing } from '../../lib/sealing.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { requestedPeriod } from '../../rules/requested-period.ts'
import { requireShop } from '../shop/require-shop.ts'
import { type FoundWeek, shopsInSight, weeksOf } from './repository.ts'

const days = { most: mostLogDays, usual: usualLogDays }

/**
 * The whole weeks of a period, by shop and for several shops together. Other periods are never published: two
 * overlapping ones would differ by a few people.
 */
export async function summaryOf(
  ctx: Ctx,
  sealing: Sealing,
  { kind, shopId, ...given }: Input<(typeof dailyLog)['summary']>,
): Promise<DailyLogSummary> {
  const { rule } = ctx.reach(rightOf[kind])
  if (rule === 'assigned') {
    throw new ApiError('forbidden', { message: 'この権限では集計は表示できません。担当会員の記録をご覧ください。' })
  }
  await requireApprovedReader(ctx, kind)
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const weeks = wholeWeeks(requestedPeriod(given, ctx.now, days), ctx.now)
  const shops = await shopsInSight(ctx.scoped, shopId)
  const ids = shops.map(({ id }) => String(id))
  const found = weeks.length > 0 ? await weeksOf(ctx.scoped, kind, ids, periodOf(weeks)) : []
  const published = new Map(found.map((row) => [`${row.shopId} ${row.week}`, open(sealing, kind, row)]))
  const weekOfShop = (shop: number, week: string) => published.get(`${shop} ${week}`) ?? nothingPublished
  const groupOf = (shop: { id: number; name: string } | null, figuresOf: (week: string) => PublishedWeek) => ({
    shop: shop && { id: String(shop.id), name: shop.name },
    weeks: weeks.map((week) => ({ from: week, to: addDays(week, 6), ...figuresOf(week) })),
  })
  if (shopId !== undefined) ctx.audit({ shopId })
  return {
    kind,
    ...periodOf(weeks.length > 0 ? weeks : [weekOf(tokyoDayOf(ctx.now))]),
    groups: [
      ...(shops.length > 1 ? [groupOf(null, (week) => togetherOf(shops.map(({ id }) => weekOfShop(id, week))))] : []),
      ...shops.map((shop) => groupOf(shop, (week) => weekOfShop(shop.id, week))),
    ],
  }
}

const open = (sealing: Sealing, kind: string, { shopId, week, keyId, sealed }: FoundWeek) =>
  sealing.open<PublishedWeek>(placeOfWeek(kind, shopId, week), keyId, Buffer.from(sealed, 'base64'))

/** The Mondays of the weeks that overlap a period and are over. */
function wholeWeeks({ from, to }: { from: string; to: string }, now: Date): string[] {
  const running = weekOf(tokyoDayOf(now))
  const weeks: string[] = []
  for (let week = weekOf(from); week <= to && week < running; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

const periodOf = (weeks: readonly string[]) => ({
  from: weeks[0] as string,
  to: addDays(weeks.at(-1) as string, 6),
})
