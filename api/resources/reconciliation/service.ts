import type { Input, Output } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { DifferenceRow, ReconciledRow, reconciliation } from '#contract/reconciliation.ts'
import {
  type DifferenceReason,
  differenceReasonNames,
  isDerived,
  type ReconciledFigure,
  reconciledFigures,
} from '#contract/words/reconciliation.ts'
import { unreadOf } from '#contract/words/unread-sales.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { monthOf } from '../../figures/periods.ts'
import { readUnreadSales } from '../../figures/reach.ts'
import { readReportScope } from '../../figures/report-scope.ts'
import { FileRefused } from '../../import/refusal.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import type { MonthFigures } from '../../sync/reconcile/read-figures.ts'
import { readFiguresFile } from '../../sync/reconcile/read-figures-file.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { type Reconciled, type ReconciledMonth, reconcileMonth } from './reconcile.ts'
import {
  countUnread,
  importsOf,
  namesOf,
  type OfShop,
  readBrand,
  readFirstRun,
  readMonths,
  readStored,
  readStudios,
  removeMonth,
  storeMonths,
} from './repository.ts'

export const reconciliationHandlers: Handlers<typeof reconciliation> = {
  get: async (ctx, { month: requested, shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const brandCode = await readBrand(ctx.scoped)
    if (brandCode === null) return nothingConnected
    const studios = await readStudios(ctx.scoped, brandCode)
    const of = { brandCode, shopId: shopId ?? null }
    const months = await readMonths(ctx.scoped, of)
    const month = requested === undefined ? (months[0] ?? null) : `${requested}-01`
    const stored = month === null ? [] : await storedOf(ctx, of, month)
    const reconciled = month === null || stored.length === 0 ? null : await reconciledOf(ctx, of, month)
    const scope = await readReportScope(ctx.scoped, 'all')
    return {
      brandCode,
      shops: studios.flatMap(({ shop }) => shop ?? []),
      leftOutStudios: studios.filter(({ choice }) => choice === 'leftOut').length,
      unreadMembers: await countUnread(ctx.scoped),
      months: months.map((one) => one.slice(0, 7)),
      month: month?.slice(0, 7) ?? null,
      files: stored.map(({ report, madeAt, broughtAt, broughtBy }) => ({
        ...{ report, broughtBy, madeAt: toTokyoDateTime(madeAt), broughtAt: toTokyoDateTime(broughtAt) },
        isOpen: tokyoDayOf(madeAt) <= lastDayOf(month ?? ''),
      })),
      figures: reconciled?.figures.map(figureAnswer) ?? [],
      dataAsOf: scope.dataAsOf && toTokyoDateTime(scope.dataAsOf),
      ourTo: reconciled?.ourTo ?? null,
      isCounting: reconciled?.isCounting ?? false,
      oneLinedSales: reconciled?.oneLined ?? { sales: 0, amount: 0 },
      unreadSales:
        month === null || !ctx.can('report.money')
          ? null
          : unreadOf(await readUnreadSales(ctx.scoped, shopId === undefined ? scope.shopIds : [shopId]), {
              from: month,
              to: month,
            }),
    }
  },

  rows: async (ctx, { month, shopId, figure, reason, offset, limit }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    if (isOfMoney(figure) && !ctx.can('report.money')) throw new ApiError('forbidden')
    const brandCode = await readBrand(ctx.scoped)
    const reconciled =
      brandCode === null ? null : await reconciledOf(ctx, { brandCode, shopId: shopId ?? null }, `${month}-01`)
    const all = reconciled?.figures.find((one) => one.figure === figure)?.differences ?? []
    const found = all
      .filter((one) => reason === undefined || one.reason === reason)
      .sort((one, other) => orderOf(one.reason) - orderOf(other.reason))
    const page = found.slice(offset, offset + limit)
    const names = await namesOf(ctx.scoped, page.flatMap(memberIn))
    const imports = await importsOf(
      ctx.scoped,
      isOfMoney(figure) ? 'sale' : 'member',
      page.flatMap((row) => (row.reason === 'ofFile' ? (idIn(row) ?? []) : [])),
    )
    return listAnswer({ offset, limit }, { rows: page, total: found.length }, (row) =>
      rowAnswer(row, names, imports.get(idIn(row) ?? 0) ?? null),
    )
  },

  // Read before the transaction: nobody waits for it meanwhile.
  create: {
    prepare: async ({ content }, { principal, now, read }) => {
      if ((await read(readBrand)) === null) throw new ApiError('conflict', { message: notConnected })
      const bytes = Buffer.from(content, 'base64')
      const months = await readFiguresFile(bytes, tokyoDayOf(now), principal.staffId).catch((error) => {
        if (error instanceof FileRefused) throw new ApiError('invalid', { fields: { content: error.message } })
        throw error
      })
      return (ctx, input) => bring(ctx, input, months)
    },
  },

  remove: async (ctx, { month, shopId, report }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const brandCode = await readBrand(ctx.scoped)
    const removed =
      brandCode === null
        ? 0
        : await removeMonth(ctx.scoped, { brandCode, shopId: shopId ?? null }, `${month}-01`, report)
    ctx.audit({
      ...(shopId !== undefined && { shopId }),
      diff: removed > 0 ? { report: { before: report, after: null }, months: { before: [month], after: null } } : {},
    })
    return { removed }
  },
}

async function bring(
  ctx: Ctx,
  { name, madeAt, shopId }: Input<typeof reconciliation.create>,
  months: readonly MonthFigures[],
) {
  if (shopId !== null) await requireShop(ctx, shopId)
  const brandCode = await readBrand(ctx.scoped)
  if (brandCode === null) throw new ApiError('conflict', { message: notConnected })
  const studios = await readStudios(ctx.scoped, brandCode)
  if (shopId !== null && !studios.some(({ shop }) => shop?.id === shopId)) {
    throw new ApiError('invalid', {
      fields: { shopId: 'この店舗は、会員管理システムのスタジオに対応付けられていません。' },
    })
  }
  const [first] = months
  if (!first) throw new ApiError('invalid', { fields: { content: 'ファイルに月の行がありません。' } })
  if (first.report === 'PA002' && !ctx.can('report.money')) throw new ApiError('forbidden')
  // A clock that is ahead would take facts for known that were not.
  const made = madeAt === null ? ctx.now : new Date(Math.min(Date.parse(madeAt), ctx.now.getTime()))
  await storeMonths(ctx, { brandCode, shopId }, months, made)
  const named = months.map(({ month }) => month.slice(0, 7))
  ctx.audit({
    ...(shopId !== null && { shopId }),
    diff: {
      report: { before: null, after: first.report },
      months: { before: null, after: named },
      fileName: { before: null, after: name },
    },
  })
  return { report: first.report, months: named }
}

const notConnected = '会員管理システムに接続していません。'
const nothingConnected: Output<typeof reconciliation.get> = {
  ...{ brandCode: null, shops: [], leftOutStudios: 0, unreadMembers: 0, months: [], month: null, files: [] },
  ...{ figures: [], dataAsOf: null, ourTo: null, isCounting: false, oneLinedSales: { sales: 0, amount: 0 } },
  unreadSales: null,
}

const isOfMoney = (figure: ReconciledFigure) => reconciledFigures[figure].report === 'PA002'
const lastDayOf = (month: string) => monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7))).to

/** What was brought of a month, as far as the caller may see it. */
const storedOf = async (ctx: Ctx, of: OfShop, month: string) =>
  (await readStored(ctx.scoped, of, month)).filter(({ report }) => report !== 'PA002' || ctx.can('report.money'))

async function reconciledOf(ctx: Ctx, of: OfShop, month: string): Promise<ReconciledMonth> {
  const stored = await storedOf(ctx, of, month)
  const studios = await readStudios(ctx.scoped, of.brandCode)
  const mapped = studios.flatMap(({ shop }) => shop?.id ?? [])
  const scope = await readReportScope(ctx.scoped, of.shopId === null ? 'all' : [of.shopId], {
    money: ctx.can('report.money'),
  })
  const theirShopIds = scope.shopIds.filter((id) => mapped.includes(id))
  const firstRunOn = await readFirstRun(ctx.scoped, of.brandCode)
  return reconcileMonth(ctx.scoped, month, { scope, theirShopIds, firstRunOn, stored })
}

const orderOf = (reason: DifferenceReason) => differenceReasonNames.indexOf(reason)

function figureAnswer({ figure, theirs, ours, recounted, differences }: Reconciled): ReconciledRow {
  const difference = theirs === null || ours === null ? null : theirs - ours
  const groups = differenceReasonNames.flatMap((reason) => {
    const rows = differences.filter((one) => one.reason === reason)
    return rows.length === 0 ? [] : [{ reason, rows: rows.length, amount: sumOf(rows) }]
  })
  return {
    ...{ figure, theirs, ours, difference, recounted },
    reasons: groups,
    unclassified: unclassifiedOf(
      { figure, theirs, recounted },
      difference === null ? null : difference - sumOf(groups),
    ),
  }
}

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** What no row explains; where nothing of ours is compared, what the recount lacks. */
function unclassifiedOf(
  { figure, theirs, recounted }: Pick<Reconciled, 'figure' | 'theirs' | 'recounted'>,
  remainder: number | null,
): number | null {
  if (isDerived(figure)) return null
  if (reconciledFigures[figure].ours !== null) return remainder
  return theirs === null || recounted === null ? null : theirs - recounted
}

type Difference = Reconciled['differences'][number]

function memberIn({ subject }: Difference): number[] {
  if ('memberId' in subject) return [subject.memberId]
  return 'sale' in subject && subject.sale.memberId !== null ? [subject.sale.memberId] : []
}

/** The number of the row that a file may have brought. */
const idIn = ({ subject }: Difference): number | undefined => {
  if ('memberId' in subject) return subject.memberId
  return 'sale' in subject ? subject.sale.id : undefined
}

function rowAnswer(
  difference: Difference,
  names: ReadonlyMap<number, NonNullable<DifferenceRow['member']>>,
  importId: string | null,
): DifferenceRow {
  const { reason, amount, subject } = difference
  const [memberId] = memberIn(difference)
  return {
    ...{ reason, amount, importId },
    member: memberId === undefined ? null : (names.get(memberId) ?? null),
    sale:
      'sale' in subject
        ? { number: subject.sale.externalId?.toString() ?? null, settledOn: subject.sale.settledOn }
        : null,
    lesson: 'lesson' in subject ? { room: subject.lesson.room || null, startAt: subject.lesson.startAt } : null,
  }
}
