import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { announcement } from './announcement.ts'
import { columnText, contentColumn } from './column.ts'
import { dailyLog, dailyLogChange, dailyLogNotice, dailyLogReveal, dailyLogWeek, healthConsent } from './daily-log.ts'
import { dailyReport } from './daily-report.ts'
import * as derived from './derived.ts'
import * as facts from './facts.ts'
import {
  auditHead,
  auditLog,
  idempotency,
  invitation,
  loginAttempt,
  loginDevice,
  secondFactor,
  session,
  signInTicket,
  userAccount,
} from './identity.ts'
import { leanBodyActivity, leanBodyContent, leanBodyDayCount, leanBodyDayMembers } from './lean-body.ts'
import { mail, mailBounce, mailOptOut, mailRecipient, mailStepSent } from './mail.ts'
import { mailStep, mailStepEnrolment, mailStepItem } from './mail-step.ts'
import { mailTemplate } from './mail-template.ts'
import { company, shop, shopStaff, staff } from './organisation.ts'
import { policy } from './policy.ts'
import { reportAction } from './report-action.ts'
import { segment } from './segment.ts'

/**
 * Whose rows a table holds; its row-level security follows from it (api/db/access.ts, decision 0019).
 * - `shop`: of a shop, by `shop_id`; with `home_shop_id` beside it, of both.
 * - `member`: of a member, by `member_id`: readable with the member.
 * - `staff`: of a staff member, by `staff_id`: of themselves and of the shops they work in.
 * - `targets`: for the shops in `target_shop_ids`, or for everybody.
 * - `chain`: readable by all staff.
 * - `none`: in no scope; internal tables.
 */
export type RowClass = 'shop' | 'member' | 'staff' | 'targets' | 'chain' | 'none'

export interface Access {
  table: PgTable
  rows: RowClass
  /** The column with the owner of the row, where it is not the class's default. */
  by?: PgColumn
  /** Aggregated over so many rows that hashing the shops beats comparing each row. */
  summedUp?: true
  /** False: not readable; reads go through a view with its owner's rights. */
  read?: false
  /** What the app's role may write: some columns of an update, all of `insert`, `update`, `delete`. */
  write?: { insert?: true; update?: true | PgColumn[]; delete?: true }
  /** The column of the staff member who may read the row in any shop: its author. */
  readBy?: PgColumn
  /** In a table of people: the column of who adds a row, which must be the caller. */
  addedBy?: PgColumn
  /** Exceptions to the class: anybody reads, or anybody adds. */
  anybody?: 'select' | 'insert'
}

const anything = { insert: true, update: true, delete: true } as const

/** Every table. One that is missing here cannot be read or written by the app's role, and fails a test. */
export const access: readonly Access[] = [
  { table: company, rows: 'chain' },
  {
    table: shop,
    rows: 'shop',
    by: shop.id,
    write: {
      update: [
        shop.enabledOnlineRsv,
        shop.imgUrl,
        shop.rsvUrl,
        shop.monthlyTargets,
        shop.updatedBy,
        shop.updatedAt,
        shop.version,
      ],
    },
  },
  // Staff names are shown beside their changes, also across shops.
  {
    table: staff,
    rows: 'staff',
    by: staff.id,
    anybody: 'select',
    addedBy: staff.createdBy,
    write: {
      insert: true,
      delete: true,
      update: [
        staff.email,
        staff.passwordHash,
        staff.displayName,
        staff.role,
        staff.isAdmin,
        staff.status,
        staff.lastLoginAt,
        staff.lastName,
        staff.firstName,
        staff.lastNameKana,
        staff.firstNameKana,
        staff.gender,
        staff.tel,
        staff.birthday,
        staff.imgUrl,
        staff.jobTitle,
        staff.employmentType,
        staff.joinedOn,
        staff.leftOn,
        staff.appointedAt,
        staff.updatedBy,
        staff.updatedAt,
        staff.version,
      ],
    },
  },
  { table: shopStaff, rows: 'shop', write: anything },

  { table: userAccount, rows: 'none', write: { insert: true } },
  // Found by a secret that only its receiver has, before signing in.
  { table: invitation, rows: 'staff', anybody: 'select', write: anything },
  { table: signInTicket, rows: 'staff', anybody: 'select', write: anything },
  { table: session, rows: 'staff', write: anything },
  { table: idempotency, rows: 'staff', write: anything },
  { table: loginAttempt, rows: 'none', write: anything },
  { table: loginDevice, rows: 'none', write: anything },
  { table: secondFactor, rows: 'staff', write: anything },
  // Any caller may add a row about any shop.
  { table: auditLog, rows: 'shop', readBy: auditLog.actorStaffId, anybody: 'insert', write: { insert: true } },
  { table: auditHead, rows: 'none', read: false },

  { table: announcement, rows: 'targets', write: anything },
  // Never deleted.
  { table: dailyReport, rows: 'shop', write: { insert: true, update: true } },
  { table: reportAction, rows: 'shop', write: anything },
  { table: contentColumn, rows: 'chain', write: anything },
  { table: columnText, rows: 'chain', write: { insert: true } },
  {
    table: policy,
    rows: 'chain',
    write: {
      insert: true,
      delete: true,
      // The number of consents comes from the members' app.
      update: [
        policy.edition,
        policy.title,
        policy.body,
        policy.html,
        policy.effectiveFrom,
        policy.noticeFrom,
        policy.requiresReconsent,
        policy.changeSummary,
        policy.activatedAt,
        policy.updatedBy,
        policy.updatedAt,
        policy.version,
      ],
    },
  },
  {
    table: leanBodyContent,
    rows: 'chain',
    write: {
      update: [
        leanBodyContent.title,
        leanBodyContent.description,
        leanBodyContent.tags,
        leanBodyContent.recommendedMoods,
        leanBodyContent.status,
        leanBodyContent.sortOrder,
        leanBodyContent.shopIds,
        leanBodyContent.searchText,
        leanBodyContent.updatedBy,
        leanBodyContent.updatedAt,
        leanBodyContent.version,
      ],
    },
  },
  { table: leanBodyActivity, rows: 'shop', summedUp: true },
  { table: leanBodyDayCount, rows: 'shop' },
  { table: leanBodyDayMembers, rows: 'shop' },
  // Written by the members' app; staff only delete, on request.
  { table: dailyLog, rows: 'member', write: { delete: true } },
  { table: healthConsent, rows: 'member' },
  { table: dailyLogReveal, rows: 'staff', write: { insert: true } },
  { table: dailyLogWeek, rows: 'shop' },
  { table: dailyLogChange, rows: 'shop', read: false },
  { table: dailyLogNotice, rows: 'staff', write: { insert: true } },
  { table: segment, rows: 'targets', write: anything },

  { table: mailTemplate, rows: 'targets', write: anything },
  // Sent mails are never deleted.
  { table: mail, rows: 'targets', write: { insert: true, update: true } },
  {
    table: mailRecipient,
    rows: 'shop',
    summedUp: true,
    write: { insert: true, update: [mailRecipient.status, mailRecipient.at] },
  },
  { table: mailOptOut, rows: 'member' },
  { table: mailBounce, rows: 'chain' },
  { table: mailStep, rows: 'chain', write: anything },
  { table: mailStepItem, rows: 'chain', write: anything },
  { table: mailStepEnrolment, rows: 'member', write: { insert: true, update: true } },
  { table: mailStepSent, rows: 'member', write: { insert: true } },

  { table: facts.product, rows: 'chain' },
  {
    table: facts.shopPlan,
    rows: 'shop',
    write: {
      update: [
        facts.shopPlan.withLeanBodyContent,
        facts.shopPlan.updatedBy,
        facts.shopPlan.updatedAt,
        facts.shopPlan.version,
      ],
    },
  },
  {
    table: facts.member,
    rows: 'shop',
    write: {
      update: [
        facts.member.status,
        facts.member.hasActivePlan,
        facts.member.lockedHasActivePlan,
        facts.member.withLeanBodyContent,
        facts.member.lockedWithLeanBodyContent,
        facts.member.trainerStaffId,
        facts.member.tags,
        facts.member.staffNote,
        facts.member.alertNote,
        facts.member.updatedBy,
        facts.member.updatedAt,
        facts.member.version,
      ],
    },
  },
  { table: facts.ticket, rows: 'targets' },
  { table: facts.memberTicket, rows: 'shop' },
  { table: facts.contract, rows: 'shop' },
  { table: facts.visit, rows: 'shop' },
  { table: facts.sale, rows: 'shop' },
  { table: facts.saleLine, rows: 'shop' },
  { table: facts.billing, rows: 'shop' },
  { table: facts.slot, rows: 'shop' },
  { table: facts.reservation, rows: 'shop' },
  { table: facts.lead, rows: 'shop' },

  { table: derived.membershipInterval, rows: 'shop' },
  { table: derived.memberVisitMonth, rows: 'shop' },
  { table: derived.shopDay, rows: 'shop' },
  { table: derived.shopMonth, rows: 'shop' },
  { table: derived.shopMonthPeople, rows: 'shop' },
  { table: derived.shopVisitHour, rows: 'shop' },
  { table: derived.shopDaySales, rows: 'shop' },
  { table: derived.shopMonthSales, rows: 'shop' },
  { table: derived.shopBilling, rows: 'shop' },
  { table: derived.memberCount, rows: 'shop' },
  { table: derived.memberList, rows: 'shop', read: false },
  { table: derived.memberDayCount, rows: 'none', read: false },
  { table: derived.rollupDue, rows: 'shop', read: false },
  { table: derived.memberDue, rows: 'none', read: false },
  { table: derived.rollupCheck, rows: 'none', read: false },
  { table: derived.dataState, rows: 'chain' },
]
