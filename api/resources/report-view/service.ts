import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type ReportView, ReportViewDraft, type reportView } from '#contract/report-view.ts'
import { moneyReports, type ViewedReport } from '#contract/words/report-view.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { reportView as table } from '../../db/schema/report-view.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, targetIdsOf, wireOf } from '../../wire/rows.ts'
import { requireShops } from '../shop/require-shop.ts'
import { listReportViews, type ReportViewRow, reportViewById } from './repository.ts'

type Draft = Input<(typeof reportView)['create']>

export const reportViewHandlers: Handlers<typeof reportView> = {
  list: async (ctx, input) =>
    listAnswer(input, await listReportViews(ctx.scoped, input, ctx.can('report.money')), (row) => toView(ctx, row)),

  create: async (ctx, draft) => {
    requireReport(ctx, draft.report)
    await requireSharedWith(ctx, draft.shopIds)
    await requireShops(ctx, shopsOf(draft.search))
    const saved = required(await reportViewById(ctx.scoped, await insertRecord(ctx, table, contentOf(draft))))
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toView(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, reportViewById)
    requireReport(ctx, before.report)
    if (changes.report) requireReport(ctx, changes.report)
    if (changes.shopIds) await requireSharedWith(ctx, changes.shopIds)
    if (changes.search) await requireShops(ctx, shopsOf(changes.search))
    const content = contentOf({ ...asDraft(before), ...definedOf(changes) })
    await updateRecord(ctx, table, { id, version }, content, () => toView(ctx, before))
    const saved = required(await reportViewById(ctx.scoped, id))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), asDraft(saved)) })
    return toView(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, reportViewById)
    requireReport(ctx, before.report)
    await removeRecord(ctx, table, { id, version }, () => toView(ctx, before))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), null) })
    return {}
  },
}

/** 403 for a report of money without the right to see it. */
function requireReport(ctx: Ctx, report: ViewedReport) {
  if (moneyReports.includes(report) && !ctx.can('report.money')) throw new ApiError('forbidden')
}

async function requireSharedWith(ctx: Ctx, shopIds: Draft['shopIds']) {
  if (shopIds.length > 0) return requireShops(ctx, shopIds)
  if (ctx.reach('view.share').rule === 'all') return
  throw new ApiError('invalid', { fields: { shopIds: '全店舗での共有は本部のみ設定できます。' } })
}

const contentOf = ({ shopIds, ...rest }: Draft) => ({
  ...rest,
  targetScope: shopIds.length > 0 ? ('shops' as const) : ('all' as const),
  targetShopIds: targetIdsOf(shopIds),
})

/** The row as an input, the base of a partial update. */
const asDraft = (row: ReportViewRow): Draft =>
  draftOf(ReportViewDraft, { ...row, shopIds: row.targetShopIds.map(String) })

/** The shops that a view of the comparison names. */
const shopsOf = ({ shops, like }: Draft['search']) => [shops, like].flatMap((ids) => ids?.split(',') ?? [])

/** The shops that the caller may see, in the search too; a change requires all that it is shared with. */
function toView(ctx: Ctx, row: ReportViewRow): ReportView {
  const { targetScope, targetShopIds, ...rest } = wireOf(row)
  const isSeen = (id: string) => ctx.shops === 'all' || ctx.shops.includes(id)
  const shopIds = targetShopIds.map(String).filter(isSeen)
  const isWhollyInSight = ctx.shops === 'all' || (targetScope === 'shops' && shopIds.length === targetShopIds.length)
  return {
    ...rest,
    report: row.report,
    search: searchInSight(row.search, isSeen),
    shopIds,
    canEdit: ctx.can('view.share') && isWhollyInSight,
  }
}

function searchInSight({ shops, like, ...rest }: Draft['search'], isSeen: (id: string) => boolean): Draft['search'] {
  const seen = shops?.split(',').filter(isSeen).join(',')
  return { ...rest, ...(seen && { shops: seen }), ...(like && isSeen(like) && { like }) }
}
