import { z } from 'zod'
import { listInput, listOf, zDate, zDateTime, zId, zText, zVersion, zYen } from './common.ts'
import type { Endpoints } from './endpoint.ts'

export const contractStatuses = ['active', 'waiting', 'suspended', 'cancel'] as const
export const genders = ['male', 'female', 'none'] as const
export const joinRoutes = ['tour', 'trial', 'referral', 'rejoin', 'web'] as const

const zShopName = z.strictObject({ id: zId, name: z.string() })

/** What is known to happen to the contract after the data's last day. */
const zComing = z.strictObject({ kind: z.enum(['start', 'suspension', 'resume', 'cancel']), on: zDate })

export const MemberRow = z.strictObject({
  /** The user's id: `user/{id}`. */
  id: zId,
  memberId: zId,
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string().nullable(),
  firstNameKana: z.string().nullable(),
  gender: z.enum(genders),
  /** 満年齢 at the data's last day. */
  age: z.int().nullable(),
  /** Whole for those who may write members, masked for the others (`***-****-1234`, `t***@example.jp`). */
  tel: z.string().nullable(),
  email: z.string().nullable(),
  shop: zShopName,
  /** The specification's rule: active exactly when hasActivePlan. */
  status: z.enum(['active', 'waiting']),
  contractStatus: z.enum(contractStatuses),
  planName: z.string().nullable(),
  coming: zComing.nullable(),
  joinedOn: zDate.nullable(),
  lastVisitOn: zDate.nullable(),
  /** Visit days of the 30 days that end with the data's last day. */
  visits30d: z.int(),
  /** Absent without the right to money. */
  unpaidAmount: zYen.optional(),
})
export type MemberRow = z.output<typeof MemberRow>

export const Member = MemberRow.extend({
  externalId: z.int(),
  /** The date of birth and the address are absent where contact is masked. */
  birthday: zDate.nullable().optional(),
  zipCode: z.string().nullable().optional(),
  prefecture: z.string().nullable().optional(),
  address1: z.string().nullable().optional(),
  address2: z.string().nullable().optional(),
  hasActivePlan: z.boolean(),
  lockedHasActivePlan: z.boolean(),
  withLeanBodyContent: z.boolean(),
  lockedWithLeanBodyContent: z.boolean(),
  joinRoute: z.enum(joinRoutes).nullable(),
  cancelledOn: zDate.nullable(),
  mailOptIn: z.boolean(),
  trainer: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  /** Newest first, at most 20. */
  plans: z.array(
    z.strictObject({
      id: zId,
      planName: z.string(),
      shop: zShopName,
      kind: z.enum(['regular', 'suspension', 'option']),
      startOn: zDate,
      endOn: zDate.nullable(),
      monthlyFee: zYen.optional(),
    }),
  ),
  /** Visit days of each of the last 12 months, oldest first. */
  visitMonths: z.array(z.strictObject({ month: z.string(), days: z.int() })),
  lastSyncedAt: zDateTime.nullable(),
  version: zVersion,
})
export type Member = z.output<typeof Member>

export const memberSortKeys = ['kana', 'memberNo', 'joinedOn', 'lastVisitOn', 'visits30d', 'unpaidAmount'] as const

const memberListInput = z.strictObject({
  ...listInput,
  sortKey: z.enum(memberSortKeys).default('kana'),
  shopId: zId.optional(),
  status: z.enum(['active', 'waiting']).optional(),
  contractStatus: z.enum(contractStatuses).optional(),
  /** Plans of the same name in different shops share a code. */
  planCode: zText(40).optional(),
  joinedFrom: zDate.optional(),
  joinedTo: zDate.optional(),
  /** Last visit on this day or later. */
  lastVisitFrom: zDate.optional(),
  /** Last visit on this day or earlier; those who never came are in it too. */
  lastVisitTo: zDate.optional(),
  /** Only those who owe something. Needs the right to money. */
  unpaid: z.literal('true').optional(),
})

export const member = {
  list: {
    method: 'GET',
    path: '/api/admin/user/member/list',
    permission: 'member.read',
    summary: '会員の一覧',
    csv: { permission: 'member.export' },
    input: memberListInput,
    output: listOf(MemberRow),
  },
  get: {
    method: 'GET',
    path: '/api/admin/user/:id',
    permission: 'member.read',
    summary: '会員の詳細',
    input: z.strictObject({ id: zId }),
    output: Member,
  },
} as const satisfies Endpoints
