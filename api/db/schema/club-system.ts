import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instructorChoices, studioAnswers } from '#contract/words/club-system.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, of, ofConnection, proof, shopNumber, words } from './exported.ts'
import { shop, staff } from './organisation.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** The connection with the club system: one row at most (decision 0081). */
export const clubConnection = pgTable(
  'club_connection',
  {
    /** Always 1. */
    id: integer('id').primaryKey(),
    /** Random, for addresses that the club system calls. */
    publicId: text('public_id').notNull(),
    brandCode: text('brand_code').notNull(),
    /** The tokens; null once they are forgotten. */
    keyId: text('key_id'),
    sealed: bytes('sealed'),
    /** When the access token ends. */
    tokenEndsAt: instant('token_ends_at'),
    /** Counts the tokens: who has read an older number reads again. */
    tokenSerial: integer('token_serial').notNull().default(0),
    /** Until then one process renews the tokens, and the others wait. */
    renewingUntil: instant('renewing_until'),
    /** Since when the club system refuses to renew the tokens. */
    refusedAt: instant('refused_at'),
    /** When the club system may be called next, by whichever process. */
    nextCallAt: instant('next_call_at'),
    /** When admins were told that nothing comes. */
    silenceToldAt: instant('silence_told_at'),
    connectedAt: instant('connected_at').notNull(),
    connectedBy: id('connected_by').references(() => staff.id, { onDelete: 'set null' }),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    check('club_connection_one', sql`${t.id} = 1`),
    check('club_connection_sealed', sql`(${t.keyId} is null) = (${t.sealed} is null)`),
  ],
)

/** A way to the club system that somebody has set out on: for them alone, for ten minutes, once. */
export const clubAuthorization = pgTable('club_authorization', {
  /** SHA-256 of the `state` that comes back. */
  stateHash: text('state_hash').primaryKey(),
  staffId: id('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  brandCode: text('brand_code').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** What a studio of the club system is here. Without a row: not answered. */
export const clubStudio = pgTable(
  'club_studio',
  {
    brandCode: text('brand_code').notNull(),
    theirId: text('their_id').notNull(),
    name: text('name').notNull(),
    choice: text('choice', { enum: valuesOf(studioAnswers) }).notNull(),
    shopId: id('shop_id').references(() => shop.id),
    answeredBy: id('answered_by').references(() => staff.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.brandCode, t.theirId] }),
    unique('club_studio_shop').on(t.brandCode, t.shopId),
    check('club_studio_choice', sql`(${t.choice} = 'shop') = (${t.shopId} is not null)`),
  ],
)

/** Who an instructor of the club system is here; the same. */
export const clubInstructor = pgTable(
  'club_instructor',
  {
    brandCode: text('brand_code').notNull(),
    theirId: text('their_id').notNull(),
    name: text('name').notNull(),
    choice: text('choice', { enum: valuesOf(instructorChoices) }).notNull(),
    staffId: id('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    answeredBy: id('answered_by').references(() => staff.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.brandCode, t.theirId] }),
    check('club_instructor_choice', sql`(${t.choice} = 'staff') = (${t.staffId} is not null)`),
  ],
)

export const hintKinds = ['members', 'bookings', 'other'] as const

/** Accepted webhooks: the records that are to be read again. Their bodies are not kept (decision 0083). */
export const clubInbox = pgTable(
  'club_inbox',
  {
    id: generatedId('id').primaryKey(),
    /** The connection's public id. */
    connection: text('connection').notNull(),
    /** What was connected then: another club's numbers are not read. */
    brandCode: text('brand_code').notNull(),
    /** Counts once. */
    nonce: text('nonce').notNull(),
    kind: text('kind', { enum: hintKinds }).notNull(),
    /** Null with the kind `other`, which is only counted. */
    theirId: text('their_id'),
    receivedAt: instant('received_at').notNull(),
    /** When it is looked at; later after each try, and while somebody works on it. */
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
    tries: integer('tries').notNull().default(0),
    /** Why nothing came of it, for staff. */
    sentence: text('sentence'),
  },
  (t) => [
    unique('club_inbox_nonce').on(t.connection, t.nonce),
    index('club_inbox_due').on(t.dueAt, t.id).where(sql`${t.doneAt} is null`),
    index('club_inbox_received').on(t.brandCode, t.receivedAt),
    check('club_inbox_id', sql`(${t.kind} = 'other') = (${t.theirId} is null)`),
  ],
)

export const access: readonly Access[] = [
  {
    table: clubConnection,
    rows: 'headOffice',
    write: { insert: true, update: true },
    export: { not: 'the proof that the club system has given to this installation' },
  },
  { table: clubAuthorization, rows: 'headOffice', write: { insert: true, delete: true }, export: { not: proof } },
  {
    table: clubStudio,
    rows: 'headOffice',
    write: anything,
    export: inFile(clubStudio, {
      file: 'studios',
      label: 'スタジオの対応付け',
      since: 3,
      columns: {
        ...{
          brandCode: 'ブランドコード',
          theirId: '提供元ID',
          name: 'スタジオ名',
          choice: words('回答', studioAnswers),
        },
        ...{ ...shopNumber, answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
      },
    }),
  },
  {
    table: clubInstructor,
    rows: 'headOffice',
    write: anything,
    export: inFile(clubInstructor, {
      file: 'instructors',
      label: 'インストラクターの対応付け',
      since: 3,
      columns: {
        ...{ brandCode: 'ブランドコード', theirId: '提供元ID', name: '名前', choice: words('回答', instructorChoices) },
        staffId: of('staff', 'スタッフの番号'),
        ...{ answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
      },
    }),
  },
  { table: clubInbox, rows: 'headOffice', export: { not: ofConnection } },
]
