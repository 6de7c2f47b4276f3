import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { pagesOf } from '../lib/pages.ts'
import { type Day, firstOfMonth, month, toDay, toIso } from './calendar.ts'
import { type PlanKey, planId, plans, type ShopSeed } from './club.ts'
import { feeOf, type History, type Segment } from './histories.ts'
import { type Gender, personOf } from './people.ts'
import { type Random, randomOf } from './random.ts'

interface Context {
  windowStart: Day
  until: Day
  shops: readonly ShopSeed[]
  syncedAt: Date
}

/** Registered people without a plan yet, per 100 members. */
const waitingPercent = 3
const rowsPerInsert = 1000

/** Members with their contracts, and the tours and trials before some of them. */
export async function insertMembers(tx: Db, histories: readonly History[], context: Context) {
  const waiting: History[] = Array.from({ length: Math.ceil((histories.length * waitingPercent) / 100) }, (_, at) => ({
    name: `waiting ${at}`,
    shop: at % context.shops.length,
    segments: [],
  }))
  // Member numbers follow the joining date, as at a counter.
  const everyone = [...histories, ...waiting].sort((a, b) => registeredOn(a, context) - registeredOn(b, context))
  const firstUserId = 1001
  const members = everyone.map((history, at) => memberRow(history, at + 1, firstUserId + at, context))
  let contractNumber = 0
  const contracts = everyone.flatMap((history, at) =>
    [...history.segments]
      .sort((a, b) => a.startOn - b.startOn)
      .map((segment) => contractRow(segment, ++contractNumber, at + 1, context)),
  )
  const leads = everyone.flatMap((history, at) => leadRows(history, at + 1, context))

  await insertRows(
    tx,
    'user_account',
    members.map(({ user_id }) => ({ id: user_id, type: 'member' })),
  )
  await insertRows(tx, 'member', members)
  await insertRows(tx, 'contract', contracts)
  await insertRows(
    tx,
    'lead',
    leads.map((row, at) => ({ id: at + 1, ...row })),
  )
}

/** Rows as one JSON parameter: the keys are column names, the database takes the types from the table. */
async function insertRows(tx: Db, table: string, rows: readonly Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.identifier(column))
  const list = sql.join(columns, sql`, `)
  for (const some of pagesOf(rows, rowsPerInsert)) {
    const chunk = JSON.stringify(some)
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${list})
      select ${list} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${chunk}::jsonb)`)
  }
}

const registeredOn = (history: History, { until }: Context): Day =>
  history.segments[0]?.contractedOn ?? until - randomOf(history.name).between(0, 400)

function memberRow(history: History, number: number, userId: number, context: Context) {
  const { until } = context
  const random = randomOf(`person ${history.name}`)
  const person = personOf(random, number)
  const memberships = history.segments.filter((segment) => segment.kind !== 'option')
  const begun = memberships.filter((segment) => segment.startOn <= until)
  const current = begun.filter((segment) => segment.endOn === null || segment.endOn >= until).at(-1)
  const latest = memberships.at(-1)
  const shopAt = current?.shop ?? begun.at(-1)?.shop ?? history.shop
  const [zip, prefecture, town] = random.pick((context.shops[shopAt] as ShopSeed).towns)
  const contractStatus =
    current?.kind === 'suspension' ? 'suspended' : current ? 'active' : begun.length ? 'cancel' : 'waiting'
  // For a few, staff keep the plan open by hand while a payment is being clarified.
  const isLocked = contractStatus !== 'active' && number % 487 === 0
  const hasActivePlan = contractStatus === 'active' || isLocked
  const leaves = memberships.length > 0 && latest?.endOn != null
  const joinedOn = spanStartOf(begun)
  const isReturn = begun.some((_, at) => at > 0 && gapBefore(begun, at) > 1)
  return {
    id: number,
    user_id: userId,
    external_id: 200_000 + number,
    member_no: `K${String(100_000 + number)}`,
    shop_id: shopAt + 1,
    last_name: person.lastName,
    first_name: person.firstName,
    last_name_kana: person.lastNameKana,
    first_name_kana: person.firstNameKana,
    email: person.email,
    tel: person.tel,
    gender: person.gender satisfies Gender,
    birthday: toIso(birthdayOf(random, current?.plan ?? latest?.plan, until)),
    zip_code: zip,
    prefecture,
    address1: `${town}${random.between(1, 5)}-${random.between(1, 28)}-${random.between(1, 20)}`,
    address2: random.chance(0.6) ? `${random.pick(buildings)} ${random.between(1, 12)}0${random.between(1, 9)}` : null,
    status: hasActivePlan ? 'active' : 'waiting',
    contract_status: contractStatus,
    has_active_plan: hasActivePlan,
    locked_has_active_plan: isLocked,
    with_lean_body_content: contractStatus === 'active' && current?.plan === 'regular',
    locked_with_lean_body_content: number % 731 === 0,
    joined_on: joinedOn,
    cancelled_on: leaves && latest?.endOn != null ? toIso(latest.endOn) : null,
    join_route: isReturn
      ? 'rejoin'
      : random.weighted([
          ['tour', 30],
          ['trial', 27],
          ['web', 27],
          ['referral', 16],
        ] as const),
    join_campaign: random.chance(0.35) && joinedOn !== null ? campaignOn(random, toDay(joinedOn)) : null,
    cancel_reason: leaves ? (latest?.cancelReason ?? null) : null,
    mail_opt_in: random.chance(0.72),
    unpaid_amount: 0,
    last_synced_at: context.syncedAt.toISOString(),
    version: 1,
  }
}

const buildings = ['メゾン青葉', 'グランドハイツ', 'コーポ桜', 'パークサイド', 'リバーテラス', 'サンライズ']
/** Campaigns and the months they run in; 紹介割 always. */
const campaigns: readonly (readonly [name: string, months: readonly number[]])[] = [
  ['春の入会金0円', [3, 4]],
  ['新生活応援', [4, 5]],
  ['夏のからだづくり', [6, 7]],
  ['秋の体験フェア', [9, 10]],
  ['紹介割', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
]

const campaignOn = (random: Random, day: Day): string =>
  random.pick(campaigns.filter(([, months]) => months.includes(month(day)))).at(0) as string

const gapBefore = (segments: readonly Segment[], at: number) =>
  (segments[at] as Segment).startOn - Math.max(...segments.slice(0, at).map((segment) => segment.endOn ?? Infinity))

/** First day of the latest membership that has started. */
function spanStartOf(begun: readonly Segment[]): string | null {
  const starts = begun.filter((_, at) => at === 0 || gapBefore(begun, at) > 1)
  const last = starts.at(-1)
  return last ? toIso(last.startOn) : null
}

function birthdayOf(random: Random, plan: PlanKey | undefined, until: Day): Day {
  const age =
    plan === 'student'
      ? random.between(18, 23)
      : plan === 'daytime'
        ? random.between(35, 79)
        : random.weighted([
            [random.between(20, 29), 24],
            [random.between(30, 39), 24],
            [random.between(40, 49), 23],
            [random.between(50, 64), 20],
            [random.between(65, 84), 9],
          ])
  return until - Math.round(age * 365.25) - random.between(0, 364)
}

function contractRow(segment: Segment, number: number, memberId: number, { until, windowStart }: Context) {
  const planAt = plans.findIndex((plan) => plan.key === segment.plan)
  const isOver = segment.endOn !== null && segment.endOn < until
  const cardDay = segment.method === 'bankTransfer' ? 26 : 19
  const thisRun = firstOfMonth(until) + cardDay
  const nextRun = thisRun > until ? thisRun : firstOfMonth(until, 1) + cardDay
  return {
    id: number,
    external_id: 300_000 + number,
    member_id: memberId,
    shop_id: segment.shop + 1,
    plan_id: Number(planId(segment.shop, planAt)),
    kind: segment.kind,
    contracted_on: toIso(segment.contractedOn),
    start_on: toIso(segment.startOn),
    end_on: segment.endOn === null ? null : toIso(segment.endOn),
    cancel_requested_on: segment.cancelRequestedOn === null ? null : toIso(segment.cancelRequestedOn),
    cancel_reason: segment.cancelReason,
    monthly_fee: feeOf(segment, firstOfMonth(windowStart, -6)),
    payment_method: segment.method,
    payment_status: 'paid',
    next_billing_on: isOver || (segment.endOn !== null && segment.endOn < nextRun) ? null : toIso(nextRun),
  }
}

/** Half of those who joined in the window came for a tour or trial first; as many again did not join. */
function leadRows(history: History, memberId: number, { windowStart, until }: Context) {
  const first = history.segments[0]
  const random = randomOf(`lead ${history.name}`)
  const joinedOn = first?.contractedOn ?? registeredOn(history, { windowStart, until } as Context)
  if (joinedOn < windowStart) return []
  const lead = (on: Day, joined: boolean) => ({
    shop_id: history.shop + 1,
    kind: random.weighted([
      ['tour', 55],
      ['trial', 45],
    ] as const),
    at: `${toIso(on)}T${String(random.between(10, 20)).padStart(2, '0')}:${random.pick(['00', '30'])}:00+09:00`,
    member_id: joined ? memberId : null,
    route: random.weighted([
      ['web', 55],
      ['walkIn', 25],
      ['referral', 20],
    ] as const),
    campaign: random.chance(0.3) ? campaignOn(random, on) : null,
  })
  const rows: ReturnType<typeof lead>[] = []
  // Who would have come before the first day stands for somebody who comes in the last weeks and has not joined yet.
  const add = (on: Day, joined: boolean) =>
    rows.push(on >= windowStart ? lead(on, joined) : lead(until - (windowStart - 1 - on), false))
  if (random.chance(0.57)) add(joinedOn - random.between(0, 14), Boolean(first))
  if (random.chance(0.5)) add(joinedOn - random.between(0, 25), false)
  return rows
}
