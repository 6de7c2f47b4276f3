import { z } from 'zod'
import { listInput, longListOf, zDateTime, zId, zWord } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { auditList } from './words/audit.ts'
import { roleLevels } from './words/staff.ts'

const zShopName = z.strictObject({ id: zId, name: z.string() })
/** A position in the log: from 1, without gaps. */
const zSeq = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** One field before and after; both null for a hidden field. */
const zFieldChange = z.strictObject({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  isHidden: z.boolean(),
})

export const AuditRow = z.strictObject({
  /** `seq`, as the id of a row. */
  id: z.string(),
  at: zDateTime,
  /** Null: nobody known, such as for a failed sign-in. The role is that of the moment. */
  actor: z
    .strictObject({
      id: zId,
      displayName: z.string().nullable(),
      role: zWord(roleLevels).nullable(),
      /** They are retired, or their account is deleted. */
      hasLeft: z.boolean(),
    })
    .nullable(),
  /** Done by the member themselves, by a link in a mail to them. */
  isByMember: z.boolean(),
  /** An endpoint's name, `<name>.export`, or an event: `login`, `loginFailed`, `passwordRefused`. */
  action: z.string(),
  resourceType: z.string(),
  resourceId: z.string().nullable(),
  /** The record's current name, if it exists and the caller may see it. */
  resourceName: z.string().nullable(),
  /** The name under which a record that is no longer there was deleted, where the caller sees that row. */
  deletedName: z.string().nullable(),
  /**
   * What its screen's address needs besides the id: a daily report's day, a policy's type, a saved condition's search
   * as JSON.
   */
  resourceKey: z.string().nullable(),
  /** The user's id of a member, as in `member.id`; null out of the caller's scope. */
  member: z.strictObject({ id: zId, memberNo: z.string(), name: z.string() }).nullable(),
  shop: zShopName.nullable(),
  /** Long texts are cut, and markup left out. */
  fields: z.array(zFieldChange),
  reason: z.string().nullable(),
  /** Filters of an export. */
  conditions: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  rowCount: z.int().nullable(),
  /** These three are absent without `audit.detail`, except for one's own acts. */
  ip: z.string().nullable().optional(),
  userAgent: z.string().nullable().optional(),
  /** Distinguishes sessions; cannot be used to sign in. */
  session: z.string().nullable().optional(),
})
export type AuditRow = z.output<typeof AuditRow>

const listed = {
  ...listInput(auditList),
  /** The actor. */
  staffId: zId.optional(),
  /** The user's id of a member, as in `member.id`. */
  userId: zId.optional(),
  shopId: zId.optional(),
}

export const audit = {
  list: get('/audit/list', 'audit.read', '操作履歴の一覧', listed, longListOf(AuditRow), {
    csv: { permission: 'audit.export' },
  }),
  /** Reads and hashes the whole log. */
  check: get(
    '/audit/check',
    'audit.export',
    '操作履歴が書き換えられていないかを検査する',
    {},
    z.strictObject({
      /** Rows that were read. */
      rows: z.int(),
      /** The first row with a broken link; null: none. */
      firstBroken: zSeq.nullable(),
    }),
    { cost: 'heavy', rate: 10 },
  ),
  get: get('/audit/:id', 'audit.read', '操作履歴の1件', { id: zId }, AuditRow),
} satisfies Endpoints
