import { z } from 'zod'
import {
  changesOf,
  listInput,
  listOf,
  pageInput,
  zDate,
  zDateTime,
  zId,
  zName,
  zText,
  zVersion,
  zWord,
  zYen,
} from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import { shownMember } from './people.ts'
import { StaffUser } from './user.ts'
import { cancelReasons } from './words/cancel-reason.ts'
import { joinedDayAnswers } from './words/data-health.ts'
import { importKinds } from './words/import.ts'
import {
  broughtFacts,
  comingKinds,
  contractKinds,
  contractStatuses,
  genders,
  joinRoutes,
  memberStatuses,
  risks,
  visitClasses,
} from './words/member.ts'
import { memberList } from './words/member-list.ts'
import {
  approvalResults,
  bulkResults,
  contractPaymentStatuses,
  paymentKinds,
  paymentMethods,
  paymentStatuses,
  visitSources,
} from './words/member-record.ts'
import { missingKinds, missingStates } from './words/missing-member.ts'
import { ticketSources, ticketTypes } from './words/shop.ts'

const zPerson = z.strictObject({ id: zId, displayName: z.string() })
/** `isApproved`: false where the trainer reads no health data of this member before the assignment is approved. */
const zTrainer = zPerson.extend({ isApproved: z.boolean() })
const zShopName = z.strictObject({ id: zId, name: z.string() })

/** Known changes of the contract after the data date. */
const zComing = z.strictObject({ kind: zWord(comingKinds), on: zDate })

export const MemberRow = z.strictObject({
  /** The user's id: `user/{id}`. */
  id: zId,
  ...shownMember,
  gender: zWord(genders),
  /** 満年齢 on the data date. */
  age: z.int().nullable(),
  /**
   * Unmasked with the right to write members and for the member's trainer, masked for others (`***-****-1234`,
   * `t***@example.jp`).
   */
  tel: z.string().nullable(),
  email: z.string().nullable(),
  shop: zShopName,
  /** The specification's rule: active exactly when hasActivePlan. */
  status: zWord(memberStatuses),
  contractStatus: zWord(contractStatuses),
  /** Of the plan with this name. */
  planId: zId.nullable(),
  planName: z.string().nullable(),
  coming: zComing.nullable(),
  /** The day that holds: what came, or what head office answered for that day. */
  joinedOn: zDate.nullable(),
  lastVisitOn: zDate.nullable(),
  /** Visit days in the 30 days that end with the data date; null while no visits are known. */
  visits30d: z.int().nullable(),
  /** 来館傾向 of who is 稼働, with its reason in words; null where these days are not known. */
  visitTrend: z.strictObject({ class: zWord(visitClasses), reason: z.string() }).nullable(),
  /** 離脱リスク of the same members, with its signs in words. Absent without the right to export members. */
  risk: z
    .strictObject({ level: zWord(risks), reasons: z.array(z.string()) })
    .nullable()
    .optional(),
  /** Sorted by code point, each once. */
  tags: z.array(z.string()),
  trainer: zTrainer.nullable(),
  /** Whether there is a note that the desk must read before it speaks to the member. */
  hasAlert: z.boolean(),
  withLeanBodyContent: z.boolean(),
  /** Whether one of the two flags is set by hand. */
  isLocked: z.boolean(),
  /** Absent without the right to money. */
  unpaidAmount: zYen.optional(),
  /** The birthday, in a list where the keyword means it and the caller reads it. */
  foundBirthday: zDate.optional(),
})
export type MemberRow = z.output<typeof MemberRow>

export const Member = MemberRow.extend({
  /** Null: of a file, and unknown to the club system. */
  externalId: z.int().nullable(),
  /** The date of birth and the address are absent where contact is masked. */
  birthday: zDate.nullable().optional(),
  zipCode: z.string().nullable().optional(),
  prefecture: z.string().nullable().optional(),
  address1: z.string().nullable().optional(),
  address2: z.string().nullable().optional(),
  hasActivePlan: z.boolean(),
  lockedHasActivePlan: z.boolean(),
  lockedWithLeanBodyContent: z.boolean(),
  staffNote: z.string().nullable(),
  alertNote: z.string().nullable(),
  /** Who assigned and who approved the trainer, and when; null people: the system, or outside of the caller's shops. */
  trainerApproval: z
    .strictObject({
      assignedBy: zPerson.nullable(),
      assignedAt: zDateTime,
      approvedBy: zPerson.nullable(),
      approvedAt: zDateTime.nullable(),
      /** Whether the caller may approve it. */
      mayApprove: z.boolean(),
    })
    .nullable(),
  /** Of all tickets that have not expired on the data date. */
  ticketsLeft: z.int(),
  /** The two flags while they are not set by hand. */
  byContracts: z.strictObject({ hasActivePlan: z.boolean(), withLeanBodyContent: z.boolean() }),
  /** The current pause on the data date, or the next one; `to` is its last day, null: unknown. */
  suspension: z.strictObject({ from: zDate, to: zDate.nullable() }).nullable(),
  /** The next ones from the moment of reading on. */
  nextReservation: z.strictObject({ id: zId, programName: z.string(), startAt: zDateTime, shop: zShopName }).nullable(),
  joinRoute: zWord(joinRoutes).nullable(),
  /** Where another 入会日 holds than the one that came: that day, and the answer. */
  joinedDay: z.strictObject({ given: zDate, answer: zWord(joinedDayAnswers) }).nullable(),
  cancelledOn: zDate.nullable(),
  /** What 消えた会員 last says of them; null: nothing that still holds. */
  missing: z
    .strictObject({
      kind: zWord(missingKinds),
      state: zWord(missingStates),
      /** The last valid day once closed. */
      lastSeenOn: zDate,
      isByRun: z.boolean(),
      rejoinedOn: zDate.nullable(),
    })
    .nullable(),
  mailOptIn: z.boolean(),
  /** Where mail goes: to the member's address or to their family's representative's, masked as `email`; null: nowhere. */
  mailAddress: z.string().nullable(),
  /**
   * Where mails are no longer sent to the address: since when, why (addresses masked with the contact), and whether it
   * was a complaint.
   */
  /** What letters of the reader's shops met at the address. */
  mailBounce: z.strictObject({ at: zDateTime, detail: z.string(), isComplaint: z.boolean() }).nullable(),
  /** For a reason that another shop knows. */
  isUnreachable: z.boolean(),
  /** Latest first, at most 20. */
  plans: z.array(
    z.strictObject({
      id: zId,
      planId: zId,
      planName: z.string(),
      shop: zShopName,
      kind: zWord(contractKinds),
      startOn: zDate,
      endOn: zDate.nullable(),
      monthlyFee: zYen.optional(),
    }),
  ),
  /** Visit days of each of the last 12 months, oldest first; null: before or after the known days of visits. */
  visitMonths: z.array(z.strictObject({ month: z.string(), days: z.int().nullable() })),
  lastSyncedAt: zDateTime.nullable(),
  /** Whether something of theirs, or of their contracts, tickets, bookings and sales, is kept over the club system's. */
  hasChosen: z.boolean(),
  /** Of their own facts those that a person chose, which the synchronisation leaves as they are. */
  ofFile: z.array(zWord(broughtFacts)),
  /** The last editor here, and when; null: nobody yet. */
  updatedBy: zPerson.nullable(),
  updatedAt: zDateTime.nullable(),
  version: zVersion,
})
export type Member = z.output<typeof Member>

const zTag = zName(30)
export const mostTags = 20
const zTags = z.array(zTag).max(mostTags, { error: 'この項目は20個までです。' })

/** What is recorded here about a member; the rest is the club system's. */
export const MemberDraft = z.strictObject({
  /** May differ from the contracts only while it is locked. */
  hasActivePlan: z.boolean(),
  lockedHasActivePlan: z.boolean(),
  /** May differ from the plans only while it is locked. */
  withLeanBodyContent: z.boolean(),
  lockedWithLeanBodyContent: z.boolean(),
  tags: zTags,
  /** Active staff of the member's shop, trainers and above. */
  trainerStaffId: zId.nullable(),
  staffNote: zText(2000).nullable(),
  alertNote: zText(200).nullable(),
})
export type MemberDraft = z.input<typeof MemberDraft>

/** One contract of a member; a pause is a contract of its own. */
export const MemberPlan = z.strictObject({
  id: zId,
  planId: zId,
  planName: z.string(),
  planCode: z.string(),
  shop: zShopName,
  kind: zWord(contractKinds),
  status: zWord(contractStatuses),
  contractedOn: zDate,
  startOn: zDate,
  /** The last valid day. */
  endOn: zDate.nullable(),
  cancelRequestedOn: zDate.nullable(),
  /** Absent without the right to change members: health may be a reason. */
  cancelReason: zWord(cancelReasons).nullable().optional(),
  nextBillingOn: zDate.nullable(),
  /** Absent without the right to money, as the two below. */
  monthlyFee: zYen.optional(),
  paymentMethod: zWord(paymentMethods).optional(),
  paymentStatus: zWord(contractPaymentStatuses).optional(),
  /** First day of the month whose bill gave that state; null: no bill of the member has had its run. */
  paymentMonth: zDate.nullable().optional(),
})
export type MemberPlan = z.output<typeof MemberPlan>

export const MemberTicket = z.strictObject({
  id: zId,
  ticketId: zId,
  ticketName: z.string(),
  type: zWord(ticketTypes),
  shop: zShopName,
  grantedNum: z.int(),
  usedNum: z.int(),
  remainingNum: z.int(),
  grantedAt: zDateTime,
  expiresOn: zDate.nullable(),
  /** Whether it has expired on the data date. */
  isExpired: z.boolean(),
  source: zWord(ticketSources),
  /** Absent without the right to money. */
  unitPrice: zYen.optional(),
})
export type MemberTicket = z.output<typeof MemberTicket>

/** Days and hours of visits as the figures count them, and each entry as recorded. */
const MemberVisits = z.strictObject({
  year: z.int(),
  /** The first and the last year with visits. */
  firstYear: z.int(),
  lastYear: z.int(),
  /** Business days of the year with a visit, oldest first. */
  days: z.array(zDate),
  /** Visits by weekday of the business day (0 Sunday) and hour of entry in Tokyo. */
  hours: z.array(z.strictObject({ dow: z.int(), hour: z.int(), visits: z.int() })),
  params: z.strictObject({ offset: z.int(), limit: z.int() }),
  /** Latest first. */
  list: z.array(
    z.strictObject({
      id: zId,
      shop: zShopName,
      enteredAt: zDateTime,
      leftAt: zDateTime.nullable(),
      source: zWord(visitSources),
    }),
  ),
  paging: z.strictObject({ offset: z.int(), count: z.int(), total: z.int() }),
})

export const MemberPayment = z.strictObject({
  id: z.string(),
  kind: zWord(paymentKinds),
  /** For a bill the day of its run; for a sale the day of payment. */
  on: zDate,
  /** First day of the month it is for; null where it is for none. */
  targetMonth: zDate.nullable(),
  what: z.string(),
  shop: zShopName,
  /** Tax included; negative for a refund. */
  amount: zYen,
  method: zWord(paymentMethods),
  status: zWord(paymentStatuses),
})
export type MemberPayment = z.output<typeof MemberPayment>

/** Unpaid first, then the latest. */
const MemberPayments = listOf(MemberPayment).extend({
  /** Unpaid yen: of all months, and of the data date's month alone. */
  unpaid: z.strictObject({ all: zYen, thisMonth: zYen, month: zDate }),
})

/** One change of a member: author, time, and each field before and after. */
const MemberChange = z.strictObject({
  id: zId,
  at: zDateTime,
  actor: zPerson.nullable(),
  action: z.string(),
  fields: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type MemberChange = z.output<typeof MemberChange>

/** A file that has written something of a member, as long as the import is here (30 days). */
const ImportOfMember = z.strictObject({
  id: zId,
  kind: zWord(importKinds),
  name: z.string(),
  writtenAt: zDateTime,
  /** When it was taken back. */
  undoneAt: zDateTime.nullable(),
  /** Null: by the command, or somebody who is gone. */
  by: zPerson.nullable(),
  /** The member came by it. */
  isMade: z.boolean(),
  /** Whether the caller may open it. */
  mayOpen: z.boolean(),
})
export type ImportOfMember = z.output<typeof ImportOfMember>

const ofMember = { userId: zId, ...pageInput }
const bulkChanges = z.strictObject({
  ids: z.array(zId).min(1, { error: '会員を選択してください。' }).max(500),
  addTags: zTags.default([]),
  removeTags: zTags.default([]),
  trainerStaffId: zId.nullable().optional(),
  /**
   * Locks the flag at this value; a member locked at another value keeps it, and all other fields, unless the lock is
   * sent too.
   */
  withLeanBodyContent: z.boolean().optional(),
  hasActivePlan: z.boolean().optional(),
  /**
   * False unlocks the flag, so that it follows contracts and plans; true locks it at the sent value, or the current
   * one.
   */
  lockedWithLeanBodyContent: z.boolean().optional(),
  lockedHasActivePlan: z.boolean().optional(),
  /** A dry run: returns the outcome and changes nothing. */
  dryRun: z.boolean().default(false),
})

const listed = {
  ...listInput(memberList),
  /** `match`: names and readings that begin with the keyword first, each part by reading. A file is by reading only. */
  sortKey: z.enum([...memberList.sortKeys, 'match']).default(memberList.defaultSort),
  shopId: zId.optional(),
  trainerStaffId: zId.optional(),
  actionId: zId.optional(),
  /** Only members whose days of health data a trainer may read: their own, and those booked with them. */
  assigned: z.literal('true').optional(),
}

export const member = {
  list: get('/user/member/list', 'member.read', '会員の一覧', listed, listOf(MemberRow), {
    csv: { permission: 'member.export' },
  }),
  /** A screen names one of the two; an id of the other type is not found. */
  get: get(
    '/user/:id',
    'member.read',
    '会員・スタッフのユーザーの詳細',
    { id: zId, type: z.enum(['member', 'staff']).optional() },
    z.union([Member, StaffUser]),
  ),
  /** Per member; a locked flag is kept. Ids here and below are the users', as in `user/{id}`. */
  bulk: put(
    '/member/bulk',
    'member.write',
    '会員（500名まで）の管理項目をまとめて更新する',
    bulkChanges,
    z.strictObject({
      changed: z.int(),
      unchanged: z.int(),
      locked: z.int(),
      notFound: z.int(),
      /** Of the changed: whose trainer somebody else must approve. */
      awaitingApproval: z.int(),
      rows: z.array(z.strictObject({ id: zId, name: z.string().nullable(), result: zWord(bulkResults) })),
    }),
    { cost: 'exclusive' },
  ),
  /** Each with the trainer whom the caller saw: another one assigned since is not approved. */
  approveTrainers: put(
    '/member/approve-trainers',
    'log.approve',
    '会員（500名まで）の担当トレーナーを承認する',
    {
      rows: z
        .array(z.strictObject({ userId: zId, trainerStaffId: zId }))
        .min(1, { error: '会員を選択してください。' })
        .max(500),
    },
    z.strictObject({
      approved: z.int(),
      rows: z.array(z.strictObject({ userId: zId, name: z.string().nullable(), result: zWord(approvalResults) })),
    }),
  ),
  update: put(
    '/member/:id',
    'member.write',
    '会員のうち、こちらで管理する項目を更新する',
    changesOf(MemberDraft),
    Member,
  ),
  plans: get('/member/plan/list', 'member.read', '会員の契約の一覧', ofMember, listOf(MemberPlan)),
  tickets: get('/member/ticket/list', 'member.read', '会員のチケットの一覧', ofMember, listOf(MemberTicket)),
  visits: get(
    '/member/:id/visits',
    'member.read',
    '会員の来館（1年分）',
    { id: zId, year: z.int().min(2000).max(2100).optional(), ...pageInput },
    MemberVisits,
  ),
  payments: get(
    '/member/:id/payments',
    'report.money',
    '会員の請求と売上の一覧',
    /** `unpaid`: only bills that are unpaid or failed. */
    { id: zId, unpaid: z.literal('true').optional(), ...pageInput },
    MemberPayments,
  ),
  history: get(
    '/member/:id/history',
    'member.read',
    '会員の変更履歴と、会員を書き込んだ取り込み',
    { id: zId, ...pageInput },
    // The latest first.
    listOf(MemberChange).extend({ imports: z.array(ImportOfMember) }),
  ),
} satisfies Endpoints
