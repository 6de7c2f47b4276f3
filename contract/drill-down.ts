import { z } from 'zod'
import { listOf, pageInput, zDate, zDateTime, zId, zKeyword, zSortDir, zText, zWord, zYen } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { reportPeriod } from './report-period.ts'
import { cancelReasons } from './words/cancel-reason.ts'
import {
  figureSortKeys,
  leadFigures,
  memberFigures,
  reservationFigures,
  saleFigures,
  slotFigures,
} from './words/drill-down.ts'
import { ageBands } from './words/groups.ts'
import { joinRoutes, movements } from './words/member.ts'
import { bookingStatuses, leadKinds, salesCategories } from './words/report.ts'
import { tenureBands } from './words/why.ts'

// Drill-down: the rows behind the figures of a report.

/** One person behind a figure. */
export const FigureMember = z.strictObject({
  /** Opens the member's record; null if they are not, or no longer, in the caller's shops. */
  userId: zId.nullable(),
  memberNo: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  /** The shop they were counted in; for visits, every shop they visited. */
  shopName: z.string(),
  /** The day of the movement, for 休会 its first day; null for other states and for visits. */
  date: zDate.nullable(),
  /** For 純増減: 入会 and 転入 add one, 退会 and 転出 subtract one; null for other figures. */
  movement: zWord(movements).nullable(),
  /** The other shop of 転入 and 転出; null for other figures, and for a shop out of scope. */
  otherShopName: z.string().nullable(),
  /** The plan of the counted contract; null for 純増減, 継続率 and visits. */
  planName: z.string().nullable(),
  /** For 退会 and 退会申請; null where unknown, without the right to change members, and for other figures. */
  cancelReason: zWord(cancelReasons).nullable(),
  /** For 入会; null where unknown, for people out of scope, and for other figures. */
  joinRoute: zWord(joinRoutes).nullable(),
  /** For 退会: 在籍期間 in whole months, docs/domain.md, "Drill-down"; null for other figures. */
  tenureMonths: z.int().nullable(),
  /**
   * The last day: for 継続率 of the membership, for 休会 of the leave, for 退会申請 of the contract. Null while unknown, and for
   * other figures.
   */
  endsOn: zDate.nullable(),
  visitDays: z.int().nullable(),
  /** Also null for a single day, whose visits are listed one by one. */
  visits: z.int().nullable(),
})
export type FigureMember = z.output<typeof FigureMember>

/** The person of a row, as in `FigureMember`; all null where the person may not be shown. */
const person = {
  userId: zId.nullable(),
  memberNo: z.string().nullable(),
  lastName: z.string().nullable(),
  firstName: z.string().nullable(),
}

/** One visit of a person, from its first entry or check-in. */
export const FigureVisit = z.strictObject({
  at: zDateTime,
  shopName: z.string(),
  /** Null for a guest. */
  ...person,
})
export type FigureVisit = z.output<typeof FigureVisit>

/** One line of a sale, or one unpaid bill. */
export const FigureSale = z.strictObject({
  date: zDate,
  shopName: z.string(),
  /** Null for a guest. */
  ...person,
  category: zWord(salesCategories),
  /** The product; for a bill, its month's dues. */
  productName: z.string(),
  quantity: z.int(),
  /** Yen with tax; negative on a refund. */
  amount: zYen,
})
export type FigureSale = z.output<typeof FigureSale>

/** One booking. */
export const FigureReservation = z.strictObject({
  startAt: zDateTime,
  programName: z.string(),
  shopId: zId,
  shopName: z.string(),
  /** The program of a class; null for a free slot. */
  slotId: zId.nullable(),
  /** Null where it was booked for no member. */
  ...person,
  status: zWord(bookingStatuses),
  /** A 体験. */
  isTrial: z.boolean(),
})
export type FigureReservation = z.output<typeof FigureReservation>

/** One class that started. */
export const FigureSlot = z.strictObject({
  slotId: zId,
  shopId: zId,
  startAt: zDateTime,
  programName: z.string(),
  shopName: z.string(),
  capacity: z.int(),
  /** As 予約枠稼働率 counts them: at most the capacity; a late cancellation counts unless it was booked again. */
  seatsUsed: z.int(),
  /** As 実出席率 counts them: at most the capacity. */
  seatsAttended: z.int(),
})
export type FigureSlot = z.output<typeof FigureSlot>

/** A person on a tour or a trial. */
export const FigureLead = z.strictObject({
  date: zDate,
  shopName: z.string(),
  kind: zWord(leadKinds),
  /** Null for a person who never joined, or is unknown to the caller's shops. */
  ...person,
  /** The first day of a membership of the company, within `joinDays`; null without one. */
  joinedOn: zDate.nullable(),
})
export type FigureLead = z.output<typeof FigureLead>

const { shopId, year, month, fiscalStartMonth } = reportPeriod

/** A search filters the rows but does not change the figure; without `sortKey` they are in the figure's own order. */
const rowsBy = <const Keys extends readonly [string, ...string[]]>(sortKeys: Keys) => ({
  /** Name, reading or member number; for sales also the product, for bookings and classes the program. */
  keyword: zKeyword.optional(),
  sortKey: z.enum(sortKeys).optional(),
  sortDir: zSortDir.default('none'),
})

/** Rows of people are exported under the same right as the members list. */
const ofPeople = { csv: { permission: 'member.export' }, cost: 'heavy' } as const

/** Only that day of `month`. */
const day = z.int().min(1).max(31).optional()
const paged = { shopId, year, month: month.optional(), day, fiscalStartMonth, ...pageInput }

/**
 * The requested period up to the data date; null when it is in the future. For 予定 the future part, null when it is
 * over; for 継続率 the days on which its members joined.
 */
const period = z.strictObject({ from: zDate, to: zDate }).nullable()

/**
 * `figure` is the report's figure: for amounts and visits the sum over all rows, else their number. `allRows` is their
 * number without the search; `paging` counts the matches. `isProvisional` is the report's 速報. Without rows and with
 * `isCounting` while a month of the period is still to be counted.
 */
const behind = <Row extends z.ZodType>(row: Row) =>
  listOf(row).extend({ period, isProvisional: z.boolean(), isCounting: z.boolean(), figure: z.int(), allRows: z.int() })

/** Filters: the groups of 「なぜ」, each as counted there; of 入会, 退会, 純増減 and 期末在籍 alone. */
const memberGroup = {
  /** A plan's code. */
  plan: zText(60).optional(),
  /** On the first of the period's first month; for who reads birthdays (member.write). */
  ageBand: zWord(ageBands).optional(),
  /** On the period's first day. */
  tenure: zWord(tenureBands).optional(),
  joinRoute: z.union([zWord(joinRoutes), z.literal('unknown')]).optional(),
}

const memberInput = {
  ...paged,
  ...rowsBy(figureSortKeys.members),
  figure: z.enum(memberFigures),
  /** How many months the period has from `month` on; omitted: that month. */
  span: z.int().min(2).max(12).optional(),
  ...memberGroup,
  /** N of N か月継続率, required there: members who joined N months before the period. */
  months: z.int().min(1).max(12).optional(),
}

const visitInput = {
  shopId,
  year,
  month,
  day,
  ...pageInput,
  ...rowsBy(figureSortKeys.visits),
  /** Filters: the weekday of the business day (0 = Sunday), the hour in Asia/Tokyo. */
  dow: z.int().min(0).max(6).optional(),
  hour: z.int().min(0).max(23).optional(),
}

export const drillDown = {
  members: get(
    '/report/figure/members',
    'member.read',
    '集計値の内訳（会員）',
    memberInput,
    /** `guests`: visits without a member, over all rows; included in `figure`. */
    behind(FigureMember).extend({ guests: z.int() }),
    ofPeople,
  ),
  visits: get(
    '/report/figure/visits',
    'member.read',
    '集計値の内訳（来館）',
    visitInput,
    /** Null where the single visits were deleted. */
    behind(FigureVisit).extend({ figure: z.int().nullable() }),
    ofPeople,
  ),
  sales: get(
    '/report/figure/sales',
    'report.money',
    '集計値の内訳（売上）',
    {
      ...paged,
      ...rowsBy(figureSortKeys.sales),
      figure: z.enum(saleFigures),
      category: zWord(salesCategories).optional(),
    },
    behind(FigureSale),
    ofPeople,
  ),
  reservations: get(
    '/report/figure/reservations',
    'reservation.read',
    '集計値の内訳（予約）',
    { ...paged, ...rowsBy(figureSortKeys.reservations), figure: z.enum(reservationFigures) },
    behind(FigureReservation),
    ofPeople,
  ),
  slots: get(
    '/report/figure/slots',
    'reservation.read',
    '集計値の内訳（クラス）',
    { ...paged, ...rowsBy(figureSortKeys.slots), figure: z.enum(slotFigures) },
    /** The sums are over all rows. */
    behind(FigureSlot).extend({ capacity: z.int(), seatsUsed: z.int(), seatsAttended: z.int() }),
    { csv: { permission: 'report.export' }, cost: 'heavy' },
  ),
  leads: get(
    '/report/figure/leads',
    'member.read',
    '集計値の内訳（見学・体験）',
    { ...paged, ...rowsBy(figureSortKeys.leads), figure: z.enum(leadFigures) },
    behind(FigureLead),
    ofPeople,
  ),
} satisfies Endpoints
