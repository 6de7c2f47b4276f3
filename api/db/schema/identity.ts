import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sessionEnds } from '#contract/words/session.ts'
import { invitationKinds, type RoleLevel } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import { generatedId, id, instant } from './columns.ts'
import { staff } from './organisation.ts'

/** One sign-in. Its random `sid` rides in every ID token; a revoked or expired row makes the token worthless. */
export const session = pgTable(
  'session',
  {
    sid: text('sid').primaryKey(),
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** 12 hours after sign-in, never extended. */
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** What has ended it, where its person is told. */
    endedBy: text('ended_by', { enum: valuesOf(sessionEnds) }),
    /** By which its person names it: `sid` rides in tokens and is shown to nobody. */
    id: generatedId('id').notNull().unique(),
    /** The lower rights that an admin looks with for a while; null for one's own. */
    preview: jsonb('preview').$type<{ role: RoleLevel; shopIds: string[] } | null>(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    /** Kept to five minutes: a read must not cost a write. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('session_staff').on(t.staffId)],
)

/**
 * A link that somebody was sent to set their password with: an invitation, or because they forgot it. Only a hash of it
 * is kept. Used, expired or followed by another one of its kind, it opens nothing.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: generatedId('id').primaryKey(),
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: valuesOf(invitationKinds) }).notNull(),
    /** None before the mail is written: until then nobody has the link. */
    tokenHash: text('token_hash').unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('invitation_staff').on(t.staffId, t.kind, t.id)],
)

/** The authenticator app of somebody, of which signing in wants a code. */
export const secondFactor = pgTable('second_factor', {
  staffId: id('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  /** Base32, as the app was given it; null before the first one is confirmed. */
  secret: text('secret'),
  confirmedAt: instant('confirmed_at'),
  /** Of the app that is being set up, which changes nothing until it is confirmed. */
  pendingSecret: text('pending_secret'),
  /** The thirty seconds whose code was used last: it and those before it are not taken again. */
  lastStep: integer('last_step'),
  /** Of the recovery codes that are left. */
  recoveryHashes: text('recovery_hashes').array().notNull().default(sql`'{}'`),
})

/** Somebody who has shown their password, and not yet their second factor. Only a hash of the ticket is kept. */
export const signInTicket = pgTable('sign_in_ticket', {
  hash: text('hash').primaryKey(),
  staffId: id('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
})

/** The growing login lock, by a hash of the e-mail address: known and unknown accounts alike. */
export const loginAttempt = pgTable('login_attempt', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastFailedAt: instant('last_failed_at').notNull(),
  lockedUntil: instant('locked_until'),
})

/**
 * A POST that was answered once is answered the same again; kept for 24 hours.
 * Neither key nor body can be had back from here: `key` is a hash, `requestHash` is keyed with the key itself.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction that is working out the answer. */
    answer: jsonb('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.endpoint, t.key] }), index('idempotency_created').on(t.createdAt)],
)

/** Append-only by grant and trigger. The trigger numbers the rows without gaps and chains each to the one before it. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().default(0),
    at: instant('at').notNull(),
    actorStaffId: id('actor_staff_id'),
    actorRole: text('actor_role'),
    action: text('action').notNull(),
    resourceType: text('resource_type').notNull(),
    resourceId: text('resource_id'),
    shopId: id('shop_id'),
    memberId: id('member_id'),
    diff: jsonb('diff'),
    reason: text('reason'),
    /** Of an audited read or an export: what was asked for, and how many rows that is. */
    filter: jsonb('filter'),
    rowCount: integer('row_count'),
    /** Tells sessions apart and opens none. */
    session: text('session'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull().default(''),
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    index('audit_log_at').on(t.at),
    // Drizzle says no INCLUDE: what a list is filtered by stands in the index, so that deep pages are counted off in it.
    index('audit_log_walk').on(t.seq, t.shopId, t.actorStaffId, t.action),
    index('audit_log_actor').on(t.actorStaffId, t.at),
    index('audit_log_shop').on(t.shopId, t.seq),
    index('audit_log_action').on(t.action, t.seq),
    index('audit_log_resource').on(t.resourceType, t.resourceId, t.seq),
    index('audit_log_member').on(t.memberId, t.seq).where(sql`${t.memberId} is not null`),
  ],
)

/** From which browser somebody has signed in before, by a hash of both. */
export const loginDevice = pgTable('login_device', {
  key: text('key').primaryKey(),
  lastUsedAt: instant('last_used_at').notNull(),
})

/** How long the audit log is and where it ends, kept apart from it: a removed tail is found. One row. */
export const auditHead = pgTable('audit_head', {
  id: boolean('id').primaryKey().default(true),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
})

/** Numbers users: staff and members share the specification's user ids. */
export const userAccount = pgTable('user_account', {
  id: generatedId('id').primaryKey(),
  type: text('type', { enum: ['staff', 'member'] }).notNull(),
})
