import type { ListWords } from './list.ts'
import { contractStatuses, memberStatuses, risks, visitClasses } from './member.ts'

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
    visitTrend: visitClasses,
    /** Requires the right to export members. */
    risk: risks,
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
    /** Only those of this 改善アクション. */
    actionId: { maxLength: 10 },
  },
} as const satisfies ListWords
