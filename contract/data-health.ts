import { z } from 'zod'
import { listOf, pageInput, zDate, zDateTime, zDay, zId, zRate, zWord } from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { zWho } from './people.ts'
import {
  doubleChecks,
  doubleContracts,
  doubleMergeStates,
  healthChecks,
  joinedDayAnswers,
  mostDoubles,
} from './words/data-health.ts'
import { contractStatuses } from './words/member.ts'
import { valuesOf } from './words/words.ts'

const zShopName = z.strictObject({ id: zId, name: z.string() })
const zPerson = z.strictObject({ id: zId, displayName: z.string() })

/** A day that many members have as 入会日, in the caller's shops, or that has an answer. */
export const JoinedDay = z.strictObject({
  /** As it came. */
  day: zDate,
  members: z.int(),
  /** Others, of whom an earlier 入会日 of a file is used instead of this one. */
  kept: z.int(),
  /** Of all members with an 入会日. */
  share: zRate,
  /** The members whose first contract is of another day; null for whoever may not answer. */
  planDays: z.int().nullable(),
  answer: zWord(joinedDayAnswers).nullable(),
  /** Null: nobody yet. */
  answeredBy: zPerson.nullable(),
  answeredAt: zDateTime.nullable(),
})
export type JoinedDay = z.output<typeof JoinedDay>

/** Facts of two sources that are doubled. */
const Doubled = z.strictObject({ contracts: z.int(), sales: z.int(), yen: z.int(), visits: z.int() })
export type Doubled = z.output<typeof Doubled>

export const DataHealth = z.strictObject({
  /** Members, of plans, 二重の売上 and 二重の来館 those, of 入会日の集中 the members of days without an answer; of groups also how many. */
  checks: z.array(z.strictObject({ check: zWord(healthChecks), count: z.int(), groups: z.int().nullable() })),
  joinedDays: z.array(JoinedDay),
  /** Of `peopleTwice`: what is doubled because the person is. It is in no other line. */
  explained: Doubled,
  /** Of `salesTwice`, with tax. */
  salesTwiceYen: z.int(),
  /** Of `staffAddresses`: those in the caller's sight. */
  staff: z.array(zPerson),
})
export type DataHealth = z.output<typeof DataHealth>

export const HealthMember = z.strictObject({
  userId: zId,
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  kana: z.string(),
  shop: zShopName,
  contractStatus: zWord(contractStatuses),
  /** Members of one group follow each other; null where there are no groups. */
  group: z.int().nullable(),
  email: z.string().nullable(),
  tel: z.string().nullable(),
  address: z.string(),
  birthday: zDate.nullable(),
  /** As it came. */
  joinedOn: zDate.nullable(),
})
export type HealthMember = z.output<typeof HealthMember>

export const HealthPlan = z.strictObject({
  planId: zId,
  code: z.string(),
  name: z.string(),
  shop: zShopName,
  /** With a contract on the data date. */
  members: z.int(),
})
export type HealthPlan = z.output<typeof HealthPlan>

/** A row of a file and a row of the club system that are likely the same: both numbers, `12-34`. */
const zDoubleId = z.string().regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/)

export const HealthDouble = z.strictObject({
  id: zDoubleId,
  /** Null: a guest. */
  member: zWho.nullable(),
  shop: zShopName,
  /** As staff read it, of a file and of the club system. */
  here: z.string(),
  there: z.string(),
  /** Of a person: what is doubled because of it. */
  explains: Doubled.nullable(),
  /** False: the member of the club system has records of staff. */
  mayMerge: z.boolean(),
})
export type HealthDouble = z.output<typeof HealthDouble>

/** Doubles that were merged, and can be taken back until a day. */
export const DoubleMerge = z.strictObject({
  id: z.string(),
  check: zWord(doubleChecks),
  state: zWord(doubleMergeStates),
  rows: z.int(),
  /** Null: no money. */
  yen: z.int().nullable(),
  mergedBy: zPerson.nullable(),
  mergedAt: zDateTime,
  /** Null: no longer. */
  revocableUntil: zDateTime.nullable(),
})
export type DoubleMerge = z.output<typeof DoubleMerge>

const {
  plansWithoutPrice: _plans,
  staffAddresses: _staff,
  peopleTwice: _people,
  twoContracts: _contracts,
  salesTwice: _sales,
  visitsTwice: _visits,
  ...memberChecks
} = healthChecks
const ofShop = { shopId: zId.optional() }

/** データ健康診断 (decision 0070). */
export const dataHealth = {
  summary: get('/data-health', 'member.write', 'データ健康診断の結果', ofShop, DataHealth, { cost: 'exclusive' }),
  members: get(
    '/data-health/member/list',
    'member.write',
    'データ健康診断で見つかった会員の一覧',
    {
      check: z.enum(valuesOf(memberChecks)),
      /** For `joinedDays`: one of the days. */
      day: zDay.optional(),
      ...ofShop,
      ...pageInput,
    },
    listOf(HealthMember),
    { cost: 'exclusive' },
  ),
  plans: get(
    '/data-health/plan/list',
    'member.write',
    'データ健康診断で見つかったプランの一覧',
    { ...ofShop, ...pageInput },
    listOf(HealthPlan),
    { cost: 'heavy' },
  ),
  doubles: get(
    '/data-health/double/list',
    'member.write',
    'データ健康診断で見つかった二重のデータの一覧',
    { check: zWord(doubleChecks), ...ofShop, ...pageInput },
    listOf(HealthDouble),
    { cost: 'exclusive' },
  ),
  merges: get(
    '/data-health/double/merges',
    'sync.run',
    '統合した二重のデータの一覧',
    {},
    z.strictObject({ merges: z.array(DoubleMerge) }),
  ),
  /** Done within seconds, in the background. Without `ids`: all that are found. */
  merge: post(
    '/data-health/double/merge',
    'sync.run',
    '二重のデータを一つにする',
    {
      check: zWord(doubleChecks),
      ids: z.array(zDoubleId).min(1).max(mostDoubles).optional(),
      contracts: zWord(doubleContracts),
      ...ofShop,
    },
    z.strictObject({ id: z.string(), rows: z.int() }),
    { cost: 'exclusive' },
  ),
  takeBack: post(
    '/data-health/double/take-back',
    'sync.run',
    '一つにした二重のデータを元に戻す',
    { id: z.string().max(100) },
    z.strictObject({ id: z.string() }),
  ),
  /** Holds for all members of the chain with this 入会日, also for later ones; null takes the answer back. */
  answer: put(
    '/data-health/joined-day',
    'club.write',
    '集中している入会日をどう扱うかを回答する',
    { day: zDay, answer: zWord(joinedDayAnswers).nullable() },
    JoinedDay,
    { cost: 'exclusive' },
  ),
} satisfies Endpoints
