import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

export const genders = { male: '男性', female: '女性', none: '未設定' } as const
export type Gender = ValueOf<typeof genders>

/** The specification's rule: active exactly when the member has an active plan. */
export const memberStatuses = { active: '有効', waiting: '待機中' } as const

/** The specification's plan contract status. */
export const contractStatuses = { active: '契約中', waiting: '未契約', suspended: '休会中', cancel: '退会' } as const

/** A known future change of a contract. */
export const comingKinds = { start: '入会', suspension: '休会', resume: '復帰', cancel: '退会' } as const

export const joinRoutes = { tour: '見学', trial: '体験', referral: '紹介', rejoin: '復会', web: 'Web' } as const

/** Why a contract was cancelled, as in the club system. */
export const cancelReasons = {
  noTime: '時間が取れない',
  moved: '転居・転勤',
  price: '料金',
  health: '健康上の理由',
  noEffect: '効果を感じない',
  crowded: '混雑',
  facility: '設備',
  staff: 'スタッフの対応',
  otherGym: 'ほかのジムを利用',
  other: 'その他',
} as const
export type CancelReason = ValueOf<typeof cancelReasons>
export type JoinRoute = ValueOf<typeof joinRoutes>

/** The kind of a contract. */
export const contractKinds = { regular: '通常', suspension: '休会', option: 'オプション' } as const

/** A movement into or out of a shop. */
export const movements = { admission: '入会', transferIn: '転入', withdrawal: '退会', transferOut: '転出' } as const
export type Movement = ValueOf<typeof movements>

/** Whether a member may use the LEAN BODY contents. */
export const leanBodyStates = { true: '利用可', false: '利用不可' } as const

/** Assignments of a trainer that open no health data yet. */
export const trainerApprovals = { toApprove: '自分が承認する', waiting: 'ほかの人の承認待ち' } as const

export const memberList = {
  sortKeys: ['kana', 'memberNo', 'joinedOn', 'lastVisitOn', 'visits30d', 'unpaidAmount'],
  defaultSort: 'kana',
  filters: {
    status: memberStatuses,
    contractStatus: contractStatuses,
    /** Without those who have left (`contractStatus` cancel). */
    notLeft: 'true',
    /** Plans with the same name in different shops share a code. */
    planCode: { maxLength: 40 },
    joinedFrom: 'day',
    joinedTo: 'day',
    /** Last visit on this day or later. */
    lastVisitFrom: 'day',
    /** Last visit on this day or earlier; includes members who never came. */
    lastVisitTo: 'day',
    /** Only members with unpaid bills. Requires the right to money. */
    unpaid: 'true',
    /** One of the member's tags, exactly as written. */
    tag: { maxLength: 30 },
    /** The trainer's id. */
    trainerStaffId: { maxLength: 10 },
    /** Waiting for an approval of the trainer: the user's own, or somebody else's. */
    trainerApproval: trainerApprovals,
    /** Only members with a note for the desk. */
    alert: 'true',
    leanBody: leanBodyStates,
    /** Only members with a flag set by hand. */
    locked: 'true',
  },
} as const satisfies ListWords
