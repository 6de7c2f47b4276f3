import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ApiError } from '#contract/errors.ts'
import type { Permission } from '#contract/permissions.ts'
import type { PublicationState, PublicationStatus } from '#contract/words/common.ts'
import type { Ctx } from '../context.ts'

export interface Publication {
  status: PublicationStatus
  publishFrom: Date | null
  /** Absent where nothing expires. */
  publishTo?: Date | null
}

/**
 * The effective status at `now`: `active` before publishFrom is `pending`, from publishTo on `disabled`. No job changes
 * it.
 */
function statusAt({ status, publishFrom, publishTo }: Publication, now: Date): Publication['status'] {
  if (status !== 'active') return status
  if (publishTo && publishTo <= now) return 'disabled'
  return publishFrom && publishFrom > now ? 'pending' : 'active'
}

/** The state of a publication, with separate names for scheduled and expired. */
function stateAt(row: Publication, now: Date): PublicationState {
  const status = statusAt(row, now)
  if (row.status !== 'active' || status === 'active') return status
  return status === 'pending' ? 'scheduled' : 'ended'
}

interface PublicationColumns {
  status: PgColumn
  publishFrom: PgColumn
  publishTo?: PgColumn
}

/** The state in SQL, for filters with exact totals. */
function stateNow({ status, publishFrom, publishTo }: PublicationColumns, now: Date): SQL<PublicationState> {
  const at = sql`${now.toISOString()}::timestamptz`
  const isOver = publishTo ? sql`when ${status} = 'active' and ${publishTo} <= ${at} then 'ended'` : sql``
  return sql`case ${isOver} when ${status} = 'active' and ${publishFrom} > ${at} then 'scheduled' else ${status} end`
}

/** The states of a status. */
const statesOf: Record<PublicationStatus, PublicationState[]> = {
  pending: ['pending', 'scheduled'],
  active: ['active'],
  disabled: ['disabled', 'ended'],
}

/** Which publications a caller sees. */
export interface PublicationSight {
  now: Date
  /** Roles that see what members see; no drafts and nothing scheduled. */
  publishedOnly: boolean
}

/** Which publications the caller sees with this right. */
export const publicationSight = (ctx: Ctx, permission: Permission): PublicationSight => ({
  now: ctx.now,
  publishedOnly: ctx.reach(permission).rule === 'published',
})

/** 404 for a publication that the caller may not see. */
export function requireInSight(row: Publication, { now, publishedOnly }: PublicationSight) {
  if (publishedOnly && statusAt(row, now) !== 'active') throw new ApiError('not_found')
}

/** The visible rows of the requested status or state. */
export const inSight = (
  table: PublicationColumns,
  { now, publishedOnly }: PublicationSight,
  wanted: { status?: PublicationStatus | undefined; state?: PublicationState | undefined } = {},
) =>
  and(
    wanted.status && inArray(stateNow(table, now), statesOf[wanted.status]),
    wanted.state && eq(stateNow(table, now), wanted.state),
    publishedOnly ? eq(stateNow(table, now), 'active') : undefined,
  )

const refuse = (field: keyof Publication, message: string) => {
  throw new ApiError('invalid', { fields: { [field]: message } })
}

/** 422 where `before` (null: new) may not become `after`; `given` is the input. */
export function requireTransition(
  noun: string,
  before: Publication | null,
  after: Publication,
  given: Partial<Record<keyof Publication, unknown>>,
  now: Date,
) {
  const { publishFrom, publishTo } = after
  if (publishFrom && publishTo && publishTo <= publishFrom) {
    refuse('publishTo', '公開終了には公開開始より後の日時を指定してください。')
  }
  // The title of an expired publication may still be corrected.
  const touched = given.status !== undefined || given.publishTo !== undefined
  if (touched && after.status === 'active' && publishTo && publishTo <= now) {
    refuse('publishTo', '公開終了には現在より後の日時を指定してください。')
  }
  if (before && statusAt(before, now) !== 'pending' && statusAt(after, now) === 'pending') {
    refuse(
      after.status === 'pending' ? 'status' : 'publishFrom',
      `公開した${noun}は保留中に戻せません。非公開にしてください。`,
    )
  }
}

/** 422 for deleting what members see. */
export function requireHidden(noun: string, before: Publication, now: Date) {
  if (statusAt(before, now) !== 'active') return
  throw new ApiError('invalid', { message: `公開中の${noun}は削除できません。先に非公開にしてください。` })
}

/** The current publication fields of a response. */
export const publicationOf = (row: Publication, now: Date) => ({
  status: statusAt(row, now),
  state: stateAt(row, now),
})
