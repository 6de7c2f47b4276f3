import type { Endpoint, Endpoints, Input, Output } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Db } from './db/client.ts'

/** The caller, read from the database on each call, never from the token's claims. */
export interface Principal {
  staffId: string
  userId: string
  sid: string
  email: string
  displayName: string
  role: RoleLevel
  isAdmin: boolean
  /** The shops of the caller's shopStaffList. */
  shopStaffList: { id: string; shopId: string }[]
  signedInAt: Date
  /** An admin who previews lower rights: role and shops are the previewed ones, and all writes are refused. */
  isPreview: boolean
  /** Accurate to five minutes. */
  lastUsedAt: Date | null
}

/** Where a call came from. */
export interface Caller {
  ip: string | null
  userAgent: string | null
}

/** Every shop, or the ids listed (sorted, maybe none). */
export type ShopScope = 'all' | string[]

/** How far a right reaches, as data for handlers and queries. All but `all` stay within the caller's shops. */
export type Reach =
  | { rule: 'all' }
  | { rule: 'shops'; shopIds: string[] }
  /** Members assigned to the trainer `staffId`, or booked with them within 30 days: SQL's `assigned_members()`. */
  | { rule: 'assigned'; shopIds: string[]; staffId: string }
  /** What members see; no drafts and nothing scheduled. */
  | { rule: 'published'; shopIds: string[] }
  /** Counts only, and none of fewer than `atLeast` people. */
  | { rule: 'aggregate'; shopIds: string[]; atLeast: number }
  | { rule: 'own'; staffId: string }

/** The staff member and shops that row-level security runs a transaction for; nobody without `staffId`. */
export interface Viewer {
  shops: ShopScope
  staffId?: string
  /** The session that survives a change of one's own password. */
  sid?: string
}

/** A transaction that sees only rows of the principal's shops: enforced by row-level security, not by the handler. */
export type Scoped = Db & { readonly __scoped: true }

/** What an audit row records besides who, when and which endpoint. Never health values, never secrets. */
export interface AuditDetail {
  /** Where it is more than the endpoint's name says. */
  action?: string
  /** Where it differs from the endpoint's noun. */
  resourceType?: string
  resourceId?: string
  shopId?: string
  memberId?: string
  diff?: Record<string, { before: unknown; after: unknown }>
  reason?: string
  /** The request's parameters, beyond those that a read or an export records by itself. */
  filter?: Record<string, unknown>
  /** Of an export: its number of rows. */
  rowCount?: number
}

export interface Ctx {
  scoped: Scoped
  principal: Principal
  /** The shops whose rows this principal may see, on every endpoint. */
  shops: ShopScope
  /** Whether this principal has a right besides the endpoint's own, such as `report.money`. */
  can(permission: Permission): boolean
  /** How far a right reaches, as data; 403 without the right. */
  reach(permission: Permission): Reach
  now: Date
  requestId: string
  audit(detail: AuditDetail): void
}

export interface AuditNoted extends AuditDetail {
  action: string
  resourceType: string
  actor?: { staffId: string; role: RoleLevel; sid?: string }
}

/** Adds extra rows to the audit log, where the endpoint's own row is not enough. */
export type AuditNote = (tx: Scoped, ...entries: AuditNoted[]) => Promise<void>

/** The context of a public handler: no principal, no shops; it opens its own transactions. */
export interface PublicCtx {
  /** `staffId`: the caller, once authenticated; `sid`: their session that survives the change. */
  transaction<T>(work: (tx: Scoped) => Promise<T>, staffId?: string, sid?: string): Promise<T>
  now: Date
  requestId: string
  caller: Caller
  audit: AuditNote
}

export type Verb<E extends Endpoint> = (
  ctx: E['permission'] extends 'public' ? PublicCtx : Ctx,
  input: Input<E>,
) => Promise<Output<E>>

/** The context of long work before the handler's transaction opens. */
export interface Beforehand {
  principal: Principal
  now: Date
  /** A short transaction of its own; its data may have changed when the handler runs. */
  read<T>(work: (scoped: Scoped) => Promise<T>): Promise<T>
  /** Like `scoped`, but its writes are kept even where the handler then refuses, such as a failed attempt. */
  write<T>(work: (scoped: Scoped) => Promise<T>): Promise<T>
  audit: AuditNote
}

/** A handler with long work before its transaction opens, so that the transaction stays short. */
export interface PreparedVerb<E extends Endpoint> {
  prepare(input: Input<E>, before: Beforehand): Promise<Verb<E>>
}

/** One handler per endpoint; an endpoint without a handler does not compile. */
export type Handlers<T extends Endpoints> = {
  [K in keyof T]: Verb<T[K]> | (T[K]['permission'] extends 'public' ? never : PreparedVerb<T[K]>)
}
