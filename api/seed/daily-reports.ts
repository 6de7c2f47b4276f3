import { sql } from 'drizzle-orm'
import type { DayFacts } from '#contract/daily-report.ts'
import type { DailyReportStatus } from '#contract/words/daily-report.ts'
import { salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { folded } from '../db/records.ts'
import { dailyReport, type Incident, type NewDailyReport, type StoredAdjustments } from '../db/schema/daily-report.ts'
import { readDayFacts } from '../figures/day-facts.ts'
import { readReach } from '../figures/reach.ts'
import { pagesOf } from '../lib/pages.ts'
import { type Day, month, toDay, toIso } from './calendar.ts'
import { demoAccounts, staffIdOf } from './club.ts'
import * as texts from './daily-report-texts.ts'
import { type Random, randomOf } from './random.ts'

const days = 60
/** Days and shops whose reports include the forecast, which is computed one by one. */
const withLanding = { days: 7, shops: 10 }
const rowsAtOnce = 500

const [trainer, manager, owner, head] = ['trainer', 'manager', 'owner', 'head'].map(staffIdOf) as [
  string,
  string,
  string,
  string,
]
/** A shop's own first trainer, who is active everywhere. */
const trainerOf = (shopAt: number) => String(demoAccounts.length + shopAt * 2 + 1)

interface Counted {
  shopAt: number
  date: string
  figures: DayFacts['figures']
  target: DayFacts['target']
  monthToDate: DayFacts['monthToDate']
  cash: number
  card: number
  userId: string | null
}

/** Reports of the last 60 days in every state, a few of yesterday's missing; `until` is the data date. */
export async function insertDailyReports(tx: Db, { until }: { until: Day }) {
  const rows: NewDailyReport[] = []
  for (const one of await countedDays(tx, until)) {
    const back = until - toDay(one.date)
    const status = stateOf(one.shopAt, back)
    if (status === null) continue
    const asSubmitted = status === 'draft' ? null : await factsAtSubmission(tx, one, until)
    rows.push(reportOf(one, { back, status, asSubmitted }))
  }
  if (rows.length > 0) rows.push(begunToday(until))
  for (const some of pagesOf(rows, rowsAtOnce)) await tx.insert(dailyReport).values(some)
}

/** The state of a shop's report so many days before the data date; null: missing. */
function stateOf(shopAt: number, back: number): DailyReportStatus | null {
  const random = randomOf(`日報の状態 ${shopAt} ${back}`)
  if (back === 0) return (['submitted', null, 'draft', 'submitted', null, 'submitted'] as const)[shopAt % 6] ?? null
  if (back === 1) return (['submitted', 'submitted', 'returned'] as const)[shopAt % 3] as DailyReportStatus
  if (back === 2 && shopAt % 6 === 0) return 'returned'
  return random.chance(0.02) ? null : 'approved'
}

/** The day's facts at submission; for a few, visits were corrected since. */
async function factsAtSubmission(tx: Db, one: Counted, until: Day): Promise<DayFacts> {
  const dataAsOf = `${one.date}T22:30:00.000+09:00`
  const isRecent = until - toDay(one.date) < withLanding.days && one.shopAt < withLanding.shops
  const facts: DayFacts = isRecent
    ? await readDayFacts(
        tx,
        {
          dataDate: toIso(until),
          dataAsOf: new Date(dataAsOf),
          reach: await readReach(tx, true, { shopIds: [String(one.shopAt + 1)], isChain: false }),
        },
        { shopId: String(one.shopAt + 1), date: one.date, money: true },
      )
    : { figures: one.figures, target: one.target, monthToDate: one.monthToDate, landing: null, dataAsOf }
  const { visitCount } = facts.figures
  const isCorrected = (one.shopAt + toDay(one.date)) % 23 === 5 && visitCount !== null && visitCount > 3
  return isCorrected ? { ...facts, figures: { ...facts.figures, visitCount: visitCount - 3 } } : facts
}

const weatherOf = (date: string) => {
  const random = randomOf(`天気 ${date}`)
  const at = month(toDay(date))
  if ((at === 9 || at === 10) && random.chance(0.04)) return 'typhoon' as const
  if (at <= 2 && random.chance(0.06)) return 'snowy' as const
  return random.weighted([
    ['sunny', 55],
    ['cloudy', 27],
    ['rainy', 18],
  ] as const)
}

/** In one shop of four the manager leaves the reports to the trainers; 新宿店 has a manager who writes too. */
const authorOf = (shopAt: number, random: Random) =>
  shopAt === 0 ? random.pick([trainer, manager, trainerOf(0)]) : trainerOf(shopAt)

function approverOf(shopAt: number, author: string) {
  if (shopAt === 4 || shopAt === 5) return owner
  return shopAt === 0 && author !== manager ? manager : head
}

const at = (date: string, time: string) => new Date(`${date}T${time}:00+09:00`)
const nextDay = (date: string) => toIso(toDay(date) + 1)

function reportOf(
  one: Counted,
  { back, status, asSubmitted }: { back: number; status: DailyReportStatus; asSubmitted: DayFacts | null },
): NewDailyReport {
  const { shopAt, date } = one
  const random = randomOf(`日報 ${shopAt} ${date}`)
  const anyAuthor = authorOf(shopAt, random)
  // A manager does not approve what they wrote: what waits in the demo is a trainer's.
  const author = status === 'submitted' && anyAuthor === manager ? trainer : anyAuthor
  const isDecided = status === 'approved' || status === 'returned'
  const decidedAt = isDecided ? at(nextDay(date), '10:20') : null
  const duty = dutyOf(shopAt, random)
  const off = tillOff(shopAt, back, random)
  const incident = incidentOf(one, back)
  const written = {
    eventNote: random.chance(0.08) ? random.pick(texts.eventNotes) : null,
    goodPoints: random.pick(texts.goodPoints),
    issues: random.pick(texts.issues),
    memberVoice: random.pick(texts.memberVoices),
    facilityTrouble: random.chance(0.07) ? random.pick(texts.facilityTroubles) : null,
    handover: random.pick(texts.handovers),
    tomorrowPlan: random.pick(texts.tomorrowPlans),
  }
  return {
    shopId: String(shopAt + 1),
    date,
    status,
    weather: weatherOf(date),
    ...written,
    staffOnDuty: duty,
    laborHours: duty.length * 8 + random.pick([0, 0.25, 0.5, 1]),
    adjustments: adjustmentsOf(one, back),
    salesCash: one.cash,
    salesCard: one.card,
    cashFloat: 50_000,
    cashOnHand: Math.max(0, 50_000 + one.cash + off),
    cashComment: off === 0 ? null : random.pick(texts.cashComments),
    incident,
    imgUrls: [],
    searchText: folded(
      ...Object.values(written),
      incident?.place ?? null,
      incident?.what ?? null,
      incident?.action ?? null,
    ),
    asSubmitted,
    authorId: author,
    writerIds: [Number(author)],
    ...(asSubmitted && { submitterId: author, submittedAt: at(date, '22:40') }),
    ...(isDecided && {
      approverId: approverOf(shopAt, author),
      decidedAt,
      approverComment: status === 'returned' ? random.pick(texts.returnComments) : random.pick(texts.approvals),
      approvedAt: status === 'approved' ? decidedAt : null,
    }),
    createdBy: author,
    updatedBy: isDecided ? approverOf(shopAt, author) : author,
    createdAt: at(date, '21:50'),
    updatedAt: decidedAt ?? at(date, '22:40'),
    version: asSubmitted ? 2 + Number(isDecided) : 1,
  }
}

const shifts = [
  { from: '08:30', to: '16:30' },
  { from: '14:45', to: '22:45' },
] as const

const dutyOf = (shopAt: number, random: Random) => {
  const people = shopAt === 0 ? [trainer, trainerOf(0), ...(random.chance(0.7) ? [manager] : [])] : [trainerOf(shopAt)]
  return people.map((staffId, n) => ({ staffId, ...(shifts[n % 2] as (typeof shifts)[number]) }))
}

/** Yen by which the till was off: yesterday in 新宿店, and occasionally. */
const tillOff = (shopAt: number, back: number, random: Random) =>
  shopAt === 0 && back === 0 ? -500 : random.chance(0.04) ? random.pick([-1000, -500, -100, 100, 500]) : 0

function incidentOf({ shopAt, userId }: Counted, back: number): Incident | null {
  const happened =
    shopAt % 6 === 0 && back === 12 ? texts.incidents[0] : shopAt % 6 === 2 && back === 33 ? texts.incidents[1] : null
  return happened && { ...happened, userId }
}

const adjustmentsOf = ({ shopAt, figures }: Counted, back: number): StoredAdjustments =>
  shopAt % 6 === 0 && (back === 3 || back === 24)
    ? {
        visitCount: { value: (figures.visitCount ?? 0) + 4, reason: '入館ゲートの故障中に手で数えた4名を加えました。' },
      }
    : {}

/** A draft of 新宿店's trainer for the day after the data date. */
function begunToday(until: Day): NewDailyReport {
  const date = toIso(until + 1)
  const goodPoints = '朝のヨガは定員の8割でした。'
  return {
    shopId: '1',
    date,
    status: 'draft',
    weather: weatherOf(date),
    staffOnDuty: [{ staffId: trainer, from: '08:30', to: '16:30' }],
    adjustments: {},
    goodPoints,
    imgUrls: [],
    searchText: folded(goodPoints),
    authorId: trainer,
    writerIds: [Number(trainer)],
    createdBy: trainer,
    updatedBy: trainer,
    createdAt: at(date, '00:10'),
    updatedAt: at(date, '00:10'),
  }
}

/** The last days of every shop from the rollups, with the payments at the till, in one statement. */
async function countedDays(tx: Db, until: Day): Promise<Counted[]> {
  const since = toIso(until - days + 1)
  const noSales = Object.fromEntries(valuesOf(salesCategories).map((category) => [category, 0]))
  const rows = await rowsOf<Counted & { sales: Record<string, number> | null; shopId: number }>(
    tx,
    sql`
      with day as (
        select d.*, sum(admissions) over m as admissions_so_far, sum(withdrawals) over m as withdrawals_so_far,
          sum(visits) over m as visits_so_far
        from shop_day d where date between month_of(${since}) and ${toIso(until)}
        window m as (partition by shop_id, month_of(date) order by date)
      ),
      sold as (
        select shop_id, date, json_object_agg(category, gross - refund) as sales, sum(gross - refund) as net
        from shop_day_sales where date between month_of(${since}) and ${toIso(until)} group by shop_id, date
      ),
      sold_so_far as (
        select d.shop_id, d.date, sales, sum(net) over (partition by d.shop_id, month_of(d.date) order by d.date) as net
        from day d left join sold using (shop_id, date)
      ),
      paid as (
        select s.shop_id, tokyo_day(s.settled_at) as date,
          coalesce(sum(l.net) filter (where s.method = 'cash'), 0) as cash,
          coalesce(sum(l.net) filter (where s.method in ('card', 'storeCard') and p.category <> 'membershipFee'), 0) as card
        from sale s join sale_line l on l.sale_id = s.id join product p on p.id = l.product_id
        where s.settled_at >= day_start(${since}) and s.status in ('paid', 'refunded')
        group by s.shop_id, tokyo_day(s.settled_at)
      ),
      leave as (
        select shop_id, from_on as date, count(*) as begun from membership_interval
        where enters_suspension and from_on between ${since} and ${toIso(until)} group by shop_id, from_on
      ),
      unpaid as (
        select d.shop_id, d.date, count(b.id) as bills from day d
        join billing b on b.shop_id = d.shop_id and b.target_month = month_of(d.date) and b.due_on <= d.date
          and b.amount > 0 and not (b.status = 'paid' and coalesce(b.paid_on, b.due_on) <= d.date)
        group by d.shop_id, d.date
      )
      select d.shop_id as "shopId", d.date, t.sales, coalesce(p.cash, 0) as cash, coalesce(p.card, 0) as card,
        f.user_id as "userId",
        json_build_object('visitCount', d.visits, 'uniqueVisitors', d.visitors, 'tourCount', d.tours,
          'trialCount', d.trials, 'admissionCount', d.admissions, 'withdrawalRequestCount', d.withdrawal_requests,
          'suspensionCount', coalesce(l.begun, 0), 'bookedCount', d.booked, 'attendedCount', d.attended,
          'noShowCount', d.no_show, 'unpaidCount', coalesce(u.bills, 0)) as figures,
        json_build_object('admissions', d.admissions_so_far, 'withdrawals', d.withdrawals_so_far, 'closing', d.closing,
          'visits', d.visits_so_far, 'sales', coalesce(t.net, 0)) as "monthToDate",
        case when s.monthly_targets is not null then json_build_object(
          'admissions', s.monthly_targets -> 'admission', 'withdrawals', s.monthly_targets -> 'withdrawalMax',
          'closing', s.monthly_targets -> 'closingMembers', 'sales', s.monthly_targets -> 'sales') end as target
      from day d
      left join (select shop_id, min(user_id)::text as user_id from member group by shop_id) f using (shop_id)
      left join sold_so_far t using (shop_id, date)
      left join paid p using (shop_id, date)
      left join leave l using (shop_id, date)
      left join unpaid u using (shop_id, date)
      join shop s on s.id = d.shop_id
      where d.date >= ${since}
      order by d.shop_id, d.date`,
  )
  return rows.map(({ shopId, sales, figures, ...row }) => ({
    ...row,
    shopAt: shopId - 1,
    figures: { ...figures, salesByCategory: { ...noSales, ...sales } as DayFacts['figures']['salesByCategory'] },
  }))
}
