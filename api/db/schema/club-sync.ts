import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { rowOutcomes, syncKinds, syncPartStates, syncStates, translatedFieldNames } from '#contract/words/club-sync.ts'
import { syncResources } from '#contract/words/sync-resources.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, of, ofConnection, without, words } from './exported.ts'
import { staff } from './organisation.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A run that reads the club system (decision 0082). One at most is not over. */
export const syncRun = pgTable(
  'sync_run',
  {
    id: generatedId('id').primaryKey(),
    brandCode: text('brand_code').notNull(),
    kind: text('kind', { enum: valuesOf(syncKinds) }).notNull(),
    state: text('state', { enum: valuesOf(syncStates) }).notNull(),
    /** Null: by the clock. */
    requestedBy: id('requested_by').references(() => staff.id, { onDelete: 'set null' }),
    beganAt: instant('began_at').notNull(),
    endedAt: instant('ended_at'),
    /** Until then one process works on it; of a process that died another takes it up afterwards. */
    leaseUntil: instant('lease_until'),
    /** Counts the processes that have taken it up: one that was too slow no longer writes. */
    leaseNo: integer('lease_no').notNull().default(0),
    /** Why it ended as it did, for staff. */
    sentence: text('sentence'),
    /** When admins were told that it failed. */
    toldAt: instant('told_at'),
  },
  (t) => [
    index('sync_run_began').on(t.beganAt),
    uniqueIndex('sync_run_one').on(sql`(true)`).where(sql`${t.state} in ('running', 'stopping', 'stopped')`),
  ],
)

/** One resource of a run. */
export const syncPart = pgTable(
  'sync_part',
  {
    runId: id('run_id')
      .notNull()
      .references(() => syncRun.id, { onDelete: 'cascade' }),
    resource: text('resource', { enum: valuesOf(syncResources) }).notNull(),
    state: text('state', { enum: valuesOf(syncPartStates) }).notNull(),
    /** What is read next: which of its lists, which page of it, and in which pass over that list. */
    listNo: integer('list_no').notNull().default(0),
    page: integer('page').notNull().default(1),
    pass: integer('pass').notNull().default(1),
    /** Whether one process has read it without a break, so that what it has not seen is missing. */
    isUnbroken: boolean('is_unbroken').notNull().default(true),
    calls: integer('calls').notNull().default(0),
    /** Calls that it will take as far as is known; null: not yet. */
    expectedCalls: integer('expected_calls'),
    /** Of the present reading of a list. */
    fetchedOfPass: integer('fetched_of_pass').notNull().default(0),
    fetched: integer('fetched').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    /** Whose difference is in columns alone that a person has chosen. */
    locked: integer('locked').notNull().default(0),
    /** Of studios that are left out or not answered, or of somebody who is not here. */
    skipped: integer('skipped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** Of the lists that are read. */
    totalBefore: integer('total_before').notNull().default(0),
    /** What the club system says that it has, and what of it is here; null until they are known. */
    theirTotal: integer('their_total'),
    ourTotal: integer('our_total'),
    /** Rows that were there before and are no longer. */
    goneSuspected: integer('gone_suspected').notNull().default(0),
    beganAt: instant('began_at'),
    endedAt: instant('ended_at'),
    /** Why rows were not written, with their numbers. */
    reasons: jsonb('reasons').$type<Record<string, number>>().notNull().default({}),
    sentence: text('sentence'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.resource] })],
)

/** A row of the club system as it came, sealed; kept for 13 months after it was last seen. */
export const providerRow = pgTable(
  'provider_row',
  {
    brandCode: text('brand_code').notNull(),
    resource: text('resource', { enum: valuesOf(syncResources) }).notNull(),
    theirId: text('their_id').notNull(),
    hash: text('hash').notNull(),
    keyId: text('key_id').notNull(),
    sealed: bytes('sealed').notNull(),
    /** The run that saw it last. */
    seenIn: id('seen_in'),
    seenAt: instant('seen_at').notNull(),
    /** Since when a whole reading has not had it: a suspicion. */
    missingSince: instant('missing_since'),
    /** Of a missing member: when the club system was queried by number and knew nobody. */
    goneAt: instant('gone_at'),
    outcome: text('outcome', { enum: valuesOf(rowOutcomes) }).notNull(),
    /** Why it is not written, without a word of whom it is about. */
    reason: text('reason'),
    /** Of a member: whether their contracts and their tickets are still to be read. */
    contractsDue: boolean('contracts_due').notNull().default(false),
    ticketsDue: boolean('tickets_due').notNull().default(false),
    /** Of a member whose contracts, or tickets, could not be read: when that was last tried. They come after the others. */
    contractsPutOffAt: instant('contracts_put_off_at'),
    ticketsPutOffAt: instant('tickets_put_off_at'),
    /** Of a row that cannot be read or written: since when, and the number of the member whose it is, where it can be read. */
    failedSince: instant('failed_since'),
    knownMember: text('known_member'),
    /** Of a sale that is not here: its day, sum and studio, as far as they can be read. */
    knownOn: date('known_on'),
    knownYen: integer('known_yen'),
    knownStudio: text('known_studio'),
    /**
     * Of a member with a contract that was here and is at a studio of which nothing is written: that studio, the first day
     * there where a contract says it, and since when it is seen; null: an answer of the mapping has done it.
     */
    movedTo: text('moved_to'),
    movedOn: date('moved_on'),
    movedAt: instant('moved_at'),
    /** The next run writes it again as it is kept. */
    writeDue: boolean('write_due').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.brandCode, t.resource, t.theirId] }),
    index('provider_row_contracts_due').on(t.brandCode, t.theirId).where(sql`${t.contractsDue}`),
    index('provider_row_tickets_due').on(t.brandCode, t.theirId).where(sql`${t.ticketsDue}`),
    index('provider_row_to_ask')
      .on(t.brandCode, t.theirId)
      .where(sql`${t.resource} = 'members' and ${t.missingSince} is not null and ${t.goneAt} is null`),
    index('provider_row_moved').on(t.brandCode, t.theirId).where(sql`${t.movedTo} is not null`),
    index('provider_row_write_due').on(t.brandCode).where(sql`${t.writeDue}`),
    index('provider_row_key').on(t.keyId),
    index('provider_row_failed')
      .on(t.resource, t.theirId)
      .where(sql`${t.outcome} = 'failed' and ${t.missingSince} is null`),
    index('provider_row_sales_failed')
      .on(t.brandCode, t.theirId)
      .where(sql`${t.resource} = 'purchases' and ${t.outcome} = 'failed' and ${t.missingSince} is null`),
  ],
)

/** A row that cannot be read, of which somebody has said that nothing is to be done about it. */
export const unreadRowAside = pgTable(
  'unread_row_aside',
  {
    resource: text('resource', { enum: valuesOf(syncResources) }).notNull(),
    theirId: text('their_id').notNull(),
    reason: text('reason').notNull(),
    setBy: id('set_by').references(() => staff.id, { onDelete: 'set null' }),
    setAt: instant('set_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.theirId] })],
)

/** A word of the club system that we do not know, and what somebody has said that it means. */
export const unknownWord = pgTable(
  'unknown_word',
  {
    brandCode: text('brand_code').notNull(),
    field: text('field', { enum: valuesOf(translatedFieldNames) }).notNull(),
    word: text('word').notNull(),
    /** Rows of the last run that had it. */
    count: integer('count').notNull(),
    seenIn: id('seen_in'),
    answer: text('answer'),
    answeredBy: id('answered_by').references(() => staff.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
  },
  (t) => [primaryKey({ columns: [t.brandCode, t.field, t.word] })],
)

export const access: readonly Access[] = [
  {
    table: syncRun,
    rows: 'headOffice',
    write: { insert: true, update: [syncRun.state, syncRun.leaseUntil, syncRun.endedAt, syncRun.sentence] },
    export: { not: ofConnection },
  },
  { table: syncPart, rows: 'headOffice', write: { insert: true }, export: { not: ofConnection } },
  {
    table: providerRow,
    rows: 'headOffice',
    read: false,
    export: inFile(providerRow, {
      file: 'last-seen',
      label: '会員管理システムで最後に確認した会員・契約・チケット',
      since: 3,
      where: sql`t.resource in ('members', 'contracts', 'memberTickets')`,
      columns: {
        ...{ brandCode: 'ブランドコード', resource: words('種類', syncResources), theirId: '提供元ID' },
        ...{
          seenAt: '最後に確認した日時',
          missingSince: '消えた日時',
          goneAt: '番号での確認',
          movedTo: '移ったスタジオ',
        },
        ...{ outcome: words('反映', rowOutcomes), reason: '反映していない理由', failedSince: '読めなくなった日時' },
        ...{ knownMember: '会員の提供元ID', movedOn: '移った日', movedAt: '移ったと分かった日時' },
        ...without('the row as it came, which the club system has', 'hash', 'keyId', 'sealed'),
        ...without('a run of that product', 'seenIn'),
        ...without(
          'a new connection reads everything',
          'contractsDue',
          'ticketsDue',
          'contractsPutOffAt',
          'ticketsPutOffAt',
          'writeDue',
        ),
        ...without('of sales', 'knownOn', 'knownYen', 'knownStudio'),
      },
      until: { hash: '', key_id: '', sealed: '\\x' },
    }),
  },
  {
    table: unreadRowAside,
    rows: 'headOffice',
    write: anything,
    export: inFile(unreadRowAside, {
      file: 'rows-set-aside',
      label: '対応不要とした行',
      since: 3,
      columns: {
        ...{ resource: words('種類', syncResources), theirId: '提供元ID', reason: '理由' },
        ...{ setBy: of('staff', '登録者の番号'), setAt: '登録日時' },
      },
    }),
  },
  {
    table: unknownWord,
    rows: 'headOffice',
    write: { update: [unknownWord.answer, unknownWord.answeredBy, unknownWord.answeredAt] },
    export: inFile(unknownWord, {
      file: 'answered-words',
      label: '会員管理システムの言葉の読み替え',
      since: 3,
      columns: {
        ...{ brandCode: 'ブランドコード', field: words('項目', translatedFieldNames), word: '言葉', count: '行数' },
        ...{ answer: '意味', answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
        ...without('a run of that product', 'seenIn'),
      },
    }),
  },
]
