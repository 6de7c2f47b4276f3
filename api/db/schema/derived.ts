import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { comingKinds, genders, risks, visitClasses } from '#contract/words/member.ts'
import { factKinds, salesCategories } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { id, instant } from './columns.ts'
import { countedAnew, inFile, memberNumber, shopNumber, without, words } from './exported.ts'

// All of this can be recomputed from the facts by the functions in api/db/sql; a correction of the past is recomputed
// in its own transaction. Exception: visits before data_state.visits_from were deleted, only their rollups are left.

const day = (name: string) => date(name, { mode: 'string' })

/**
 * The counting model: one row for each stretch of days in which one contract segment covers a member. A member counts
 * here at the close of day D when from_on <= D and (until_on is null or D < until_on). A span is one unbroken
 * membership of the company; its last day does not count at its own close.
 */
export const membershipInterval = pgTable(
  'membership_interval',
  {
    memberId: id('member_id').notNull(),
    fromOn: day('from_on').notNull(),
    /** Exclusive at the close of day; on the last stretch of a span the 退会日. Null: open. */
    untilOn: day('until_on'),
    shopId: id('shop_id').notNull(),
    contractId: id('contract_id').notNull(),
    suspended: boolean('suspended').notNull(),
    /** False where a 休会 continues under another contract. */
    entersSuspension: boolean('enters_suspension').notNull(),
    /** 1 for the first membership, 2 and up for 復会. */
    spanNo: smallint('span_no').notNull(),
    startsSpan: boolean('starts_span').notNull(),
    endsSpan: boolean('ends_span').notNull(),
    spanStart: day('span_start').notNull(),
    spanEnd: day('span_end'),
    /** The other shop of a transfer on from_on; null without one. */
    cameFromShopId: id('came_from_shop_id'),
    /** The other shop of a transfer on until_on; null without one. */
    wentToShopId: id('went_to_shop_id'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.fromOn] }),
    index('membership_interval_shop_until').on(t.shopId, t.untilOn),
    index('membership_interval_shop_from').on(t.shopId, t.fromOn),
  ],
)

/** The days of a month on which a member visited a shop: bit 0 of `days` is the 1st, bit 30 the 31st. */
export const memberVisitMonth = pgTable(
  'member_visit_month',
  {
    /** The visited shop. */
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    month: day('month').notNull(),
    memberId: id('member_id').notNull(),
    /** The member's shop on those days. */
    homeShopId: id('home_shop_id').notNull(),
    days: integer('days').notNull(),
    /** Merged visits. */
    visits: smallint('visits').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shopId, t.month, t.memberId, t.homeShopId] }),
    index('member_visit_month_home').on(t.homeShopId, t.month, t.memberId),
    index('member_visit_month_member').on(t.memberId, t.month),
  ],
)

const count = (name: string) => integer(name).notNull().default(0)

/** Classes, bookings and leads of a shop's day or month. */
const desk = {
  /** Classes that started. */
  slots: count('slots'),
  capacity: count('capacity'),
  /** At most the capacity of each class; a late cancellation counts unless the seat was booked again. */
  seatsUsed: count('seats_used'),
  seatsAttended: count('seats_attended'),
  /** Including cancelled ones, excluding キャンセル待ち. */
  booked: count('booked'),
  attended: count('attended'),
  noShow: count('no_show'),
  lateCancelled: count('late_cancelled'),
  cancelled: count('cancelled'),
  tours: count('tours'),
  trials: count('trials'),
  /** Trials that joined the company within 30 days. */
  trialsJoined: count('trials_joined'),
}

/** One shop on one day. Every day up to the data date has a row, even an empty one. */
export const shopDay = pgTable(
  'shop_day',
  {
    shopId: id('shop_id').notNull(),
    date: day('date').notNull(),
    admissions: integer('admissions').notNull(),
    readmissions: integer('readmissions').notNull(),
    transferIn: integer('transfer_in').notNull(),
    withdrawals: integer('withdrawals').notNull(),
    transferOut: integer('transfer_out').notNull(),
    /** Members who requested withdrawal on this day. */
    withdrawalRequests: count('withdrawal_requests'),
    closing: integer('closing').notNull(),
    suspended: integer('suspended').notNull(),
    /** Merged visits, guests included. */
    visits: integer('visits').notNull(),
    /** Members who visited: the day's visit days. */
    visitors: integer('visitors').notNull(),
    ...desk,
  },
  (t) => [primaryKey({ columns: [t.shopId, t.date] })],
)

const countsToDay = (name: string) => integer(name).array().notNull().default([])

/**
 * One shop in one month, as far as it is counted. `shop_id` 0 is the whole chain and holds people only: they cannot be
 * added up, whereas money and classes can.
 */
export const shopMonth = pgTable(
  'shop_month',
  {
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    month: day('month').notNull(),
    /** The last day that is counted. */
    countedTo: day('counted_to').notNull(),
    opening: count('opening'),
    openingSuspended: count('opening_suspended'),
    admissions: count('admissions'),
    readmissions: count('readmissions'),
    transferIn: count('transfer_in'),
    withdrawals: count('withdrawals'),
    transferOut: count('transfer_out'),
    withdrawalRequests: count('withdrawal_requests'),
    closing: count('closing'),
    suspended: count('suspended'),
    visits: count('visits'),
    visitDays: count('visit_days'),
    /** Members who visited. */
    uniqueVisitors: count('unique_visitors'),
    /** Median of their visit days; null without visitors. */
    medianDays: doublePrecision('median_days'),
    /** Own members who were 稼働 on any day. */
    operating: count('operating'),
    /** Of them, those who visited any shop. */
    operatingWhoCame: count('operating_who_came'),
    /** The three above, up to each day of the month; the first day is at 1. */
    visitorsToDay: countsToDay('visitors_to_day'),
    operatingToDay: countsToDay('operating_to_day'),
    whoCameToDay: countsToDay('who_came_to_day'),
    ...desk,
    /** Only for the chain: members who visited on each day, the first at 1; for a shop it is `shop_day.visitors`. */
    visitorsOnDay: integer('visitors_on_day').array(),
    /** When a fact changed after the whole month had been counted; null: never. */
    correctedAt: instant('corrected_at'),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month] })],
)

/** A set of members: bit n is the member with the id n. */
const members = customType<{ data: string }>({ dataType: () => 'varbit' })

/**
 * The people of a shop's month (shop 0: the chain's). People cannot be added up: for several months and shops their
 * sets are united.
 */
export const shopMonthPeople = pgTable(
  'shop_month_people',
  {
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    month: day('month').notNull(),
    /** Length of each set. */
    bits: integer('bits').notNull(),
    /** Members who visited. */
    visitors: members('visitors').notNull(),
    /** Own members who were 稼働 on any day. */
    operating: members('operating').notNull(),
    /** Own members who visited any shop. */
    ownVisitors: members('own_visitors').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month] })],
)

/**
 * Merged visits of a shop's month (shop 0: the chain's) by weekday of the business day (0 = Sunday) and hour in
 * Asia/Tokyo.
 */
export const shopVisitHour = pgTable(
  'shop_visit_hour',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    dow: smallint('dow').notNull(),
    hour: smallint('hour').notNull(),
    visits: integer('visits').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.dow, t.hour] })],
)

/** Settled money of a shop, day and category, tax included. Net is gross − refund. */
export const shopDaySales = pgTable(
  'shop_day_sales',
  {
    shopId: id('shop_id').notNull(),
    date: day('date').notNull(),
    category: text('category', { enum: valuesOf(salesCategories) }).notNull(),
    gross: integer('gross').notNull(),
    /** A positive amount. */
    refund: integer('refund').notNull(),
    /** The tax included in gross − refund. */
    tax: integer('tax').notNull(),
    /** Lines of receipts, those of refunds included: the rows behind the figure. */
    lines: integer('lines').notNull().default(0),
    refundLines: integer('refund_lines').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.date, t.category] })],
)

/** Settled sales of a shop's month by category. */
export const shopMonthSales = pgTable(
  'shop_month_sales',
  {
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    month: day('month').notNull(),
    category: text('category', { enum: valuesOf(salesCategories) }).notNull(),
    gross: integer('gross').notNull(),
    refund: integer('refund').notNull(),
    tax: integer('tax').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.category] })],
)

/** What a sale is grouped by: its payment method, or who sold it (a staff id; empty: nobody known). */
const salesBy = ['method', 'staff'] as const

const settled = {
  /** Sales without refunds. */
  sales: integer('sales').notNull(),
  gross: integer('gross').notNull(),
  /** A positive amount. */
  refund: integer('refund').notNull(),
  tax: integer('tax').notNull(),
}

/** Settled sales of a shop's day by payment method and by staff. */
export const shopDaySalesBy = pgTable(
  'shop_day_sales_by',
  {
    shopId: id('shop_id').notNull(),
    date: day('date').notNull(),
    by: text('by', { enum: salesBy }).notNull(),
    key: text('key').notNull(),
    ...settled,
  },
  (t) => [primaryKey({ columns: [t.shopId, t.date, t.by, t.key] })],
)

/** Settled sales of a shop's month by payment method, staff and category, each by the month that was paid for. */
export const shopMonthSalesBy = pgTable(
  'shop_month_sales_by',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    by: text('by', { enum: [...salesBy, 'category'] }).notNull(),
    key: text('key').notNull(),
    /** The month of settlement where the sale names none. */
    targetMonth: day('target_month').notNull(),
    ...settled,
  },
  (t) => [
    primaryKey({ columns: [t.shopId, t.month, t.by, t.key, t.targetMonth] }),
    index('shop_month_sales_by_target').on(t.shopId, t.targetMonth),
  ],
)

const sold = {
  productId: id('product_id').notNull(),
  /** Less what was refunded. */
  quantity: integer('quantity').notNull(),
  /** Of what was sold, positive. */
  discount: integer('discount').notNull(),
  refund: integer('refund').notNull(),
  /** Less the refunds, tax included. */
  net: integer('net').notNull(),
  tax: integer('tax').notNull(),
}

/** Settled sales of a shop's day by product. Its category is read with the report: it may change. */
export const shopDayProduct = pgTable(
  'shop_day_product',
  { shopId: id('shop_id').notNull(), date: day('date').notNull(), ...sold },
  (t) => [primaryKey({ columns: [t.shopId, t.date, t.productId] })],
)

/** Settled sales of a shop's month by product, with its buyers. */
export const shopMonthProduct = pgTable(
  'shop_month_product',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    ...sold,
    /** Members who bought it in the month, and their part of `net` and `tax`. */
    buyers: integer('buyers').notNull(),
    buyersNet: integer('buyers_net').notNull(),
    buyersTax: integer('buyers_tax').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.productId] })],
)

/** Dues billed for a month, by the day of the run, and the amount collected so far. */
export const shopBilling = pgTable(
  'shop_billing',
  {
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    targetMonth: day('target_month').notNull(),
    dueOn: day('due_on').notNull(),
    billed: integer('billed').notNull(),
    /** 会費対象会員: members with a bill, each at their first run. */
    members: count('members'),
    collected: integer('collected').notNull(),
    /** Bills whose run has no result yet. */
    pending: integer('pending').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.targetMonth, t.dueOn] })],
)

/** Of a run's failed bills: yen paid within so many days, and members who paid all of theirs. */
const paidWithin = {
  back7: integer('back_7').notNull(),
  back30: integer('back_30').notNull(),
  back60: integer('back_60').notNull(),
  back90: integer('back_90').notNull(),
  people: integer('people').notNull(),
  people7: integer('people_7').notNull(),
  people30: integer('people_30').notNull(),
  people60: integer('people_60').notNull(),
  people90: integer('people_90').notNull(),
}

/**
 * Dues billed for a month by the day of the run and the way of paying: what was not paid on its day, and what of it was
 * paid within so many days (docs/domain.md, "Dues that come back"). A member with several failed bills of the month
 * stands at the first of them.
 */
export const shopOverdue = pgTable(
  'shop_overdue',
  {
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    targetMonth: day('target_month').notNull(),
    dueOn: day('due_on').notNull(),
    method: text('method', { enum: ['card', 'bankTransfer', 'cash', 'storeCard'] }).notNull(),
    billed: integer('billed').notNull(),
    /** Of it, without a result yet. */
    waiting: integer('waiting').notNull(),
    failed: integer('failed').notNull(),
    ...paidWithin,
    /** Not paid, `waiting` included. */
    open: integer('open').notNull(),
    /** Who `people` are; negative: not all paid within 30 days. */
    failedMembers: integer('failed_members').array().notNull(),
    /** Members with an open bill, each at the first one of the month. */
    openMembers: integer('open_members').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.targetMonth, t.dueOn, t.method] })],
)

/** Classes of a shop's month by what, when and by whom: レッスンと担当. Sums of whole numbers, so that every engine has the same. */
export const shopMonthClass = pgTable(
  'shop_month_class',
  {
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    month: day('month').notNull(),
    program: text('program').notNull(),
    /** 0 = Sunday, in Asia/Tokyo. */
    dow: smallint('dow').notNull(),
    /** HH:MM in Asia/Tokyo. */
    startsAt: text('starts_at').notNull(),
    /** 0: nobody known. */
    staffId: id('staff_id').notNull(),
    /** Lessons, with the six below as in `shop_month`. */
    held: integer('held').notNull(),
    capacity: integer('capacity').notNull(),
    seatsUsed: integer('seats_used').notNull(),
    seatsAttended: integer('seats_attended').notNull(),
    booked: integer('booked').notNull(),
    attended: integer('attended').notNull(),
    noShow: integer('no_show').notNull(),
    /** People on the waiting list who got no seat. */
    waited: integer('waited').notNull(),
    /** Lessons with such people. */
    lessonsWaited: integer('lessons_waited').notNull(),
    /** Σ over lessons of seats used squared, seats used × capacity, and capacity squared: how much lessons scatter. */
    usedSquares: bigint('used_squares', { mode: 'number' }).notNull(),
    usedByCapacity: bigint('used_by_capacity', { mode: 'number' }).notNull(),
    capacitySquares: bigint('capacity_squares', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.program, t.dow, t.startsAt, t.staffId] })],
)

/** A member's group: a plan by its code (of every shop one), gender, age and route, as they are known now. */
const group = {
  plan: text('plan').notNull(),
  /** Empty with an empty plan: sales to who was no member in the month; `*`: all groups together. */
  gender: text('gender').notNull(),
  /** Tens of years on the first of the month: 10 below twenty, 70 from there on; 0: unknown. */
  ageBand: smallint('age_band').notNull(),
  /** Empty: unknown. */
  joinRoute: text('join_route').notNull(),
}

/** A shop's month (shop 0: the chain's) by group: LTV and プラン構成. */
export const shopMonthGroup = pgTable(
  'shop_month_group',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    ...group,
    opening: integer('opening').notNull(),
    openingSuspended: integer('opening_suspended').notNull(),
    /** As far as the month is counted. */
    closing: integer('closing').notNull(),
    suspended: integer('suspended').notNull(),
    /** Monthly fees of the members at the close, in yen. */
    fees: bigint('fees', { mode: 'number' }).notNull(),
    admissions: integer('admissions').notNull(),
    /** Under the plan that ended. */
    withdrawals: integer('withdrawals').notNull(),
    /** Net, tax included, under the buyer's first plan of the month. */
    sales: bigint('sales', { mode: 'number' }).notNull(),
    /** Members who paid more than they got back. */
    payers: integer('payers').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shopId, t.month, t.plan, t.gender, t.ageBand, t.joinRoute] }),
    // Rows of all groups together, and of nobody.
    index('shop_month_group_totals').on(t.shopId, t.month).where(sql`${t.gender} in ('*', '')`),
  ],
)

/**
 * Who joined a shop (0: the chain) in a month by group, without doubted days: `kept` and `paused` have 25 counts, of
 * members and of those on 休会 so many months after each one's first day.
 */
export const shopCohort = pgTable(
  'shop_cohort',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    ...group,
    joined: integer('joined').notNull(),
    kept: integer('kept').array().notNull(),
    paused: integer('paused').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.plan, t.gender, t.ageBand, t.joinRoute] })],
)

/** Net sales of a shop's month to members who had joined in one of the 24 months before, or in it. */
export const shopCohortSales = pgTable(
  'shop_cohort_sales',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    joinedMonth: day('joined_month').notNull(),
    net: bigint('net', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.joinedMonth] })],
)

/** Who left a shop in a month, and what they had paid by its end in any shop. */
export const shopLeaver = pgTable(
  'shop_leaver',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    memberId: id('member_id').notNull(),
    leftOn: day('left_on').notNull(),
    /** The first day of the membership. */
    joinedOn: day('joined_on').notNull(),
    ...group,
    paid: bigint('paid', { mode: 'number' }).notNull(),
    /** Months in which they bought. */
    payingMonths: integer('paying_months').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.memberId, t.leftOn] })],
)

/**
 * A row for each admission (also a known future one), withdrawal and 休会, with what 入会・退会 groups it by (decision 0077).
 * `refresh_member_moves` writes it.
 */
export const memberMove = pgTable(
  'member_move',
  {
    memberId: id('member_id').notNull(),
    kind: text('kind', { enum: ['admission', 'withdrawal', 'suspension'] }).notNull(),
    /** First day of the membership or of the 休会, last day of a membership. */
    date: day('date').notNull(),
    shopId: id('shop_id').notNull(),
    spanNo: smallint('span_no').notNull(),
    spanStart: day('span_start').notNull(),
    spanEnd: day('span_end'),
    /** 申込日 of the contract that begins the membership; null but for an admission. */
    contractedOn: day('contracted_on'),
    /** First visit of the membership; null before there is one, and but for an admission. */
    firstUseOn: day('first_use_on'),
    /** Visit days, in any shop, of the first 30 days of the membership so far; null but for an admission. */
    firstVisitDays: smallint('first_visit_days'),
    /**
     * Whole months from the 30th day, at whose close they were still a member, to the last close that they were, at most 11;
     * −1: left before the 30th day's close; null: still a member, and but for an admission.
     */
    stayedMonths: smallint('stayed_months').generatedAlwaysAs(sql`case
      when kind <> 'admission' or span_end is null then null
      when span_end <= date + 29 then -1
      else least(11, (extract(year from span_end - 1) - extract(year from date + 29)) * 12
        + extract(month from span_end - 1) - extract(month from date + 29)
        - case when extract(day from span_end - 1) < extract(day from date + 29)
            and extract(month from span_end - 1) = extract(month from span_end) then 1 else 0 end)
    end`),
    gender: text('gender', { enum: valuesOf(genders) }).notNull(),
    ageBand: smallint('age_band').notNull(),
    /** Empty: unknown. */
    route: text('route').notNull(),
    campaign: text('campaign').notNull(),
    reason: text('reason').notNull(),
    /** 退会申請日 of the contract that ended; null where unknown, and but for a withdrawal. */
    requestedOn: day('requested_on'),
    /** Last visit of the membership up to then. */
    lastVisitOn: day('last_visit_on'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind, t.date] }),
    index('member_move_shop').on(t.shopId, t.kind, t.date),
    index('member_move_contracted').on(t.shopId, t.contractedOn).where(sql`${t.contractedOn} is not null`),
    index('member_move_used').on(t.shopId, t.firstUseOn).where(sql`${t.firstUseOn} is not null`),
    // Two years of joiners are read without the rows themselves.
    index('member_move_first_days')
      .on(t.shopId, t.date, t.stayedMonths, t.firstVisitDays)
      .where(sql`${t.kind} = 'admission'`),
  ],
)

/**
 * How a month changed fees and plans of a shop's members, from close to close: `yen` is the change of its fees. A
 * transfer has a row in either shop; for both shops together the row of the new one counts, by `kind_within` and
 * `yen_within`. Shop 0 is the chain, with transfers as what they did to the fees.
 */
export const shopMonthMove = pgTable(
  'shop_month_move',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    /** Of a transfer; otherwise 0. */
    otherShopId: id('other_shop_id').notNull(),
    kind: text('kind').notNull(),
    kindWithin: text('kind_within').notNull(),
    /** Codes; empty: none. */
    oldPlan: text('old_plan').notNull(),
    newPlan: text('new_plan').notNull(),
    /** Of a withdrawal the cancel reason of the contract that ended; empty: unknown, and of all else. */
    reason: text('reason').notNull().default(''),
    /** Of a withdrawal the band of its 在籍期間 (`tenureBands`); empty of all else. */
    tenure: text('tenure').notNull().default(''),
    members: integer('members').notNull(),
    yen: bigint('yen', { mode: 'number' }).notNull(),
    yenWithin: bigint('yen_within', { mode: 'number' }).notNull(),
    /** Σ of each member's `yen_within` squared: how much the sum scatters. */
    squares: bigint('squares', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    uniqueIndex('shop_month_move_key').on(
      ...[t.shopId, t.month, t.otherShopId, t.kind, t.kindWithin, t.oldPlan, t.newPlan, t.reason, t.tenure],
    ),
  ],
)

/**
 * Members at the close of a month by the month in which they joined, at most 24 before it, in the shop where they joined
 * (0: the chain), wherever they are now; without doubted days. No row without members.
 */
export const shopMonthJoinedFees = pgTable(
  'shop_month_joined_fees',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    joinedMonth: day('joined_month').notNull(),
    members: integer('members').notNull(),
    /** Monthly fees of these members, in yen. */
    fees: bigint('fees', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.joinedMonth] })],
)

/**
 * A shop's members at the last counted day of a month by the change of their visits (`visit_class`, default thresholds),
 * with a second row of 28 days before. No row without members.
 */
export const shopVisitClass = pgTable(
  'shop_visit_class',
  {
    shopId: id('shop_id').notNull(),
    month: day('month').notNull(),
    isBefore: boolean('is_before').notNull(),
    new: integer('class_new').notNull(),
    returned: integer('returned').notNull(),
    newlyDormant: integer('newly_dormant').notNull(),
    dormant: integer('dormant').notNull(),
    decrease: integer('decrease').notNull(),
    increase: integer('increase').notNull(),
    stable: integer('stable').notNull(),
    /** Of 休眠, whose last visit was 56 to 89, or 90 to 179 days before. */
    absentTo89: integer('absent_to_89').notNull(),
    absentTo179: integer('absent_to_179').notNull(),
    /** Members by their visit days in the window, from none to 28. */
    byVisits: integer('by_visits').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.month, t.isBefore] })],
)

/** Shops' months whose classes are still to be recomputed: by this transaction, or by `count_step`. */
export const visitClassDue = pgTable(
  'visit_class_due',
  { shopId: id('shop_id').notNull(), month: day('month').notNull() },
  (t) => [index('visit_class_due_month').on(t.month)],
)

/** Shops' months of which this transaction must recompute the parts (`rebuild_month_parts`); empty for everybody else. */
export const monthPartDue = pgTable('month_part_due', {
  shopId: id('shop_id').notNull(),
  month: day('month').notNull(),
})

/** Shops' months whose rollups this transaction must recompute before it commits; empty for everybody else. */
export const rollupDue = pgTable('rollup_due', { shopId: id('shop_id').notNull(), month: day('month').notNull() })

/** Members whose list row, and with `contracts` whose membership, this transaction must recompute. */
export const memberDue = pgTable('member_due', {
  memberId: id('member_id').notNull(),
  /** Null: only their rows in the list. */
  contracts: boolean('contracts'),
})

/**
 * Shops' months that a bulk writer left to be counted after its transaction (`count_later`): their rollups are not
 * right until then. Shop 0 is the chain, which is due while a shop is.
 */
export const rollupLater = pgTable(
  'rollup_later',
  { shopId: id('shop_id').notNull(), month: day('month').notNull() },
  (t) => [primaryKey({ columns: [t.shopId, t.month] }), index('rollup_later_month').on(t.month)],
)

/**
 * Shops' months whose sales are to be summed again because a product changed its category: until then theirs by category
 * are of the old one.
 */
export const salesLater = pgTable(
  'sales_later',
  { shopId: id('shop_id').notNull(), month: day('month').notNull() },
  (t) => [primaryKey({ columns: [t.month, t.shopId] })],
)

/** Members whose row in the list, or the home shop of whose visits, is put right after a bulk writer's transaction. */
export const memberLater = pgTable(
  'member_later',
  { memberId: id('member_id').notNull(), what: text('what', { enum: ['visits', 'list', 'moves'] }).notNull() },
  (t) => [primaryKey({ columns: [t.what, t.memberId] })],
)

/** Checks of the rollups against a recomputation, one per calendar month. */
export const rollupCheck = pgTable('rollup_check', {
  /** First day of the month in which it ran. */
  month: day('month').primaryKey(),
  checkedAt: instant('checked_at').notNull(),
  /** Rollups that a recomputation would have changed, by shop and month. */
  differing: integer('differing').notNull(),
})

/** Collated bytewise, so that an index serves both the sort and the cursor of a page. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * Filters, order and search of the members list, one narrow row per member. `refresh_member_list` writes it; reads go
 * through the view `member_in_scope`, under which the indexes can be used (decision 0011).
 */
export const memberList = pgTable(
  'member_list',
  {
    memberId: id('member_id').primaryKey(),
    shopId: id('shop_id').notNull(),
    visits30d: smallint('visits_30d').notNull(),
    unpaidAmount: integer('unpaid_amount').notNull(),
    /** The plan that covers the data date; 0: none. */
    planId: id('plan_id').notNull(),
    /** The 入会日 that holds: `given_joined_on`, or what was answered for that day (decision 0070). */
    joinedOn: day('joined_on'),
    /** The 入会日 as it came. */
    givenJoinedOn: day('given_joined_on'),
    lastVisitOn: day('last_visit_on'),
    status: text('status').notNull(),
    contractStatus: text('contract_status').notNull(),
    /** Of the plan; empty: none. */
    planCode: text('plan_code').notNull(),
    memberNo: bytewise('member_no').notNull(),
    /** The reading in the order of a Japanese telephone book; null: no reading. */
    kana: bytewise('kana'),
    comingKind: text('coming_kind', { enum: valuesOf(comingKinds) }),
    comingOn: day('coming_on'),
    /** Folded: written name and reading. */
    names: text('names').notNull(),
    /** The first letters of surname, first name and their readings. */
    starts: text('starts').notNull().default(''),
    /** Folded member number. */
    number: text('number').notNull(),
    /** Digits, with a leading 0 for the country code (`phone_digits`). */
    tel: text('tel').notNull().default(''),
    birthday: day('birthday'),
    /** Folded. */
    email: text('email').notNull(),
    withLeanBody: boolean('with_lean_body').notNull().default(false),
    /** Whether a flag is set by hand. */
    isLocked: boolean('is_locked').notNull().default(false),
    hasAlert: boolean('has_alert').notNull().default(false),
    trainerId: id('trainer_id'),
    tags: text('tags').array().notNull().default([]),
    /** Visit days in the 28 days that end with the data date, and in the 28 before. */
    came: smallint('came').notNull().default(0),
    cameBefore: smallint('came_before').notNull().default(0),
    /** Of who is 稼働 at the close of the data date; of no use where these days are not known. */
    visitClass: text('visit_class', { enum: valuesOf(visitClasses) }),
    /** 離脱リスク and its signs (`risk_level`, `risk_signs`), of the same members. */
    risk: text('risk', { enum: valuesOf(risks) }),
    riskSigns: text('risk_signs').array().notNull().default([]),
  },
  (t) => [
    // Covers the totals of some shops; totals of all shops are stored.
    index('member_list_shop').on(
      ...[
        t.shopId,
        t.lastVisitOn,
        t.joinedOn,
        t.withLeanBody,
        t.status,
        t.contractStatus,
        t.planCode,
        t.visitClass,
        t.risk,
      ],
    ),
    index('member_list_state').on(t.contractStatus, t.planCode),
    index('member_list_unpaid').on(t.memberId).where(sql`${t.unpaidAmount} > 0`),
    index('member_list_locked').on(t.memberId).where(sql`${t.isLocked}`),
    index('member_list_alert').on(t.memberId).where(sql`${t.hasAlert}`),
    index('member_list_trainer').on(t.trainerId).where(sql`${t.trainerId} is not null`),
    // Half of all members, counted from the index alone.
    index('member_list_lean_body').on(t.withLeanBody, t.status, t.contractStatus, t.planCode, t.shopId),
    // Counted from the index alone, too.
    index('member_list_visit_class').on(t.visitClass, t.contractStatus, t.planCode, t.shopId, t.risk),
    index('member_list_risk').on(t.risk, t.contractStatus, t.planCode, t.shopId, t.visitClass),
    index('member_list_tags').using('gin', t.tags),
  ],
)

/** The number of members per combination of filters: the list's totals without a scan. */
export const memberCount = pgTable(
  'member_count',
  {
    shopId: id('shop_id').notNull(),
    status: text('status').notNull(),
    contractStatus: text('contract_status').notNull(),
    planCode: text('plan_code').notNull(),
    owes: boolean('owes').notNull(),
    members: integer('members').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.status, t.contractStatus, t.planCode, t.owes] })],
)

/** The number of members of all shops, by the day they joined and the day of their last visit. */
export const memberDayCount = pgTable(
  'member_day_count',
  {
    what: text('what', { enum: ['joined', 'lastVisit'] }).notNull(),
    /** `-infinity`: never. */
    day: day('day').notNull(),
    status: text('status').notNull(),
    contractStatus: text('contract_status').notNull(),
    planCode: text('plan_code').notNull(),
    owes: boolean('owes').notNull(),
    members: integer('members').notNull(),
  },
  (t) => [primaryKey({ columns: [t.what, t.day, t.status, t.contractStatus, t.planCode, t.owes] })],
)

/** One row: how far the facts reach. */
export const dataState = pgTable('data_state', {
  id: smallint('id').primaryKey().default(1),
  /** The last moment that the facts cover. */
  dataAsOf: instant('data_as_of').notNull(),
  syncedAt: instant('synced_at').notNull(),
  /** The first of a month: raw visits before it were deleted, and their rollups stay. Null: all are kept. */
  visitsFrom: day('visits_from'),
})

/**
 * The days of one kind of facts that imports and runs say are known in a shop (`known_days()`, decision 0102); one with
 * null days has none.
 */
export const dataPeriod = pgTable(
  'data_period',
  {
    kind: text('kind', { enum: valuesOf(factKinds) }).notNull(),
    /** 0: each shop without a row of its own. */
    shopId: id('shop_id').notNull().default('0'),
    firstOn: day('first_on'),
    /** Null: the data date. */
    lastOn: day('last_on'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.shopId] })],
)

export const access: readonly Access[] = [
  { table: membershipInterval, rows: 'shop', export: { not: countedAnew } },
  {
    table: memberVisitMonth,
    rows: 'shop',
    export: inFile(memberVisitMonth, {
      file: 'old-visit-months',
      label: '以前の来館日（会員ごと）',
      where: sql`t.month < (select visits_from from data_state)`,
      columns: {
        ...{
          ...shopNumber,
          month: '月',
          ...memberNumber,
          homeShopId: '所属店舗の番号',
          days: '来館日',
          visits: '来館数',
        },
      },
    }),
  },
  {
    table: shopDay,
    rows: 'shop',
    export: inFile(shopDay, {
      file: 'old-visit-days',
      label: '以前の来館数（日ごと）',
      where: sql`t.date < (select visits_from from data_state)`,
      columns: {
        ...shopNumber,
        date: '日付',
        visits: '来館数',
        visitors: '来館者数',
        ...without(
          countedAnew,
          'admissions',
          'readmissions',
          'transferIn',
          'withdrawals',
          'transferOut',
          'withdrawalRequests',
          'closing',
          'suspended',
          'slots',
          'capacity',
          'seatsUsed',
          'seatsAttended',
          'booked',
          'attended',
          'noShow',
          'lateCancelled',
          'cancelled',
          'tours',
          'trials',
          'trialsJoined',
        ),
      },
      zeros: ['admissions', 'readmissions', 'transfer_in', 'withdrawals', 'transfer_out', 'closing', 'suspended'],
    }),
  },
  { table: shopMonth, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthPeople, rows: 'shop', export: { not: countedAnew } },
  {
    table: shopVisitHour,
    rows: 'shop',
    export: inFile(shopVisitHour, {
      file: 'old-visit-hours',
      label: '以前の来館数（時間帯ごと）',
      where: sql`t.month < (select visits_from from data_state)`,
      columns: { ...shopNumber, month: '月', dow: '曜日', hour: '時', visits: '来館数' },
    }),
  },
  { table: shopDaySales, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthSales, rows: 'shop', export: { not: countedAnew } },
  { table: shopDaySalesBy, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthSalesBy, rows: 'shop', export: { not: countedAnew } },
  { table: shopDayProduct, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthProduct, rows: 'shop', export: { not: countedAnew } },
  { table: shopBilling, rows: 'shop', export: { not: countedAnew } },
  { table: shopOverdue, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthClass, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthGroup, rows: 'shop', export: { not: countedAnew } },
  { table: shopCohort, rows: 'shop', export: { not: countedAnew } },
  { table: shopCohortSales, rows: 'shop', export: { not: countedAnew } },
  { table: shopLeaver, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthMove, rows: 'shop', export: { not: countedAnew } },
  { table: shopMonthJoinedFees, rows: 'shop', export: { not: countedAnew } },
  { table: shopVisitClass, rows: 'shop', export: { not: countedAnew } },
  { table: visitClassDue, rows: 'shop', export: { not: countedAnew } },
  { table: memberMove, rows: 'shop', export: { not: countedAnew } },
  { table: monthPartDue, rows: 'shop', read: false, export: { not: countedAnew } },
  { table: memberCount, rows: 'shop', export: { not: countedAnew } },
  { table: memberList, rows: 'shop', read: false, export: { not: countedAnew } },
  { table: memberDayCount, rows: 'none', read: false, export: { not: countedAnew } },
  { table: rollupDue, rows: 'shop', read: false, export: { not: countedAnew } },
  { table: memberDue, rows: 'none', read: false, export: { not: countedAnew } },
  { table: rollupLater, rows: 'shop', export: { not: countedAnew } },
  { table: salesLater, rows: 'shop', export: { not: countedAnew } },
  { table: memberLater, rows: 'none', read: false, export: { not: countedAnew } },
  { table: rollupCheck, rows: 'none', read: false, export: { not: countedAnew } },
  {
    table: dataState,
    rows: 'chain',
    export: inFile(dataState, {
      file: 'data-state',
      label: 'データの基準日',
      columns: { id: '番号', dataAsOf: 'データの基準日時', syncedAt: '同期日時', visitsFrom: '来館の記録の最初の日' },
    }),
  },
  {
    table: dataPeriod,
    rows: 'none',
    read: false,
    export: inFile(dataPeriod, {
      file: 'data-periods',
      label: 'データの期間',
      columns: { kind: words('種類', factKinds), ...shopNumber, firstOn: '最初の日', lastOn: '最後の日' },
    }),
  },
]
