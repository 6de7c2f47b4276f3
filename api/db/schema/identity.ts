import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sessionEnds } from '#contract/words/session.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import { invitationKinds } from '#contract/words/staff-record.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { proof } from './exported.ts'
import { staff } from './organisation.ts'

/** One sign-in. Every ID token carries its random `sid`; a revoked or expired row makes the token worthless. */
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
    /** Why it ended, where the person is informed of that. */
    endedBy: text('ended_by', { enum: valuesOf(sessionEnds) }),
    /** The public id of the session: `sid` is in tokens and is never shown. */
    id: generatedId('id').notNull().unique(),
    /** The lower rights that an admin previews; null: their own. */
    preview: jsonb('preview').$type<{ role: RoleLevel; shopIds: string[] } | null>(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    /** Accurate to five minutes, so that a read does not cost a write. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('session_staff').on(t.staffId)],
)

/**
 * A link that proves who opens it: an invitation, a forgotten password, a new address, or a password that somebody else
 * has set. Only its hash is stored. It is void once used,
 * expired, replaced by another one of its kind, or ended by a change of its person's proofs, rights or shops.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: generatedId('id').primaryKey(),
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: valuesOf(invitationKinds) }).notNull(),
    /** The address that it proves; null: the person's own. */
    email: text('email'),
    /** Whose session requested it, where that is the person's own: it survives the change. */
    sid: text('sid'),
    createdBy: id('created_by').references(() => staff.id, { onDelete: 'set null' }),
    /** Null until the mail is written: nobody has the link before. */
    tokenHash: text('token_hash').unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** Set by triggers (125-changes-of-proofs.sql). */
    voidedAt: instant('voided_at'),
  },
  (t) => [index('invitation_staff').on(t.staffId, t.kind, t.id)],
)

/**
 * The link to `/welcome`, where the first admin of an empty product is made. At most one row; only the hash of its token.
 */
export const welcomeLink = pgTable('welcome_link', {
  id: boolean('id').primaryKey().default(true),
  hash: text('hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** The authenticator app of a staff member, which signing in then requires. */
export const secondFactor = pgTable('second_factor', {
  staffId: id('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  /** Base32, as given to the app; null before the first one is confirmed. */
  secret: text('secret'),
  confirmedAt: instant('confirmed_at'),
  /** Of the app being set up; not in use until it is confirmed. */
  pendingSecret: text('pending_secret'),
  /** The time step of the last used code: it and earlier ones are not accepted again. */
  lastStep: integer('last_step'),
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: text('recovery_hashes').array().notNull().default(sql`'{}'`),
})

/** Sign-in after the password, before the second factor. Only the ticket's hash is stored. */
export const signInTicket = pgTable('sign_in_ticket', {
  hash: text('hash').primaryKey(),
  staffId: id('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
})

/** Login lock that grows with failures, by a hash of the e-mail address, for known and unknown accounts alike. */
export const loginAttempt = pgTable('login_attempt', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastFailedAt: instant('last_failed_at').notNull(),
  lockedUntil: instant('locked_until'),
})

/** Calls and letters of a moment, counted by all processes together; the key names the limit and who is counted. */
export const rateCount = pgTable('rate_count', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
})

/**
 * Answers of POST requests, repeated for the same idempotency key; kept for 24 hours. Neither key nor body can be
 * recovered: `key` is a hash, `requestHash` is keyed with the key itself.
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
    /** Null only inside the transaction that computes the answer. */
    answer: jsonb('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.endpoint, t.key] }), index('idempotency_created').on(t.createdAt)],
)

/** Append-only by grant and trigger. The trigger numbers the rows without gaps and links each to the previous one. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().default(0),
    at: instant('at').notNull(),
    actorStaffId: id('actor_staff_id'),
    /** Their name at that time, stored by a trigger: it stays when the account changes. */
    actorName: text('actor_name'),
    actorRole: text('actor_role'),
    action: text('action').notNull(),
    resourceType: text('resource_type').notNull(),
    resourceId: text('resource_id'),
    shopId: id('shop_id'),
    memberId: id('member_id'),
    diff: jsonb('diff'),
    reason: text('reason'),
    /** For an audited read or an export: its parameters, and its number of rows. */
    filter: jsonb('filter'),
    rowCount: integer('row_count'),
    /** Distinguishes sessions; cannot be used to sign in. */
    session: text('session'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id').notNull(),
    previousHash: text('previous_hash').notNull().default(''),
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    index('audit_log_at').on(t.at),
    // Drizzle has no INCLUDE: the filter columns are part of the index, so that deep pages are read from it alone.
    index('audit_log_walk').on(t.seq, t.shopId, t.actorStaffId, t.action),
    index('audit_log_actor').on(t.actorStaffId, t.at),
    index('audit_log_shop').on(t.shopId, t.seq),
    index('audit_log_action').on(t.action, t.seq),
    index('audit_log_resource').on(t.resourceType, t.resourceId, t.seq),
    index('audit_log_member').on(t.memberId, t.seq).where(sql`${t.memberId} is not null`),
  ],
)

/** Browsers a staff member has signed in from, by a hash of both. */
export const loginDevice = pgTable('login_device', {
  key: text('key').primaryKey(),
  lastUsedAt: instant('last_used_at').notNull(),
})

/** Length and last hash of the audit log, stored apart, so that a removed tail is detected. One row. */
export const auditHead = pgTable('audit_head', {
  id: boolean('id').primaryKey().default(true),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
})

/** Sequence of user ids: staff and members share the specification's user ids. */
export const userAccount = pgTable('user_account', {
  id: generatedId('id').primaryKey(),
  type: text('type', { enum: ['staff', 'member'] }).notNull(),
})

export const access: readonly Access[] = [
  {
    table: userAccount,
    rows: 'none',
    write: { insert: true },
    export: { not: 'the numbers are those of members and staff' },
  },
  // Found by a secret that only its receiver has, before signing in.
  { table: invitation, rows: 'staff', anybody: 'select', write: anything, export: { not: proof } },
  // Used up by first_admin() alone (127-first-admin.sql).
  { table: welcomeLink, rows: 'none', export: { not: proof } },
  { table: signInTicket, rows: 'staff', anybody: 'select', write: anything, export: { not: proof } },
  { table: session, rows: 'staff', write: anything, export: { not: proof } },
  { table: idempotency, rows: 'staff', write: anything, export: { not: proof } },
  { table: loginAttempt, rows: 'none', write: anything, export: { not: proof } },
  { table: rateCount, rows: 'none', read: false, export: { not: 'of a minute' } },
  { table: loginDevice, rows: 'none', write: anything, export: { not: proof } },
  { table: secondFactor, rows: 'staff', write: anything, export: { not: proof } },
  // Any caller may add a row about any shop.
  {
    table: auditLog,
    rows: 'shop',
    readBy: auditLog.actorStaffId,
    anybody: 'insert',
    write: { insert: true },
    export: { not: 'of the product that wrote it: its rows are chained and name its sessions' },
  },
  { table: auditHead, rows: 'none', read: false, export: { not: 'of the product that wrote it' } },
]
