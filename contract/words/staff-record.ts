import type { ListWords } from './list.ts'
import { roleLevels } from './staff.ts'
import type { ValueOf } from './words.ts'

export const staffStatuses = { waiting: '待機中', active: '有効', suspended: '休職中', cancel: '退職済' } as const

type StaffStatus = ValueOf<typeof staffStatuses>

/**
 * The allowed next statuses, and those that only admins set; a new person is `waiting`, or made `active` by an admin.
 */
export const staffStatusSteps: Record<StaffStatus, { anyone: readonly StaffStatus[]; admins: readonly StaffStatus[] }> =
  {
    waiting: { anyone: ['cancel'], admins: ['active'] },
    active: { anyone: ['suspended', 'cancel'], admins: [] },
    suspended: { anyone: ['active', 'cancel'], admins: [] },
    cancel: { anyone: [], admins: ['waiting'] },
  }

export const employmentTypes = {
  employee: '正社員',
  partTime: 'アルバイト・パート',
  contractor: '業務委託',
  client: '取引先',
} as const

/** The state of the last invitation. */
export const invitationStates = {
  none: '未送信',
  sent: '招待中',
  expired: '期限終了',
  accepted: '登録済',
} as const
export type InvitationState = ValueOf<typeof invitationStates>

/** The purpose of a link in a mail to staff: the first two set a password, the others only confirm. */
export const invitationKinds = {
  invitation: '招待',
  passwordReset: 'パスワードの再設定',
  addressProof: 'メールアドレスの確認',
  passwordProof: 'パスワードの確認',
} as const
export type InvitationKind = ValueOf<typeof invitationKinds>

/** Staff who read no health data until somebody approves them as readers. */
export const readerApprovals = { toApprove: '自分が承認する', waiting: 'ほかの人の承認待ち' } as const

export const staffList = {
  sortKeys: ['displayName', 'role', 'status', 'lastLoginAt', 'joinedOn'],
  defaultSort: 'displayName',
  filters: {
    role: roleLevels,
    status: staffStatuses,
    /** Without those who have left (`status` cancel). */
    notLeft: 'true',
    invitation: invitationStates,
    /** The last invitation expires on this day or later. */
    inviteEndsFrom: 'day',
    /** The last invitation expires or expired on this day or earlier; only while not accepted. */
    inviteEndsTo: 'day',
    /** Last sign-in on this day or later. */
    lastLoginFrom: 'day',
    /** Last sign-in on this day or earlier; includes people who never signed in. */
    lastLoginTo: 'day',
    /** Waiting for an approval as readers of health data: the user's own, or somebody else's. */
    readerApproval: readerApprovals,
  },
} as const satisfies ListWords
