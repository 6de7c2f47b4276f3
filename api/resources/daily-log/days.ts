import type { dailyLog } from '#contract/daily-log.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import {
  consentOf,
  type consentStates,
  dailyLogList,
  type LogKind,
  mostLogDays,
  rightOf,
  usualLogDays,
} from '#contract/words/daily-log.ts'
import type { ValueOf } from '#contract/words/words.ts'
import type { Ctx, Reach } from '../../context.ts'
import { requireApprovedReader } from '../../daily-logs/readers.ts'
import type { StoredLogs } from '../../daily-logs/stored.ts'
import { noteViewed } from '../../daily-logs/viewed.ts'
import { assignedMembers, type FoundMember, healthMembers, memberOfUser } from '../../db/one-member.ts'
import { directionOf } from '../../db/page.ts'
import { required } from '../../db/records.ts'
import { placeOfDay, type Sealing, UnknownKeyError } from '../../lib/sealing.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import type { Log } from '../../process/log.ts'
import { requestedPeriod } from '../../rules/requested-period.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  consentingMembers,
  currentConsents,
  daysKept,
  type FoundConsent,
  type FoundDay,
  type FoundReveal,
  listDays,
  revealsOf,
  type Sight,
} from './repository.ts'
import { type Logs, logSchemas, readLog } from './values.ts'

// The five lists: which days a caller sees, and which of their values.

type DaysInput = Input<(typeof dailyLog)['condition']>

export const periods = { most: mostLogDays, usual: usualLogDays }

/** Dependencies of the lists. */
export interface Means {
  sealing: Sealing
  jobs: Jobs
  log: Pick<Log, 'event'>
}

export async function listOf<K extends LogKind>(ctx: Ctx, means: Means, kind: K, input: DaysInput) {
  const requested = await requestedDays(ctx, kind, input)
  const { about, reveals, isMasked } = requested
  const direction = directionOf(dailyLogList, input) === 'desc' ? 'desc' : 'asc'
  const page = await listDays(ctx.scoped, about, { ...input, direction })
  const isReadable = (row: FoundDay) => !isMasked || reveals.some((one) => covers(one, row))
  const read = readDays(means, kind, requested, page.rows.filter(isReadable))
  await noteViewed(
    ctx,
    means.jobs,
    page.rows.filter(({ id }) => read.get(id)).map(({ memberId }) => memberId),
  )
  const { paging, ...answer } = listAnswer(input, page, (row) => ({
    ...toDay(row),
    log: read.get(row.id) ?? null,
    isDamaged: read.get(row.id) === null,
  }))
  const [revealed] = requested.member ? reveals : []
  return {
    ...answer,
    paging: { ...paging, isAtLeast: page.isAtLeast },
    from: about.from,
    to: about.to,
    member: requested.member && toMember(requested.member),
    consent: requested.consent,
    isMasked,
    revealed: revealed ? { from: revealed.from, to: revealed.to, until: instantText(revealed.until) } : null,
  }
}

/**
 * The decrypted days by id, as far as the caller may read them. A damaged day is null and does not affect the others; a
 * missing key fails the whole request, because the server is misconfigured and the days are intact.
 */
export function readDays<K extends LogKind>(
  { sealing, log }: Omit<Means, 'jobs'>,
  kind: K,
  { isPhaseOnly, shared }: { isPhaseOnly: boolean; shared: ReadonlySet<number> },
  rows: readonly FoundDay[],
): Map<number, Logs[K] | null> {
  const readOne = ({ memberId, date, keyId, sealed }: FoundDay): Logs[K] => {
    const bytes = Buffer.from(sealed, 'base64')
    const stored = sealing.open<StoredLogs[K]>(placeOfDay(kind, memberId, date), keyId, bytes)
    const read = readLog[kind](stored, { isPhaseOnly, isShared: shared.has(memberId) })
    return logSchemas[kind].parse(read) as Logs[K]
  }
  const read = new Map<number, Logs[K] | null>()
  for (const row of rows) {
    try {
      read.set(row.id, readOne(row))
    } catch (error) {
      if (error instanceof UnknownKeyError) {
        log.event({ event: 'daily_log_key', detail: error.keyId, level: 'error' })
        throw new ApiError('internal', {
          message: 'この記録を読み取るための鍵がサーバーにないため、表示できません。管理者に連絡してください。',
        })
      }
      read.set(row.id, null)
    }
  }
  const damaged = rows.filter(({ id }) => read.get(id) === null)
  if (damaged.length > 0) {
    log.event({ event: 'daily_log_damaged', detail: `${damaged.length} rows, first ${damaged[0]?.id}`, level: 'error' })
  }
  return read
}

/** The requested days: 404 for a shop or member that does not exist or is out of scope. */
export async function requestedDays(ctx: Ctx, kind: LogKind, { userId, shopId, ...given }: DaysInput) {
  const sight = await sightOf(ctx, kind)
  if (userId === undefined && shopId === undefined) {
    throw new ApiError('invalid', { fields: { userId: '会員か店舗を選択してください。' } })
  }
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const period = requestedPeriod(given, ctx.now, periods)
  // A preview of other rights reveals nothing without a reason, because the person stays the same.
  const isMasked = ctx.reach(rightOf[kind]).rule === 'all' || ctx.principal.isPreview
  const isPhaseOnly = sight.sharedWith !== null
  const member = userId === undefined ? null : required(await memberOfUser(ctx.scoped, userId))
  if (member && sight.members) await requireHealthMember(ctx, member.memberId, sight.members)
  const reveals = isMasked ? await revealsOf(ctx.scoped, ctx.principal, kind, ctx.now, member?.memberId ?? null) : []
  const about = { kind, shopId, ...period }
  // Access to one member is logged for the member, not for the shop, whose other staff could read it.
  ctx.audit(member ? { memberId: String(member.memberId) } : { shopId: shopId as string })
  if (!member) {
    const { ids, shared } = await consentingMembers(ctx.scoped, consentOf[kind], shopId as string, sight)
    return { about: { ...about, members: ids }, member, consent: null, isMasked, isPhaseOnly, reveals, shared }
  }
  const { isShared, ...consent } = await consentFor(ctx, member.memberId, kind, sight)
  const members = consent.state === 'given' ? [member.memberId] : []
  const shared = new Set(isShared ? [member.memberId] : [])
  return { about: { ...about, members }, member, consent, isMasked, isPhaseOnly, reveals, shared }
}

/** 404 for a member whose days the trainer may not see; 403 with the reason while their assignment is not approved. */
export async function requireHealthMember(ctx: Ctx, memberId: number, visible: readonly number[]): Promise<void> {
  if (visible.includes(memberId)) return
  const assigned = await assignedMembers(ctx.scoped, ctx.now)
  if (!assigned.includes(memberId)) throw new ApiError('not_found')
  throw new ApiError('forbidden', {
    message: '担当の承認を待っています。FCオーナーか本部が承認すると、この会員の記録が表示されます。',
  })
}

/** How far the caller's right to a log reaches over single days; 403 for callers who read counts only. */
export async function sightOf(ctx: Ctx, kind: LogKind): Promise<Sight> {
  const reach = ctx.reach(rightOf[kind])
  if (!showsDays(reach)) {
    throw new ApiError('forbidden', { message: 'この権限では会員ごとの記録は表示できません。集計をご覧ください。' })
  }
  await requireApprovedReader(ctx, kind)
  const isAssigned = reach.rule === 'assigned'
  return {
    isHeadOffice: reach.rule === 'all',
    members: isAssigned ? await healthMembers(ctx.scoped, ctx.now) : null,
    sharedWith: isAssigned && kind === 'menstrual' ? ctx.principal.staffId : null,
  }
}

export const showsDays = ({ rule }: Reach) => rule === 'all' || rule === 'shops' || rule === 'assigned'

/** The state of a member's consent to a log, for the caller. */
export async function consentFor(ctx: Ctx, memberId: number, kind: LogKind, sight: Sight) {
  const consents = await currentConsents(ctx.scoped, memberId, sight)
  const given = consents.find((one) => one.kind === consentOf[kind])
  // Whether a member logs at all is disclosed only to callers it is shared with, and to those who may delete it.
  const kept = given && !given.agreed && ctx.can('log.erase') ? await daysKept(ctx.scoped, memberId) : []
  return {
    state: stateOf(given),
    version: given?.version ?? null,
    at: given ? instantText(given.at) : null,
    hasLogs: kept.some((one) => consentOf[one.kind] === consentOf[kind]),
    isShared: given?.isShared ?? false,
  }
}

function stateOf(consent: FoundConsent | undefined): ValueOf<typeof consentStates> {
  if (!consent) return 'none'
  if (!consent.agreed) return 'withdrawn'
  if (!consent.isForUs) return 'otherCompany'
  return consent.isSharedWithUs ? 'given' : 'notShared'
}

const covers = ({ memberId, from, to }: FoundReveal, day: { memberId: number; date: string }) =>
  memberId === day.memberId && from <= day.date && day.date <= to

export const instantText = (at: string) => toTokyoDateTime(new Date(at))

export const toMember = ({ userId, memberNo, lastName, firstName, lastNameKana, firstNameKana }: FoundMember) => ({
  ...{ id: String(userId), memberNo, lastName, firstName, lastNameKana, firstNameKana },
})

const toDay = (row: FoundDay) => ({
  id: String(row.id),
  date: row.date,
  member: toMember(row),
  shop: { id: String(row.shopId), name: row.shopName },
  source: row.source,
  recordedAt: instantText(row.recordedAt),
})
