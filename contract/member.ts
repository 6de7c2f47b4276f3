import { z } from 'zod'
import { listInput, listOf, zDate, zDateTime, zId, zVersion, zWord, zYen } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import {
  comingKinds,
  contractKinds,
  contractStatuses,
  genders,
  joinRoutes,
  memberList,
  memberStatuses,
} from './words/member.ts'

const zShopName = z.strictObject({ id: zId, name: z.string() })

/** Known changes of the contract after the data's last day. */
const zComing = z.strictObject({ kind: zWord(comingKinds), on: zDate })

export const MemberRow = z.strictObject({
  /** The user's id: `user/{id}`. */
  id: zId,
  memberId: zId,
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string().nullable(),
  firstNameKana: z.string().nullable(),
  gender: zWord(genders),
  /** 満年齢 at the data's last day. */
  age: z.int().nullable(),
  /** Whole for callers with the right to write members, masked for others (`***-****-1234`, `t***@example.jp`). */
  tel: z.string().nullable(),
  email: z.string().nullable(),
  shop: zShopName,
  /** The specification's rule: active exactly when hasActivePlan. */
  status: zWord(memberStatuses),
  contractStatus: zWord(contractStatuses),
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
  joinRoute: zWord(joinRoutes).nullable(),
  cancelledOn: zDate.nullable(),
  mailOptIn: z.boolean(),
  trainer: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  /** Newest first, at most 20. */
  plans: z.array(
    z.strictObject({
      id: zId,
      planName: z.string(),
      shop: zShopName,
      kind: zWord(contractKinds),
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

const listed = {
  ...listInput(memberList),
  /** `match`: names and readings that begin with the keyword first, each part by reading. A file is by reading alone. */
  sortKey: z.enum([...memberList.sortKeys, 'match']).default(memberList.defaultSort),
  shopId: zId.optional(),
}

export const member = {
  list: get('/user/member/list', 'member.read', '会員の一覧', listed, listOf(MemberRow), {
    csv: { permission: 'member.export' },
  }),
  get: get('/user/:id', 'member.read', '会員の詳細', { id: zId }, Member),
} satisfies Endpoints
