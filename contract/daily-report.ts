import { z } from 'zod'
import {
  authored,
  changesOf,
  listInput,
  listOf,
  zDate,
  zDateTime,
  zId,
  zInt32,
  zPlannedDay,
  zText,
  zWord,
  zYen,
} from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { zImageUrl } from './image.ts'
import { Landing, Target } from './report.ts'
import { zUnreadSales } from './report-head.ts'
import {
  boardStatuses,
  dailyReportActions,
  dailyReportList,
  dailyReportStatuses,
  dayFigures,
  weathers,
} from './words/daily-report.ts'
import { salesCategories } from './words/report.ts'
import { valuesOf } from './words/words.ts'

/** A time of the business day, which may end after midnight: 00:00 to 30:00. */
const zClock = z.string().regex(/^(([01]\d|2\d):[0-5]\d|30:00)$/, {
  error: 'この項目は「09:30」の形式で、00:00から30:00までの時刻を入力してください。',
})
const zStaff = z.strictObject({ id: zId, displayName: z.string() })
const zShopName = z.strictObject({ id: zId, name: z.string() })
const zNote = zText(2000).nullable()
const zTill = zInt32.min(-99_999_999).max(99_999_999).nullable()
const zInTheTill = zInt32.min(0).max(99_999_999).nullable()

/** A correction of a counted figure by staff. The reason may be empty until the report is submitted. */
const zAdjustment = z.strictObject({
  value: zInt32.min(-99_999_999).max(99_999_999),
  reason: zText(200),
})
const zAdjustments = z.partialRecord(zWord(dayFigures), zAdjustment)
export type Adjustments = z.output<typeof zAdjustments>

const zDuty = z
  .strictObject({ staffId: zId, from: zClock, to: zClock })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'この項目には出勤より後の時刻を入力してください。' })

/** An incident; everything except the member is required for submission. */
const Incident = z.strictObject({
  time: zClock.nullable(),
  place: zText(100).nullable(),
  /** The user's id of a member, as in `member.id`. */
  userId: zId.nullable(),
  what: zNote,
  /** Action taken. */
  action: zNote,
})

/** What staff write. Fields of the till, and adjustments of money, only with `report.money` (422). */
export const DailyReportDraft = z.strictObject({
  weather: zWord(weathers).nullable(),
  eventNote: zText(200).nullable(),
  staffOnDuty: z.array(zDuty).max(50),
  /** Hours, in quarters. */
  laborHours: z
    .number()
    .min(0)
    .max(999)
    .multipleOf(0.25, { error: 'この項目は0.25時間単位で入力してください。' })
    .nullable(),
  adjustments: zAdjustments,
  /** Whole yen, as the next three. */
  salesCash: zTill,
  salesCard: zTill,
  /** 釣銭準備金. */
  cashFloat: zInTheTill,
  cashOnHand: zInTheTill,
  /** The reason for a difference in the till: required for submission where cashDiff is not 0. */
  cashComment: zText(500).nullable(),
  goodPoints: zNote,
  issues: zNote,
  memberVoice: zNote,
  incident: Incident.nullable(),
  facilityTrouble: zNote,
  handover: zNote,
  tomorrowPlan: zNote,
  imgUrls: z.array(zImageUrl).max(5, { error: '写真は5枚までです。' }),
})
export type DailyReportDraft = z.input<typeof DailyReportDraft>

/** An empty report. */
export const blankDailyReport: DailyReportDraft = {
  weather: null,
  eventNote: null,
  staffOnDuty: [],
  laborHours: null,
  adjustments: {},
  salesCash: null,
  salesCard: null,
  cashFloat: null,
  cashOnHand: null,
  cashComment: null,
  goodPoints: null,
  issues: null,
  memberVoice: null,
  incident: null,
  facilityTrouble: null,
  handover: null,
  tomorrowPlan: null,
  imgUrls: [],
}

const zCount = z.int().nullable()

/** A day as counted; null where it is not known. */
export const DayFigures = z.strictObject({
  visitCount: zCount,
  uniqueVisitors: zCount,
  tourCount: zCount,
  trialCount: zCount,
  admissionCount: zCount,
  withdrawalRequestCount: zCount,
  /** Members whose 休会 started. */
  suspensionCount: zCount,
  bookedCount: zCount,
  attendedCount: zCount,
  noShowCount: zCount,
  /** Net; absent, as the one below, without `report.money`. */
  salesByCategory: z.record(zWord(salesCategories), zYen).nullable().optional(),
  /** Bills of the day's month that were due and unpaid at the close of the day. */
  unpaidCount: zCount.optional(),
})
export type DayFigures = z.output<typeof DayFigures>

/** The month from its first day to the day of the report, at most to the data date; null where it is not known. */
const MonthToDate = z.strictObject({
  admissions: zCount,
  withdrawals: zCount,
  closing: zCount,
  visits: zCount,
  /** Net; absent without `report.money`. */
  sales: zYen.nullable().optional(),
})

/** The server's figures for a shop's day. Target, month to date and landing are the dashboard's own. */
const dayFacts = {
  figures: DayFigures,
  /** The shop's current target, or the one at submission; null where it has none. */
  target: Target.nullable(),
  /** Null in a month after the data date. */
  monthToDate: MonthToDate.nullable(),
  /** As known on the day, at most on the data date; null on the last day of a month, and in a later one. */
  landing: Landing.nullable(),
  /** The last moment that the club system's data covered. */
  dataAsOf: zDateTime.nullable(),
  /** The month is still to be counted: no figure is known yet. */
  isCounting: z.boolean().optional(),
  /** Sales of the day's month that are not counted because they cannot be read; absent: none, or without `report.money`. */
  unreadSales: zUnreadSales.optional(),
}
export const DayFacts = z.strictObject(dayFacts)
export type DayFacts = z.output<typeof DayFacts>

const zAct = z.enum(['edit', ...valuesOf(dailyReportActions)])
export type DailyReportAct = z.output<typeof zAct>

const head = {
  id: zId,
  shop: zShopName,
  date: zDate,
  status: zWord(dailyReportStatuses),
  weather: zWord(weathers).nullable(),
  /** The last editor. */
  author: zStaff.nullable(),
  /** The last submitter, and when; null before the first submission. */
  submitter: zStaff.nullable(),
  submittedAt: zDateTime.nullable(),
  /** Who approved, returned or reopened it last, when, and their comment. */
  approver: zStaff.nullable(),
  decidedAt: zDateTime.nullable(),
  approverComment: z.string().nullable(),
  /** Null unless it is approved. */
  approvedAt: zDateTime.nullable(),
  /** What the caller may do with it in its current state. */
  allowed: z.array(zAct),
}

/** A row of the list. Its three figures are the adjusted ones, else those at submission, else the current ones. */
export const DailyReportRow = z.strictObject({
  ...head,
  hasIncident: z.boolean(),
  isAdjusted: z.boolean(),
  visitCount: zCount,
  admissionCount: zCount,
  /** Net; absent, as the one below, without `report.money`. */
  sales: zYen.nullable().optional(),
  cashDiff: zYen.nullable().optional(),
  version: authored.version,
})
export type DailyReportRow = z.output<typeof DailyReportRow>

/** A report. The fields of the till, and adjustments of money, are absent without `report.money`. */
export const DailyReport = z.strictObject({
  ...head,
  eventNote: z.string().nullable(),
  staffOnDuty: z.array(z.strictObject({ staffId: zId, displayName: z.string(), from: z.string(), to: z.string() })),
  laborHours: z.number().nullable(),
  adjustments: zAdjustments,
  salesCash: zYen.nullable().optional(),
  salesCard: zYen.nullable().optional(),
  cashFloat: zYen.nullable().optional(),
  cashOnHand: zYen.nullable().optional(),
  /** 過不足: cashOnHand − (cashFloat + salesCash); null until all three are entered. */
  cashDiff: zYen.nullable().optional(),
  cashComment: z.string().nullable().optional(),
  goodPoints: z.string().nullable(),
  issues: z.string().nullable(),
  memberVoice: z.string().nullable(),
  incident: Incident.extend({
    /** Null where there is none, or the member is not in the caller's shops. */
    member: z.strictObject({ id: zId, memberNo: z.string(), lastName: z.string(), firstName: z.string() }).nullable(),
  }).nullable(),
  facilityTrouble: z.string().nullable(),
  handover: z.string().nullable(),
  tomorrowPlan: z.string().nullable(),
  imgUrls: z.array(z.string()),
  /** The server's figures at the last submission; null before. */
  asSubmitted: DayFacts.nullable(),
  ...authored,
})
export type DailyReport = z.output<typeof DailyReport>

/** The server's figures for a shop's day, whether or not there is a report. */
export const DailyReportDay = z.strictObject({
  shop: zShopName,
  date: zDate,
  /** 0 = Sunday. */
  dow: z.int().min(0).max(6),
  isHoliday: z.boolean(),
  /** One of the shop's 休館日. */
  isClosed: z.boolean(),
  ...dayFacts,
  /** Choices for staffOnDuty: active staff of the shop. */
  staff: z.array(zStaff),
  /** Handover of the previous report, at most a week old. */
  previous: z
    .strictObject({ id: zId, date: zDate, handover: z.string().nullable(), tomorrowPlan: z.string().nullable() })
    .nullable(),
})
export type DailyReportDay = z.output<typeof DailyReportDay>

/** A submission that was returned or reopened, with the figures of that moment. */
const EarlierSubmission = z.strictObject({
  submitter: zStaff.nullable(),
  submittedAt: zDateTime,
  adjustments: zAdjustments,
  day: DayFacts,
})
export type EarlierSubmission = z.output<typeof EarlierSubmission>

/** A report with the current figures of its day. */
export const DailyReportRecord = DailyReport.extend({
  day: DailyReportDay,
  /** Figures that changed since the submission; empty while the report follows the facts. */
  changedSince: z.array(zWord(dayFigures)),
  /** The first one first. */
  earlierSubmissions: z.array(EarlierSubmission),
})
export type DailyReportRecord = z.output<typeof DailyReportRecord>

/** A shop's row of the board. */
const BoardShop = z.strictObject({
  shop: zShopName,
  /** State per `dates`; null where no report is needed: a future day, today, a 休館日, before opening, registration or the first known day, or after closing. */
  statuses: z.array(zWord(boardStatuses).nullable()),
  /** For the same days, the report's id. */
  ids: z.array(zId.nullable()),
  /** Days with an incident. */
  incidents: z.array(zDate),
  missing: z.int(),
  /** The shop's own yesterday: its business day may change at night. */
  yesterday: zWord(boardStatuses).nullable(),
})

export const DailyReportBoard = z.strictObject({
  from: zDate,
  to: zDate,
  dates: z.array(zDate),
  /** In display order. */
  shops: z.array(BoardShop),
  /** Number of days in each state. */
  totals: z.record(zWord(boardStatuses), z.int()),
  /** Shops whose report of yesterday is 未作成 or 下書き. */
  notSubmitted: z.array(zShopName),
  /** Number of past days of the shops that are 未作成 or 下書き, and the oldest of them. */
  notSubmittedDays: z.int(),
  oldestNotSubmitted: zDate.nullable(),
})
export type DailyReportBoard = z.output<typeof DailyReportBoard>

const about = { shopId: zId.optional(), authorStaffId: zId.optional() }
const zRow = DailyReportDraft.partial().extend({
  shopId: zId,
  date: zPlannedDay,
  /** The version the caller has seen, 0 where there was none (409 otherwise); without it any. */
  version: zInt32.min(0).optional(),
})

export const dailyReport = {
  list: get(
    '/shop/daily-report/list',
    'dailyReport.read',
    '店舗日報の一覧（62日以内）',
    { ...listInput(dailyReportList), ...about },
    listOf(DailyReportRow).extend({ from: zDate, to: zDate }),
    { csv: { permission: 'report.export' } },
  ),
  /** All of them or none. A day with a report is changed, any other gets a draft. */
  save: post(
    '/shop/daily-report/list',
    'dailyReport.write',
    '店舗日報の下書き（31件まで）を店舗と日付ごとに登録または更新する',
    { data: z.array(zRow).min(1).max(31) },
    z.strictObject({ list: z.array(DailyReport) }),
  ),
  board: get(
    '/shop/daily-report/board',
    'dailyReport.read',
    '店舗ごとの日報の提出状況（62日以内）',
    { from: zPlannedDay, to: zPlannedDay, shopId: zId.optional() },
    DailyReportBoard,
  ),
  /** The initial values of a new report for that day, or the existing one. */
  day: get(
    '/shop/daily-report/day',
    'dailyReport.read',
    '店舗と日付の自動集計と、その日の日報',
    { shopId: zId, date: zPlannedDay },
    DailyReportDay.extend({
      report: z.strictObject({ id: zId, status: zWord(dailyReportStatuses), version: authored.version }).nullable(),
      /** Whether the caller may write a report for that day. */
      canWrite: z.boolean(),
    }),
  ),
  get: get('/shop/daily-report/:id', 'dailyReport.read', '店舗日報の詳細', { id: zId }, DailyReportRecord),
  /**
   * Either changes to a 下書き or 差戻し (dailyReport.write), or an action; `submit` may include changes. `return` requires a
   * comment and `reopen` a reason, both in `comment`.
   */
  update: put(
    '/shop/daily-report/:id',
    'dailyReport.read',
    '店舗日報を更新・提出・差戻し・承認・承認取消する',
    changesOf(DailyReportDraft).extend({
      action: zWord(dailyReportActions).optional(),
      comment: zText(500).optional(),
    }),
    DailyReport,
  ),
} satisfies Endpoints
