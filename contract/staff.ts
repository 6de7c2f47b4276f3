import { z } from 'zod'
import {
  changesOf,
  Empty,
  listInput,
  listOf,
  versioned,
  zDate,
  zDateTime,
  zDay,
  zEmail,
  zId,
  zName,
  zText,
  zVersion,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { NewPassword } from './password.ts'
import { profile, shownProfile } from './people.ts'
import { roleLevels } from './words/staff.ts'
import { employmentTypes, invitationStates, staffList, staffStatuses } from './words/staff-record.ts'

const zPlace = z.strictObject({ id: zId, name: z.string() })

/** A colleague; callers who read only names and roles get the first four fields. */
export const StaffRow = z.strictObject({
  id: zId,
  userId: zId,
  displayName: z.string(),
  role: zWord(roleLevels),
  email: z.string().optional(),
  status: zWord(staffStatuses).optional(),
  isAdmin: z.boolean().optional(),
  jobTitle: z.string().nullable().optional(),
  joinedOn: zDate.nullable().optional(),
  invitation: zWord(invitationStates).optional(),
  /** Of those in the caller's scope, in display order. */
  shops: z.array(zPlace).optional(),
  lastLoginAt: zDateTime.nullable().optional(),
  version: zVersion.optional(),
})
export type StaffRow = z.output<typeof StaffRow>

const zJobTitle = zText(50).nullable()
const zEmploymentType = zWord(employmentTypes).nullable()
const zDisplayName = zName(50)

/** The staff part of a person's record. */
export const StaffDraft = z.strictObject({
  displayName: zDisplayName,
  role: zWord(roleLevels),
  status: zWord(staffStatuses),
  /** Only admins change it. */
  isAdmin: z.boolean(),
  jobTitle: zJobTitle,
  employmentType: zEmploymentType,
  joinedOn: zDay.nullable(),
  /** Required for former staff, refused for others. */
  leftOn: zDay.nullable(),
})
export type StaffDraft = z.input<typeof StaffDraft>

export const leftOnMissing = '退職日を入力してください。'
export const leftOnEarly = '退職日には入社日以降の日付を入力してください。'

/** The draft as a form holds it. */
export const StaffForm = StaffDraft.superRefine(({ status, joinedOn, leftOn }, { addIssue }) => {
  if (status === 'cancel' && leftOn === null) addIssue({ code: 'custom', path: ['leftOn'], message: leftOnMissing })
  if (joinedOn !== null && leftOn !== null && leftOn < joinedOn) {
    addIssue({ code: 'custom', path: ['leftOn'], message: leftOnEarly })
  }
})

/** A shop that somebody works in; `isMain` for at most one. */
export const ShopStaffLink = z.strictObject({ id: zId, staffId: zId, shop: zPlace, isMain: z.boolean() })

const details = z.strictObject({
  ...StaffDraft.shape,
  user: z.strictObject(shownProfile),
  /** Of those in the caller's scope, in display order. */
  shopStaffList: z.array(ShopStaffLink),
  /** Also works in shops out of the caller's scope. */
  hasOtherShops: z.boolean(),
  lastLoginAt: zDateTime.nullable(),
  invitation: zWord(invitationStates),
  invitedAt: zDateTime.nullable(),
  inviteExpiresAt: zDateTime.nullable(),
  hasSecondFactor: z.boolean(),
  /** Somebody else has set their password, and they have not confirmed it. */
  hasUnconfirmedPassword: z.boolean(),
  /** Reads no health data until somebody approves: whoever appointed them may read less than they. */
  awaitsReaderApproval: z.boolean(),
  /** What the caller may do with them in their current state. */
  may: z.strictObject({
    update: z.boolean(),
    remove: z.boolean(),
    /** Send a link that sets a password. */
    resetPassword: z.boolean(),
    invite: z.boolean(),
    /** Remove a lost second factor. */
    resetSecondFactor: z.boolean(),
    approveReader: z.boolean(),
    /** Change the admin flag, and what only admins decide. */
    appointAdmin: z.boolean(),
    /** The roles that the caller may assign. */
    roles: z.array(zWord(roleLevels)),
  }),
  updatedBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  updatedAt: zDateTime.nullable(),
  version: zVersion,
})

/** One staff member; callers who read only names and roles get the first four fields. */
export const Staff = z.strictObject({
  ...details.partial().shape,
  id: zId,
  userId: zId,
  displayName: z.string(),
  role: zWord(roleLevels),
})
export type Staff = z.output<typeof Staff>
/** A staff record for callers who may read all of it. */
export type StaffRecord = Pick<Staff, 'id' | 'userId'> & z.output<typeof details>

const zCount = z.int().min(0)

/** What hangs on a person, as far as the caller sees it. */
export const StaffWork = z.strictObject({
  /** What a colleague can take over, by shop in display order; shops without any are left out. */
  shops: z.array(
    z.strictObject({
      shop: zPlace,
      members: zCount,
      /** Open improvement actions. */
      actions: zCount,
      /** Colleagues at work in the shop, who may be given both. */
      successors: z.array(z.strictObject({ id: zId, displayName: z.string() })),
    }),
  ),
  /** Booked with them from now on; the club system assigns them. */
  comingReservations: zCount,
  /** Daily reports that they wrote in last and that are not submitted, and those waiting for an approval. */
  draftReports: zCount,
  submittedReports: zCount,
  /** Mails that will still be sent. */
  scheduledMails: zCount,
})
export type StaffWork = z.output<typeof StaffWork>

const zSuccessors = z
  .array(z.strictObject({ shopId: zId, staffId: zId }))
  .max(500)
  .refine((all) => new Set(all.map(({ shopId }) => shopId)).size === all.length, {
    error: '引き継ぐ相手は、店舗ごとに1名だけ選択してください。',
  })

const zShopIds = z
  .array(zId)
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, { error: '同じ店舗は1度だけ選択してください。' })

/** A new staff member: user, staff, shops and, unless it is to wait, the invitation. */
export const StaffRegistration = z.strictObject({
  ...profile,
  email: zEmail,
  /** The person's name by default. */
  displayName: zDisplayName.nullable(),
  role: zWord(roleLevels),
  jobTitle: zJobTitle,
  employmentType: zEmploymentType,
  joinedOn: zDay.nullable(),
  shopIds: zShopIds,
  invites: z.boolean(),
})
export type StaffRegistration = z.input<typeof StaffRegistration>

const mainShopElsewhere = { path: ['mainShopId'], error: '主担当は担当店舗の中から選択してください。' }

const StaffShops = z
  .strictObject({ ...versioned, shopIds: zShopIds, mainShopId: zId.nullable() })
  .refine(({ shopIds, mainShopId }) => mainShopId === null || shopIds.includes(mainShopId), mainShopElsewhere)

/** The shops of a form: the main one is empty, or one of them. */
export const StaffShopsForm = z
  .strictObject({ shops: z.strictObject({ scope: z.literal('shops'), shopIds: zShopIds }), mainShopId: zId.nullable() })
  .refine(({ shops, mainShopId }) => mainShopId === null || shops.shopIds.includes(mainShopId), mainShopElsewhere)

/** A registration as its form holds it; `isUserOnly`: the profile alone, without staff, shops and invitation. */
export const StaffRegistrationForm = StaffRegistration.omit({ shopIds: true }).extend({
  isUserOnly: z.boolean(),
  shops: z.strictObject({ scope: z.literal('shops'), shopIds: zShopIds }),
})
export type StaffRegistrationForm = z.input<typeof StaffRegistrationForm>

const listed = {
  ...listInput(staffList),
  shopId: zId.optional(),
  /** Only users of type staff who are not staff yet: their registration broke off. By default they are left out. */
  unfinished: z.literal('true').optional(),
}

export const staff = {
  list: get('/user/staff/list', 'staff.read', '担当範囲のスタッフの一覧', listed, listOf(StaffRow)),
  /** All or nothing. */
  register: post(
    '/staff/register',
    'staff.write',
    'スタッフを、ユーザー・権限・担当店舗・招待までまとめて登録する',
    StaffRegistration,
    /** `message`: of the invitation, where one is sent. */
    Staff.extend({ message: z.string().optional() }),
  ),
  create: post(
    '/staff/new',
    'staff.write',
    'ユーザーをスタッフにする',
    StaffDraft.pick({ role: true, status: true }).extend({ userId: zId }),
    Staff,
  ),
  /** Can be repeated: earlier links become void. */
  invite: post(
    '/staff/invite',
    'staff.write',
    'スタッフに招待メールを送る',
    { staffId: zId },
    z.strictObject({ message: z.string() }),
  ),
  /** The owner of the address sets a new password by it; until then nothing changes. Earlier links become void. */
  sendPasswordReset: post(
    '/staff/send-password-reset',
    'staff.password',
    'スタッフにパスワードを再設定するリンクを送る',
    { staffId: zId },
    z.strictObject({ message: z.string() }),
    { rate: 10 },
  ),
  get: get('/staff/:id', 'staff.read', 'スタッフの詳細', { id: zId }, Staff),
  update: put('/staff/:id', 'staff.write', 'スタッフの権限・状態などを更新する', changesOf(StaffDraft), Staff),
  work: get('/staff/:id/work', 'staff.write', 'スタッフの担当会員・予約・下書きなどの件数', { id: zId }, StaffWork),
  /** Retires somebody and gives members and open improvement actions of a shop to a colleague there, or nothing. */
  retire: put(
    '/staff/:id/retire',
    'staff.write',
    'スタッフを退職済にし、担当を引き継ぐ',
    { ...versioned, leftOn: zDay, successors: zSuccessors },
    z.strictObject({ staff: Staff, members: zCount, actions: zCount }),
    { cost: 'exclusive' },
  ),
  remove: del('/staff/:id', 'staff.delete', 'スタッフを削除する', versioned, Empty),
  /** The complete list: missing shops are removed. */
  setShops: put(
    '/staff/:id/shops',
    'staff.write',
    '担当店舗をまとめて更新する',
    StaffShops,
    z.strictObject({ added: z.array(zPlace), removed: z.array(zPlace), staff: Staff }),
  ),
  /** Approves that they read health data, although somebody appointed them who may read less. */
  approveReader: put(
    '/staff/:id/approve-reader',
    'log.approve',
    'スタッフの健康情報の閲覧を承認する',
    { id: zId },
    Staff,
  ),
  /** For somebody who lost the phone and the recovery codes. */
  resetSecondFactor: del('/staff/:id/second-factor', 'admin.flag', 'スタッフの2段階認証を解除する', { id: zId }, Staff),
  changePassword: post('/user/staff/change-password', 'account.self', 'パスワードを再設定する', NewPassword, Empty, {
    /** Rate-limited, because the current password could be guessed here. */
    rate: 10,
  }),
} satisfies Endpoints
