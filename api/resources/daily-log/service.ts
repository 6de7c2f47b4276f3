import type { dailyLog } from '#contract/daily-log.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { scopeOf } from '#contract/permissions.ts'
import {
  type ConsentKind,
  consentKinds,
  consentOf,
  type LogKind,
  logKinds,
  revealedMinutes,
  revealReasons,
  rightOf,
} from '#contract/words/daily-log.ts'
import { mostAssignedADay } from '#contract/words/member-record.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { healthMembers, memberOfUser } from '../../db/one-member.ts'
import { required } from '../../db/records.ts'
import { dailyLogReveal } from '../../db/schema/daily-log.ts'
import { addDays, monthOf } from '../../figures/periods.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { requestedPeriod } from '../../rules/requested-period.ts'
import {
  consentFor,
  instantText,
  listOf,
  type Means,
  periods,
  requireHealthMember,
  showsDays,
  sightOf,
  toMember,
} from './days.ts'
import {
  accessOf,
  consentHistory,
  daysKept,
  eraseDays,
  firstLook,
  manyAssigned,
  proofsChangedByOthers,
} from './repository.ts'
import { summaryOf } from './summary.ts'

type DaysInput = Input<(typeof dailyLog)['condition']>

export const dailyLogHandlers = (means: Means): Handlers<typeof dailyLog> => {
  const list = <K extends LogKind>(kind: K) => ({
    // Access to many members notifies admins by mail: the queue must be ready before the transaction opens.
    prepare: async () => {
      await means.jobs.ready()
      return (ctx: Ctx, input: DaysInput) => listOf(ctx, means, kind, input)
    },
  })
  return {
    condition: list('condition'),
    healthcare: list('healthcare'),
    location: list('location'),
    bodyTemp: list('bodyTemp'),
    menstrual: list('menstrual'),

    summary: (ctx, input) => summaryOf(ctx, means.sealing, input),

    reveal: async (ctx, { userId, kind, from, to, reason, reasonText }) => {
      const member = required(await memberOfUser(ctx.scoped, userId))
      requestedPeriod({ from, to }, ctx.now, periods)
      const why = reasonOf(reason, reasonText)
      const consent = await consentFor(ctx, member.memberId, kind, {
        isHeadOffice: true,
        members: null,
        sharedWith: null,
      })
      if (consent.state !== 'given') {
        throw new ApiError('invalid', { fields: { userId: 'この会員は、この記録の利用に同意していません。' } })
      }
      const until = new Date(ctx.now.getTime() + revealedMinutes * 60_000)
      const { staffId, sid } = ctx.principal
      await ctx.scoped
        .insert(dailyLogReveal)
        .values({ staffId, sid, memberId: String(member.memberId), kind, from, to, until, reason: why })
      ctx.audit({ memberId: String(member.memberId), reason: why, filter: { kind, from, to } })
      return { from, to, until: toTokyoDateTime(until) }
    },

    consent: async (ctx, { id }) => {
      const member = required(await memberOfUser(ctx.scoped, id))
      const kinds = await consentKindsFor(ctx, member.memberId)
      const history = await consentHistory(ctx.scoped, member.memberId)
      const kept = await daysKept(ctx.scoped, member.memberId)
      ctx.audit({ memberId: String(member.memberId) })
      const states = []
      for (const [kind, logs] of kinds) {
        const sight = await sightOf(ctx, logs[0] as LogKind)
        const { state } = await consentFor(ctx, member.memberId, logs[0] as LogKind, sight)
        states.push({
          kind,
          state,
          days: state === 'given' || ctx.can('log.erase') ? sumOf(kept.filter((one) => logs.includes(one.kind))) : 0,
          history: history
            .filter((one) => one.kind === kind)
            .map(({ agreed, at, version, companies }) => ({ agreed, at: instantText(at), version, companies })),
        })
      }
      return { member: toMember(member), kinds: states }
    },

    erase: async (ctx, { id, kind }) => {
      const member = required(await memberOfUser(ctx.scoped, id))
      const kinds = valuesOf(logKinds).filter((log) => kind === undefined || consentOf[log] === kind)
      const erased = await eraseDays(ctx.scoped, member.memberId, kinds)
      ctx.audit({ memberId: String(member.memberId), rowCount: erased, filter: { consent: kind ?? 'all' } })
      return { erased }
    },

    access: async (ctx, { month = tokyoDayOf(ctx.now).slice(0, 7) }) => {
      const first = await firstLook(ctx.scoped)
      const [year, number] = month.split('-').map(Number) as [number, number]
      const { from, to } = monthOf(year, number)
      const staff = await accessOf(ctx.scoped, from, addDays(to, 1))
      const assigned = await manyAssigned(ctx.scoped, mostAssignedADay, from, addDays(to, 1))
      const changes = await proofsChangedByOthers(ctx.scoped, readersOfDays, from, addDays(to, 1))
      return {
        month,
        firstMonth: first?.slice(0, 7) ?? null,
        staff: staff.map(({ id, ...one }) => ({ id: String(id), ...one })),
        assigned: assigned.map(({ staffId, displayName, ...one }) => ({
          ...one,
          staff: { id: String(staffId), displayName },
        })),
        changes: changes.map(({ auditId, at, staffId, displayName, ...one }) => ({
          ...one,
          auditId: String(auditId),
          at: toTokyoDateTime(new Date(at)),
          staff: { id: String(staffId), displayName },
        })),
      }
    },
  }
}

/** The roles that may read days of some log, not only counts. */
const readersOfDays = valuesOf(roleLevels).filter((role) =>
  valuesOf(logKinds).some((log) => {
    const scope = scopeOf({ role, isAdmin: false }, rightOf[log])
    return scope !== null && scope !== 'aggregate'
  }),
)

/** The consents that open a log of which the caller may see this member's days; 403 where there is none. */
async function consentKindsFor(ctx: Ctx, memberId: number): Promise<[ConsentKind, LogKind[]][]> {
  const reaches = valuesOf(logKinds)
    .filter((log) => ctx.can(rightOf[log]) && showsDays(ctx.reach(rightOf[log])))
    .map((log) => [log, ctx.reach(rightOf[log]).rule] as const)
  if (reaches.length === 0) {
    throw new ApiError('forbidden', { message: 'この権限では会員ごとの同意は表示できません。' })
  }
  if (reaches.every(([, rule]) => rule === 'assigned')) {
    await requireHealthMember(ctx, memberId, await healthMembers(ctx.scoped, ctx.now))
  }
  return valuesOf(consentKinds)
    .map((kind): [ConsentKind, LogKind[]] => [
      kind,
      reaches.map(([log]) => log).filter((log) => consentOf[log] === kind),
    ])
    .filter(([, logs]) => logs.length > 0)
}

function reasonOf(reason: keyof typeof revealReasons, text: string | null): string {
  const more = text?.trim() ?? ''
  if (reason === 'other' && more === '') {
    throw new ApiError('invalid', { fields: { reasonText: 'この項目を入力してください。' } })
  }
  return more === '' ? revealReasons[reason] : `${revealReasons[reason]}: ${more}`
}

const sumOf = (kept: readonly { days: number }[]) => kept.reduce((sum, { days }) => sum + days, 0)
