import { sql } from 'drizzle-orm'
import { date, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { missingKinds, missingReasons, missingStates } from '#contract/words/missing-member.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { inFile, memberNumber, number, of, without, words } from './exported.ts'
import { member } from './facts.ts'
import { staff } from './organisation.ts'

/** Contracts without an end that closing has ended, and those that had not begun, which it has removed as they were. */
export interface ClosedContracts {
  ended: number[]
  /** Ends that they had before, by number: of a fixed term. Absent in rows of older versions. */
  untils?: Record<string, string>
  removed: Record<string, unknown>[]
}

/**
 * A member whom the club system no longer has, or who has moved to a studio that is left out, and what was decided
 * (decisions 0084, 0103). One row that is open for each.
 */
export const missingMember = pgTable(
  'missing_member',
  {
    id: generatedId('id').primaryKey(),
    brandCode: text('brand_code').notNull(),
    theirId: text('their_id').notNull(),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** The run that found it. */
    runId: id('run_id').notNull(),
    kind: text('kind', { enum: valuesOf(missingKinds) })
      .notNull()
      .default('missing'),
    state: text('state', { enum: valuesOf(missingStates) }).notNull(),
    /** Null: the run has closed it. */
    reason: text('reason', { enum: valuesOf(missingReasons) }),
    /** The last day on which the club system had the member here: the last valid day once closed. */
    lastSeenOn: date('last_seen_on', { mode: 'string' }).notNull(),
    missingSince: instant('missing_since').notNull(),
    /** When the club system was queried by number and knew nobody; null: not yet. */
    confirmedAt: instant('confirmed_at'),
    /** Who has said 「在籍しています」 for the shop. */
    answeredBy: id('answered_by').references(() => staff.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
    decidedBy: id('decided_by').references(() => staff.id, { onDelete: 'set null' }),
    /** With nobody in `decided_by`: by a run. */
    decidedAt: instant('decided_at'),
    /** Why a decision was not carried out, for staff. */
    sentence: text('sentence'),
    closed: jsonb('closed').$type<ClosedContracts>(),
    /** When the club system had the member again. */
    returnedAt: instant('returned_at'),
    /** The first day of another membership, where the member had left and has come back (decision 0104). */
    rejoinedOn: date('rejoined_on', { mode: 'string' }),
    /** When admins were told that it waits. */
    toldAt: instant('told_at'),
  },
  (t) => [
    uniqueIndex('missing_member_open').on(t.brandCode, t.theirId).where(sql`${t.state} <> 'returned'`),
    index('missing_member_state').on(t.state, t.missingSince),
    index('missing_member_member').on(t.memberId),
    index('missing_member_decided').on(t.decidedAt, t.id).where(sql`${t.state} in ('closing', 'reopening')`),
  ],
)

export const access: readonly Access[] = [
  {
    table: missingMember,
    rows: 'member',
    write: {
      update: [
        missingMember.state,
        missingMember.answeredBy,
        missingMember.answeredAt,
        missingMember.decidedBy,
        missingMember.decidedAt,
        missingMember.sentence,
      ],
    },
    export: inFile(missingMember, {
      file: 'missing-members',
      label: '消えた会員',
      since: 3,
      columns: {
        ...{
          ...number,
          brandCode: 'ブランドコード',
          theirId: '提供元ID',
          ...memberNumber,
          kind: words('区分', missingKinds),
        },
        ...{
          state: words('状態', missingStates),
          reason: words('理由', missingReasons),
          lastSeenOn: '最後に確認した日',
        },
        ...{ missingSince: '消えた日時', confirmedAt: '番号での確認', answeredBy: of('staff', '回答者の番号') },
        ...{ answeredAt: '回答日時', decidedBy: of('staff', '判断者の番号'), decidedAt: '判断日時', sentence: '説明' },
        ...{ closed: '終了した契約', returnedAt: '戻った日時', rejoinedOn: '復会日' },
        ...without('a run of that product', 'runId'),
        ...without('admins of the new product get their own letter', 'toldAt'),
      },
      zeros: ['run_id'],
    }),
  },
]
