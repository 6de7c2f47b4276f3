import { and, eq, sql } from 'drizzle-orm'
import { type clubEvent as api, type ClubEvent, ClubEventDraft } from '#contract/club-event.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { Ctx, Handlers, Scoped } from '../../context.ts'
import { keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { clubEvent } from '../../db/schema/club-event.ts'
import { readShownEvents } from '../../figures/shown-events.ts'
import { onlyShopOf, requireWholeChain, storedTarget, targetInSight, targetOf } from '../../rules/targets.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { draftOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import { requireShop, requireShops } from '../shop/require-shop.ts'

type Draft = Input<(typeof api)['create']>

/** Longer than any chart: this year and the last by fiscal years. */
const mostDays = 3 * 366

export const clubEventHandlers: Handlers<typeof api> = {
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listClubEvents(ctx.scoped, input), (row) => toClubEvent(ctx, row))
  },

  shown: async (ctx, { from, to, shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    requirePeriod(from, to)
    return readShownEvents(ctx.scoped, { from, to, shopId, now: ctx.now, money: ctx.can('report.money') })
  },

  get: async (ctx, { id }) => toClubEvent(ctx, await events.found(ctx, id)),

  create: async (ctx, draft) => {
    await requireTarget(ctx, draft.target)
    requireOrder(draft)
    return toClubEvent(ctx, await events.insert(ctx, contentOf(draft)))
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await events.hold(ctx, id)
    if (changes.target) await requireTarget(ctx, changes.target)
    const draft = events.merged(before, changes)
    requireOrder(draft)
    return toClubEvent(ctx, await events.update(ctx, before, version, contentOf(draft)))
  },

  remove: async (ctx, { id, version }) => events.remove(ctx, await events.hold(ctx, id), version),
}

function requirePeriod(from: string, to: string) {
  if (to < from) throw new ApiError('invalid', { fields: { to: '終了日は開始日以降にしてください。' } })
  if (Date.parse(to) - Date.parse(from) > mostDays * 86_400_000) {
    throw new ApiError('invalid', { fields: { to: '期間は3年以内にしてください。' } })
  }
}

function requireOrder({ firstOn, lastOn }: Pick<Draft, 'firstOn' | 'lastOn'>) {
  if (lastOn !== null && lastOn < firstOn) {
    throw new ApiError('invalid', { fields: { lastOn: '最終日は初日以降にしてください。' } })
  }
}

async function requireTarget(ctx: Ctx, target: Draft['target']) {
  if (target.scope === 'shops') return requireShops(ctx, target.shopIds)
  requireWholeChain(ctx, 'event.write', '全店舗の出来事は本部のみ登録できます。')
}

const contentOf = ({ target, ...rest }: Draft) => ({ ...rest, ...storedTarget(target) })

function toClubEvent(ctx: Ctx, row: ClubEventRow): ClubEvent {
  const { targetScope: _, targetShopIds: __, ...rest } = wireOf(row)
  const { target, isWhole } = targetInSight(ctx, row)
  return { ...rest, target, canEdit: ctx.can('event.write') && isWhole }
}

const columns = {
  id: clubEvent.id,
  title: clubEvent.title,
  kind: clubEvent.kind,
  firstOn: clubEvent.firstOn,
  lastOn: clubEvent.lastOn,
  targetScope: clubEvent.targetScope,
  targetShopIds: clubEvent.targetShopIds,
  ...authorColumns(clubEvent),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(columns).from(clubEvent).$dynamic(), clubEvent)
type ClubEventRow = Awaited<ReturnType<typeof readRows>>[number]

const foldedTitle = sql`fold_text(${clubEvent.title})`
const sortColumns = { firstOn: clubEvent.firstOn, title: foldedTitle, updatedAt: clubEvent.updatedAt }

/** One page of the events of the caller's shops, and the exact total. */
function listClubEvents(scoped: Scoped, query: Input<typeof api.list>) {
  const { keyword, kind, shopId } = query
  const ofShop = sql`(${clubEvent.targetScope} = 'all' or ${Number(shopId)} = any (${clubEvent.targetShopIds}))`
  return pageOf(scoped, readRows(scoped), {
    from: clubEvent,
    where: and(
      keywordIn(foldedTitle, keyword),
      kind && eq(clubEvent.kind, kind),
      shopId === undefined ? undefined : ofShop,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], query.sortDir, clubEvent.id),
    page: query,
  })
}

async function clubEventById({ scoped }: Ctx, id: string): Promise<ClubEventRow | null> {
  const [found] = await readRows(scoped).where(eq(clubEvent.id, id))
  return found ?? null
}

const events = recordWrites({
  table: clubEvent,
  read: clubEventById,
  asDraft: (row): Draft => ({ ...draftOf(ClubEventDraft, row), target: targetOf(row) }),
  toWire: toClubEvent,
  shopOf: onlyShopOf,
})
