import { z } from 'zod'
import { listInput, listOf, zDate, zDateTime, zId, zWord } from './common.ts'
import { type Endpoints, get, post } from './endpoint.ts'
import { zWho } from './people.ts'
import { contractStatuses } from './words/member.ts'
import {
  missingDecisions,
  missingKinds,
  missingMemberList,
  missingReasons,
  missingStates,
  mostAtOnce,
} from './words/missing-member.ts'

const zStaff = z.strictObject({ id: zId, displayName: z.string() })

export const MissingMember = z.strictObject({
  id: zId,
  shop: z.strictObject({ id: zId, name: z.string() }),
  member: zWho,
  /** The last plan that is no option. */
  planName: z.string().nullable(),
  /** As the member's page has it. */
  contractStatus: zWord(contractStatuses),
  kind: zWord(missingKinds),
  state: zWord(missingStates),
  /** Why it was left to a person; null: a run has closed it. */
  reason: zWord(missingReasons).nullable(),
  missingSince: zDateTime,
  /** When the club system was queried by number and knew nobody; null: not yet. */
  confirmedAt: zDateTime.nullable(),
  /** The last day on which the club system had the member here: the last valid day once closed. */
  lastSeenOn: zDate,
  /** Bookings from now on, which closing leaves. */
  bookings: z.int(),
  /** Who has said 「在籍しています」 for the shop; null with a time: somebody who is gone. */
  answeredBy: zStaff.nullable(),
  answeredAt: zDateTime.nullable(),
  /** Null with a time: a run, or somebody who is gone. */
  decidedBy: zStaff.nullable(),
  decidedAt: zDateTime.nullable(),
  /** Why a decision was not carried out. */
  sentence: z.string().nullable(),
  returnedAt: zDateTime.nullable(),
  /** The first day of another membership: they had left and have come back. */
  rejoinedOn: zDate.nullable(),
})
export type MissingMember = z.output<typeof MissingMember>

const ids = z.array(zId).min(1).max(mostAtOnce)
const Changed = z.strictObject({ changed: z.int() })

/** All of them or none: 404 where one is missing or out of scope, 409 where one is no longer in the state. */
export const missingMember = {
  list: get(
    '/club-system/missing-member/list',
    'member.write',
    '会員管理システムから消えた会員の一覧',
    { ...listInput(missingMemberList), shopId: zId.optional() },
    listOf(MissingMember),
  ),
  answer: post(
    '/club-system/missing-member/answer',
    'member.write',
    '消えた会員が在籍しているかを、店舗として回答する',
    {
      ids,
      /** False takes the answer back. */
      isEnrolled: z.boolean(),
    },
    Changed,
  ),
  decide: post(
    '/club-system/missing-member/decide',
    'sync.run',
    '消えた会員を退会にするか、在籍のままにする',
    {
      ids,
      /** The state in which the caller has seen them. */
      from: zWord(missingStates),
      decision: zWord(missingDecisions),
    },
    Changed,
  ),
} satisfies Endpoints
