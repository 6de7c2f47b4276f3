import { ApiError } from '#contract/errors.ts'
import { type ShopTarget, ShopTargetDraft, type shopTarget } from '#contract/shop-target.ts'
import { targetFigures, targetMissing } from '#contract/words/shop-target.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { monthOf } from '../../figures/periods.ts'
import { difference } from '../../wire/difference.ts'
import { draftOf } from '../../wire/rows.ts'
import { holdTargets, readTargets, type TargetRow, targetShops, writeTargets } from './repository.ts'

type Row = ShopTargetDraft & { shopId: string; month: string; seen: number | null }

const figures = valuesOf(targetFigures)
const nothing: ShopTargetDraft = { admission: null, withdrawalMax: null, sales: null, closingMembers: null }

export const shopTargetHandlers: Handlers<typeof shopTarget> = {
  year: async (ctx, { shopId, month }) => {
    const shops = await targetShops(ctx.scoped, ctx.shops, shopId)
    if (shopId !== undefined) required(shops[0])
    const months = monthsFrom(month)
    const last = firstOf(months.at(-1) as string)
    const ids = shops.map(({ id }) => id)
    const rows = ids.length > 0 ? await readTargets(ctx.scoped, ids, firstOf(month), last) : []
    const entered = byMonth(rows)
    return {
      months,
      shops: shops.map(({ id, name, standing }) => ({
        shop: { id, name },
        standing: standing ?? null,
        months: months.map((one) => toTarget({ shopId: id, month: one }, entered.get(`${id} ${firstOf(one)}`))),
      })),
    }
  },

  // One audit row a month of a shop, besides the one for the call, so that each month has its history.
  save: {
    prepare:
      async (_, { audit }) =>
      async (ctx, { data }) => {
        const names = new Map((await targetShops(ctx.scoped, ctx.shops)).map(({ id, name }) => [id, name]))
        for (const { shopId } of data) required(names.get(shopId))
        requireWhole(data)
        const rows = data.map((row) => ({ ...row, month: firstOf(row.month) })).sort(byShopAndMonth)
        const before = byMonth(await holdTargets(ctx.scoped, rows))
        const stale = rows.filter((row) => (before.get(keyOf(row))?.version ?? null) !== row.seen)
        if (stale.length > 0) throw staleOf(stale, names, before)
        const written = await writeTargets(ctx, rows)
        // Somebody has entered one meanwhile.
        if (written.length < rows.length) {
          const now = byMonth(await holdTargets(ctx.scoped, rows))
          const done = new Set(written.map(keyOf))
          throw staleOf(
            rows.filter((row) => !done.has(keyOf(row))),
            names,
            now,
          )
        }
        const saved = await holdTargets(ctx.scoped, rows)
        const changed = saved.map((row) => {
          const was = before.get(keyOf(row))
          return {
            resourceId: row.id,
            shopId: row.shopId,
            diff: difference(was ? asDraft(was) : nothing, asDraft(row)),
          }
        })
        const [only, ...others] = changed
        if (only && others.length === 0) ctx.audit(only)
        else {
          const { staffId, role, sid } = ctx.principal
          const by = { action: 'shopTarget.save', resourceType: 'shopTarget', actor: { staffId, role, sid } }
          await audit(ctx.scoped, ...changed.map((change) => ({ ...by, ...change })))
          ctx.audit({ rowCount: changed.length })
        }
        return { list: saved.map((row) => toTarget({ shopId: row.shopId, month: row.month.slice(0, 7) }, row)) }
      },
  },
}

/** 422 for a month that is there twice, and at each figure that is missing beside others of its month. */
function requireWhole(data: readonly Row[]) {
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, row] of data.entries()) {
    if (seen.has(keyOf(row))) fields[`data.${at}.month`] = 'この項目には、店舗ごとに異なる月を指定してください。'
    seen.add(keyOf(row))
    const missing = figures.filter((figure) => row[figure] === null)
    if (missing.length === figures.length) continue
    for (const figure of missing) fields[`data.${at}.${figure}`] = targetMissing
  }
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', { fields })
}

/** 409 that names the first of the months that somebody else has changed. */
function staleOf(rows: readonly Row[], names: ReadonlyMap<string, string>, now: ReadonlyMap<string, TargetRow>) {
  const [first] = rows as [Row]
  const [year, month] = first.month.split('-').map(Number)
  const which = `${names.get(first.shopId)}の${year}年${month}月${rows.length > 1 ? `など${rows.length}か月分` : ''}`
  return new ApiError('stale', {
    message: `${which}は、ほかの人が先に更新しました。どの月も保存していません。更新された値を確認してください。`,
    current: rows.map((row) => toTarget({ ...row, month: row.month.slice(0, 7) }, now.get(keyOf(row)))),
  })
}

const keyOf = ({ shopId, month }: { shopId: string; month: string }) => `${shopId} ${month}`

const byMonth = (rows: readonly TargetRow[]) => new Map(rows.map((row) => [keyOf(row), row]))

const byShopAndMonth = (a: Row, b: Row) => Number(a.shopId) - Number(b.shopId) || (a.month < b.month ? -1 : 1)

const asDraft = (row: TargetRow): ShopTargetDraft => draftOf(ShopTargetDraft, row)

const toTarget = ({ shopId, month }: { shopId: string; month: string }, row: TargetRow | undefined): ShopTarget => ({
  ...(row ? asDraft(row) : nothing),
  shopId,
  month,
  version: row?.version ?? null,
})

const firstOf = (month: string) => `${month}-01`

/** Twelve months from this one, YYYY-MM. */
function monthsFrom(first: string) {
  const [year, month] = first.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, at) => monthOf(year, month + at).from.slice(0, 7))
}
