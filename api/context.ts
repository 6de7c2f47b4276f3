import type { Endpoint, Endpoints, Input, Output } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { Db } from './db/client.ts'
import type { Reach } from './identity/reach.ts'

/** Who is calling, read from the database at this call and never from the token's claims. */
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
}

/** Every shop, or the ids listed (sorted, maybe none). */
export type ShopScope = 'all' | string[]

/** The identity under which row-level security runs a transaction; none without `staffId`. */
export interface Viewer {
  shops: ShopScope
  staffId?: string
}

/** A transaction that sees only rows of the principal's shops: row-level security holds it, not the verb's care. */
export type Scoped = Db & { readonly __scoped: true }

/** What an audit row records besides who, when and which endpoint. Never health values, never secrets. */
export interface AuditDetail {
  resourceId?: string
  shopId?: string
  memberId?: string
  diff?: Record<string, { before: unknown; after: unknown }>
  reason?: string
}

export interface Ctx {
  scoped: Scoped
  principal: Principal
  /** The shops whose rows this principal may see, on every endpoint. */
  shops: ShopScope
  /** Whether this principal has another right than the one at the door, such as `report.money`. */
  can(permission: Permission): boolean
  /** How far a right reaches, as data; 403 where it is not theirs at all. */
  reach(permission: Permission): Reach
  now: Date
  requestId: string
  audit(detail: AuditDetail): void
}

/** What a verb gets that anybody may call: no principal, no shops, and transactions that it opens itself. */
export interface PublicCtx {
  /** `staffId`: the caller, once authenticated. */
  transaction<T>(work: (tx: Scoped) => Promise<T>, staffId?: string): Promise<T>
  now: Date
  requestId: string
  audit(
    tx: Scoped,
    entry: AuditDetail & { action: string; resourceType: string; actor?: { staffId: string; role: RoleLevel } },
  ): Promise<void>
}

export type Verb<E extends Endpoint> = (
  ctx: E['permission'] extends 'public' ? PublicCtx : Ctx,
  input: Input<E>,
) => Promise<Output<E>>

/** What long work may know before the verb's transaction opens. */
export interface Beforehand {
  principal: Principal
  /** A short transaction of its own; what it reads may have changed when the verb runs. */
  read<T>(work: (scoped: Scoped) => Promise<T>): Promise<T>
}

/** A verb with long work that is done before its transaction opens, which others would wait for. */
export interface PreparedVerb<E extends Endpoint> {
  prepare(input: Input<E>, before: Beforehand): Promise<Verb<E>>
}

/** One verb an endpoint; an endpoint without a verb does not compile. */
export type Handlers<T extends Endpoints> = {
  [K in keyof T]: Verb<T[K]> | (T[K]['permission'] extends 'public' ? never : PreparedVerb<T[K]>)
}
