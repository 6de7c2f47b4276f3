import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import {
  type ReportAction,
  ReportActionDraft,
  type ReportActionRow,
  type reportAction,
} from '#contract/report-action.ts'
import { effectDays, isMoneyMetric } from '#contract/words/report-action.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { folded, holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { reportAction as table } from '../../db/schema/report-action.ts'
import { readMoves, stretchesOf } from '../../figures/action-effect.ts'
import { readCounting } from '../../figures/reach.ts'
import { type ReportScope, readReportScope } from '../../figures/report-scope.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, wireOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  type ActionRecord,
  actionById,
  addPeople,
  countPeople,
  isOverdue,
  isReportInSight,
  listActions,
} from './repository.ts'
import { type Changes, type Draft, mayWrite, requireMayWrite, requireSound, withProgress } from './rules.ts'

const asDraft = (row: ActionRecord): Draft => draftOf(ReportActionDraft, row) as Draft
/** The shop and the report of the filter: 404 where one of them is not visible. */
export async function requireNamed(ctx: Ctx, { shopId, dailyReportId }: Input<typeof reportAction.list>) {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  if (dailyReportId !== undefined && !(await isReportInSight(ctx.scoped, dailyReportId))) {
    throw new ApiError('not_found')
  }
}

const todayOf = ({ now }: Ctx) => tokyoDayOf(now)

export const reportActionHandlers: Handlers<typeof reportAction> = {
  list: async (ctx, input) => {
    await requireNamed(ctx, input)
    const page = await listActions(ctx.scoped, ctx.shops, input, todayOf(ctx))
    const rows = await withFigures(ctx, page.rows)
    return listAnswer(input, { ...page, rows }, (row) => row)
  },

  get: async (ctx, { id }) => toAction(ctx, required(await actionById(ctx.scoped, id))),

  create: async (ctx, { userIds = [], ...sent }) => {
    await requireShop(ctx, sent.shopId)
    requireMayWrite(ctx, { ownerStaffId: '' }, sent)
    const draft = withProgress(null, sent)
    await requireSound(ctx, null, draft)
    const id = await insertRecord(ctx, table, { ...contentOf(draft), comments: [] })
    if (!(await addPeople(ctx.scoped, id, userIds)))
      throw new ApiError('invalid', {
        fields: { userIds: 'いまは表示できない会員がいます。一覧から選び直してください。' },
      })
    const saved = required(await actionById(ctx.scoped, id))
    const people = userIds.length > 0 && { people: await countPeople(ctx.scoped, id) }
    ctx.audit({ resourceId: id, shopId: saved.shopId, diff: difference(null, { ...asDraft(saved), ...people }) })
    return toAction(ctx, saved)
  },

  update: async (ctx, { id, version, comment, ...fields }) => {
    const before = await holdRecord(ctx, table, id, actionById)
    const changes = definedOf(fields) as Changes
    requireMayWrite(ctx, before, changes)
    if (changes.shopId !== undefined) await requireShop(ctx, changes.shopId)
    const was = asDraft(before)
    const draft = withProgress(was, { ...was, ...changes } as Draft)
    await requireSound(ctx, was, draft)
    const said =
      comment === undefined ? [] : [{ staffId: ctx.principal.staffId, at: ctx.now.toISOString(), text: comment }]
    const content = { ...contentOf(draft), comments: [...before.comments, ...said] }
    await updateRecord(ctx, table, { id, version }, content, () => toRow(ctx, before, undefined))
    const saved = required(await actionById(ctx.scoped, id))
    ctx.audit({
      resourceId: id,
      shopId: saved.shopId,
      diff: difference(was, asDraft(saved)),
      ...(comment && { reason: comment }),
    })
    return toAction(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, actionById)
    requireMayWrite(ctx, before, { title: before.title })
    await removeRecord(ctx, table, { id, version }, () => toRow(ctx, before, undefined))
    ctx.audit({ resourceId: id, shopId: before.shopId, diff: difference(asDraft(before), null) })
    return {}
  },
}

/** An action as stored. */
const contentOf = (draft: Draft) => ({
  ...draft,
  searchText: folded(draft.title, draft.plan, draft.doNote, draft.check, draft.nextAction),
})

type Moves = Awaited<ReturnType<typeof readMoves>>

/** Rows with their figures before and since, in one query for all of them. */
async function withFigures(ctx: Ctx, rows: ActionRecord[]): Promise<ReportActionRow[]> {
  const scope = await readReportScope(
    ctx.scoped,
    rows.map(({ shopId }) => shopId),
    { money: ctx.can('report.money') },
  )
  const moves = await movesOf(ctx, rows, scope, [])
  return rows.map((row) => toRow(ctx, row, { moves, dataDate: scope.dataDate }))
}

/** The effect of these actions, compared with the other shops in scope. */
async function movesOf(
  ctx: Ctx,
  rows: readonly ActionRecord[],
  { dataDate, reach }: ReportScope,
  others: readonly string[],
) {
  const watched = rows.flatMap(({ id, shopId, metric, startOn }) => (metric ? [{ id, shopId, metric, startOn }] : []))
  const othersCounting = [...(await readCounting(ctx.scoped, others)).keys()]
  const scope = { others, dataDate, reach, money: ctx.can('report.money') }
  return readMoves(ctx.scoped, watched, scope, othersCounting)
}

function toRow(
  ctx: Ctx,
  row: ActionRecord,
  figures: { moves: Moves; dataDate: string | null } | undefined,
): ReportActionRow {
  const isHidden = row.metric !== null && isMoneyMetric(row.metric) && !ctx.can('report.money')
  const own = figures?.moves.get(row.id)?.own
  const { id, title, category, priority, metric, status, progress, startOn, dueOn, evaluation, owner } = row
  const { version, createdAt, createdBy, updatedAt, updatedBy } = wireOf(row)
  return {
    ...{ id, title, category, priority, metric, status, progress, startOn, dueOn, evaluation },
    shop: { id: row.shopId, name: row.shopName },
    dailyReport: row.dailyReportId && row.reportDate ? { id: row.dailyReportId, date: row.reportDate } : null,
    baseline: own?.before ?? null,
    targetValue: isHidden ? null : row.targetValue,
    actualValue: own?.after ?? null,
    actualDays: stretchesOf(startOn, figures?.dataDate ?? null).days,
    isOverdue: isOverdue(row, todayOf(ctx)),
    // An owner who has left the shop is kept.
    owner: owner ?? { id: row.ownerStaffId, displayName: '店舗を離れたスタッフ' },
    ...{ version, createdAt, createdBy, updatedAt, updatedBy },
  }
}

async function toAction(ctx: Ctx, row: ActionRecord): Promise<ReportAction> {
  const scope = await readReportScope(ctx.scoped, ctx.shops === 'all' ? 'all' : [...ctx.shops], {
    money: ctx.can('report.money'),
  })
  const { shopIds, dataDate } = scope
  const moves = await movesOf(ctx, [row], scope, shopIds)
  const { days } = stretchesOf(row.startOn, dataDate)
  const move = moves.get(row.id)
  const { plan, doNote, check, nextAction, shopId, ownerStaffId, dailyReportId } = row
  return {
    ...toRow(ctx, row, { moves, dataDate }),
    ...{ plan, doNote, check, nextAction, shopId, ownerStaffId, dailyReportId },
    people: await countPeople(ctx.scoped, row.id),
    comments: row.comments.map(({ staffId, at, text }) => {
      const displayName = row.commenters[staffId]
      return {
        staff: displayName === undefined ? null : { id: staffId, displayName },
        at: toTokyoDateTime(new Date(at)),
        text,
      }
    }),
    effect: move && days === effectDays ? { own: move.own, others: move.others } : null,
    daysToEffect: effectDays - days,
    mayWrite: mayWrite(ctx, row),
  }
}
