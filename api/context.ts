import type { Endpoints, Input, Output } from '#contract/endpoint.ts'
import type { Permission, RoleLevel } from '#contract/permissions.ts'
import type { Db } from './db/client.ts'

/** Who is calling, read from the database at this call and never from the token's claims. */
export interface Principal {
  staffId: string
  userId: string
  sid: string
  email: string
  displayName: string
  role: RoleLevel
  isAdmin: boolean
  /** The shops of one's own shopStaffList. */
  shopStaffList: { id: string; shopId: string }[]
  signedInAt: Date
}

/** A transaction that sees only rows of the principal's shops: row-level security holds it, not the verb's care. */
export type Scoped = Db & { readonly __scoped: true }

export interface Ctx {
  scoped: Scoped
  principal: Principal
  /** How far the endpoint's permission reaches: every shop, or the ids listed (sorted, maybe none). */
  shops: 'all' | string[]
  /** Whether this principal has another right than the one at the door, such as `report.money`. */
  can(permission: Permission): boolean
  now: Date
  requestId: string
  /** What the audit row of this call tells besides who, when and which endpoint. */
  audit(detail: {
    resourceId?: string
    shopId?: string
    memberId?: string
    diff?: Record<string, { before: unknown; after: unknown }>
    reason?: string
  }): void
}

/** One verb an endpoint; an endpoint without a verb does not compile. */
export type Handlers<T extends Endpoints> = {
  [K in keyof T]: (ctx: Ctx, input: Input<T[K]>) => Promise<Output<T[K]>>
}
