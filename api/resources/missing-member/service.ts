import { ApiError } from '#contract/errors.ts'
import type { MissingMember, missingMember } from '#contract/missing-member.ts'
import { decidedFrom, type MissingState, shownMissingState } from '#contract/words/missing-member.ts'
import type { AuditDetail, Ctx, Handlers } from '../../context.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { holdMissing, listMissing, type MissingRow, writeMissing } from './repository.ts'

// What people say of members whom the club system no longer has. What follows from a decision is done in the background
// (`api/sync/follow-decisions.ts`), because contracts and their months are not written by a request.

export const missingMemberHandlers: Handlers<typeof missingMember> = {
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listMissing(ctx.scoped, input, ctx.now), toMissing)
  },

  answer: async (ctx, { ids, isEnrolled }) => {
    const held = await holdAll(ctx, ids)
    requireState(held, 'waiting')
    const changing = held.filter(({ answeredAt }) => (answeredAt !== null) !== isEnrolled)
    const answer = isEnrolled
      ? { answeredBy: ctx.principal.staffId, answeredAt: ctx.now }
      : { answeredBy: null, answeredAt: null }
    await writeMissing(ctx.scoped, idsOf(changing), answer)
    recordCall(ctx, changing, { isEnrolled: { before: !isEnrolled, after: isEnrolled } })
    return { changed: changing.length }
  },

  decide: async (ctx, { ids, from, decision }) => {
    const mayFollow: readonly MissingState[] = decidedFrom[decision]
    if (!mayFollow.includes(from)) throw new ApiError('invalid', { fields: { from: 'この状態からは判断できません。' } })
    const held = await holdAll(ctx, ids)
    requireState(held, from)
    const state = decision === 'close' ? 'closing' : from === 'closed' ? 'reopening' : 'kept'
    const by = { decidedBy: ctx.principal.staffId, decidedAt: ctx.now }
    await writeMissing(ctx.scoped, idsOf(held), { state, sentence: null, ...by })
    // Of several whose kinds differ the words are those of the first one.
    const shown = (of: MissingState) => shownMissingState({ kind: held[0]?.kind ?? 'missing', state: of })
    recordCall(ctx, held, { state: { before: shown(from), after: shown(state) } })
    return { changed: held.length }
  },
}

type Held = Awaited<ReturnType<typeof holdMissing>>[number]

async function holdAll({ scoped }: Ctx, ids: readonly string[]): Promise<Held[]> {
  const held = await holdMissing(scoped, ids)
  if (held.length < new Set(ids).size) throw new ApiError('not_found')
  return held
}

/** Somebody has decided meanwhile, or the club system has them again. */
function requireState(held: readonly Held[], from: MissingState) {
  const others = held.filter(({ state }) => state !== from).length
  if (others === 0) return
  throw new ApiError('conflict', {
    message: `${others}名は、ほかの人が先に判断したか、会員管理システムに戻りました。何も変更していません。一覧を確認してください。`,
  })
}

const idsOf = (rows: readonly Held[]) => rows.map(({ id }) => id)

/** Of one member the log says who it is; of several each row says so itself, and each closing has a row of its own. */
function recordCall({ audit }: Ctx, rows: readonly Held[], diff: NonNullable<AuditDetail['diff']>) {
  const [one] = rows
  const ofOne = one && { resourceId: one.id, memberId: one.memberId, shopId: one.shopId }
  audit({ rowCount: rows.length, ...(rows.length > 0 && { diff }), ...(rows.length === 1 && ofOne) })
}

const at = (time: Date | null) => time && toTokyoDateTime(time)

const toMissing = (row: MissingRow): MissingMember => ({
  ...row,
  missingSince: toTokyoDateTime(row.missingSince),
  confirmedAt: at(row.confirmedAt),
  answeredAt: at(row.answeredAt),
  decidedAt: at(row.decidedAt),
  returnedAt: at(row.returnedAt),
})
