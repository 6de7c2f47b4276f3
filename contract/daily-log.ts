import { z } from 'zod'
import { longListOf, pageInput, zDate, zDateTime, zDay, zId, zSortDir, zText, zWord } from './common.ts'
import { del, type Endpoints, get, post } from './endpoint.ts'
import { zWho } from './people.ts'
import {
  aggregates,
  chartTypes,
  consentKinds,
  consentStates,
  dailyLogList,
  flows,
  healthcareCategories,
  healthcareTypes,
  logKinds,
  logSources,
  measuringParts,
  painParts,
  phases,
  placeCategories,
  revealReasons,
  symptoms,
  weekCounts,
  weekMedians,
} from './words/daily-log.ts'
import { moods } from './words/mood.ts'
import { roleLevels } from './words/staff.ts'

const zShopName = z.strictObject({ id: zId, name: z.string() })
const zMinutes = z.int().min(0).max(1440)
const zHealthcareKey = z.enum(Object.keys(healthcareTypes) as [keyof typeof healthcareTypes])

const zMedian = z.enum(Object.keys(weekMedians) as [keyof typeof weekMedians])

/** The content of each log for a day; stored encrypted (decision 0048). */
export const ConditionLog = z.strictObject({
  mood: zWord(moods),
  /** 0 none to 4. */
  fatigue: z.int().min(0).max(4).nullable(),
  /** 1 bad to 5. */
  sleepQuality: z.int().min(1).max(5).nullable(),
  /** 0 none to 4. */
  stress: z.int().min(0).max(4).nullable(),
  painParts: z.array(zWord(painParts)),
  comment: z.string().max(500).nullable(),
})

const Measurement = z.strictObject({
  key: zHealthcareKey,
  /** In the metric's unit; null for blood pressure. */
  value: z.number().nullable(),
  /** mmHg, only for `vital.dailyBloodPressure`. */
  systolic: z.int().nullable(),
  diastolic: z.int().nullable(),
  unit: z.string(),
  aggregate: zWord(aggregates),
  /** Number of measurements behind the day's value. */
  sampleCount: z.int(),
})
/** One measurement per metric. */
export const HealthcareLog = z.strictObject({ measurements: z.array(Measurement) })

/** Sums of a day, never coordinates. */
export const LocationLog = z.strictObject({
  /** Kilometres. */
  totalDistance: z.number(),
  homeStayMin: zMinutes,
  outMin: zMinutes,
  gymStayMin: zMinutes,
  shopVisited: z.boolean(),
  visitedPlaceCount: z.int(),
  /** Longest stays first. */
  topPlaces: z
    .array(
      z.strictObject({
        category: zWord(placeCategories),
        name: z.string().nullable(),
        stayMin: zMinutes,
        /** Place id of the maps service. */
        photoReference: z.string().nullable(),
      }),
    )
    .max(3),
  firstOutAt: zDateTime.nullable(),
  lastHomeAt: zDateTime.nullable(),
})

export const BodyTempLog = z.strictObject({
  /** ℃, to a tenth. */
  temperature: z.number(),
  /** 基礎体温 in ℃, to a hundredth. */
  basalTemperature: z.number().nullable(),
  measuredAt: zDateTime,
  location: zWord(measuringParts),
  /** From 37.5 ℃ on. */
  isFever: z.boolean(),
})

/** A trainer only gets the phase: all else is null. */
export const MenstrualLog = z.strictObject({
  phase: zWord(phases),
  isPredicted: z.boolean(),
  flow: zWord(flows).nullable(),
  isPeriod: z.boolean().nullable(),
  /** 1 is the first day of a period. */
  cycleDay: z.int().min(1).max(99).nullable(),
  /** 0 none to 4. */
  pain: z.int().min(0).max(4).nullable(),
  symptoms: z.array(zWord(symptoms)).nullable(),
  memo: z.string().nullable(),
  sharedWithTrainer: z.boolean(),
})

/** A member's day. */
const dayOf = <T extends z.ZodType>(log: T) =>
  z.strictObject({
    id: zId,
    date: zDate,
    member: zWho,
    /** The member's shop on that day. */
    shop: zShopName,
    source: zWord(logSources),
    recordedAt: zDateTime,
    /** Null while masked, or where it is damaged. */
    log: log.nullable(),
    /** The stored day cannot be decrypted. */
    isDamaged: z.boolean(),
  })

const zRevealed = z.strictObject({ from: zDate, to: zDate, until: zDateTime })
const zConsent = z.strictObject({
  state: zWord(consentStates),
  /** Of the member's latest consent answer; null where there was none. */
  version: z.string().nullable(),
  at: zDateTime.nullable(),
  /** After a withdrawn consent, for callers who may delete them: whether days are still stored. */
  hasLogs: z.boolean(),
})

/** The effective request, and how it may be read. */
const requested = {
  from: zDate,
  to: zDate,
  /** Null without `userId`. */
  member: zWho.nullable(),
  /** The member's consent; null without `userId`. */
  consent: zConsent.nullable(),
  /** Values are masked until they are revealed with a reason. */
  isMasked: z.boolean(),
  /** What is readable of the member now; null where nothing was revealed. */
  revealed: zRevealed.nullable(),
}

const ofDays = {
  ...pageInput,
  sortKey: z.enum(dailyLogList.sortKeys).default('date'),
  sortDir: zSortDir.default('none'),
  from: zDay.optional(),
  to: zDay.optional(),
  /** The user's id of a member; this or `shopId` is required. */
  userId: zId.optional(),
  shopId: zId.optional(),
}
const listed = <T extends z.ZodType>(log: T) => longListOf(dayOf(log)).extend(requested)
const audited = { audit: 'read', csv: { permission: 'log.export' } } as const

/** One week of a shop, Monday to Sunday: rounded counts of at least five people, and medians of at least five. */
const zWeek = z.strictObject({
  from: zDate,
  to: zDate,
  /** Members who consented, and members who logged; null where the week is withheld. */
  consented: z.int().nullable(),
  loggers: z.int().nullable(),
  counts: z.array(z.strictObject({ key: zWord(weekCounts), people: z.int().nullable() })),
  medians: z.array(z.strictObject({ key: zMedian, people: z.int().nullable(), value: z.number().nullable() })),
})

const DailyLogSummary = z.strictObject({
  kind: zWord(logKinds),
  /** Whole weeks that are over. */
  from: zDate,
  to: zDate,
  groups: z.array(
    z.strictObject({
      /** Null: all of these shops together, from their published weeks. */
      shop: zShopName.nullable(),
      /** Oldest first. */
      weeks: z.array(zWeek),
    }),
  ),
})
export type DailyLogSummary = z.output<typeof DailyLogSummary>

const MemberConsent = z.strictObject({
  member: zWho,
  kinds: z.array(
    z.strictObject({
      kind: zWord(consentKinds),
      state: zWord(consentStates),
      /** Stored days of its logs, as far as the caller may see or delete them. */
      days: z.int(),
      /** Latest first. */
      history: z.array(
        z.strictObject({
          agreed: z.boolean(),
          at: zDateTime,
          version: z.string(),
          /** Franchise companies that it names. */
          companies: z.array(z.string()),
        }),
      ),
    }),
  ),
})

/** Accesses to health data in a month, by staff member. */
const HealthAccess = z.strictObject({
  month: z.string(),
  /** The first month with an access; null where there was none. */
  firstMonth: z.string().nullable(),
  staff: z.array(
    z.strictObject({
      id: zId,
      /** Null for an account that was deleted before the log stored names. */
      displayName: z.string().nullable(),
      role: zWord(roleLevels),
      /** Lists and pages that were opened. */
      reads: z.int(),
      reveals: z.int(),
      exports: z.int(),
      /** Distinct people whose values were shown. */
      members: z.int(),
      /** The day with the most people. */
      busiest: z.strictObject({ date: zDate, members: z.int() }).nullable(),
      /** Days with more than fifty people. */
      noticed: z.array(zDate),
      kinds: z.array(z.strictObject({ kind: zWord(logKinds), members: z.int() })),
      reasons: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
    }),
  ),
  /** Days on which more than twenty members were assigned to a trainer, latest first. */
  assigned: z.array(
    z.strictObject({
      date: zDate,
      members: z.int(),
      staff: z.strictObject({ id: zId, displayName: z.string() }),
    }),
  ),
  /** What somebody else has changed of the proofs of a person who may read days: password, address, second factor. */
  changes: z.array(
    z.strictObject({
      auditId: zId,
      at: zDateTime,
      action: z.string(),
      actorName: z.string().nullable(),
      staff: z.strictObject({ id: zId, displayName: z.string() }),
    }),
  ),
})
export type HealthAccess = z.output<typeof HealthAccess>

const RevealDraft = z.strictObject({
  /** The user's id of a member. */
  userId: zId,
  kind: zWord(logKinds),
  from: zDay,
  to: zDay,
  reason: zWord(revealReasons),
  /** Required where the reason is `other`. */
  reasonText: zText(200).nullable(),
})

export const dailyLog = {
  condition: get(
    '/member/condition-daily-log/list',
    'log.condition',
    '会員の体調の記録の一覧',
    ofDays,
    listed(ConditionLog),
    audited,
  ),
  healthcare: get(
    '/member/healthcare-daily-log/list',
    'log.healthcare',
    '会員のヘルスケアの記録の一覧',
    ofDays,
    listed(HealthcareLog),
    audited,
  ),
  location: get(
    '/member/location-stats-daily-log/list',
    'log.location',
    '会員の行動の記録の一覧',
    ofDays,
    listed(LocationLog),
    audited,
  ),
  bodyTemp: get(
    '/member/body-temp-daily-log/list',
    'log.bodyTemp',
    '会員の体温の記録の一覧',
    ofDays,
    listed(BodyTempLog),
    audited,
  ),
  menstrual: get(
    '/member/menstrual-daily-log/list',
    'log.menstrual',
    '会員の月経の記録の一覧',
    ofDays,
    listed(MenstrualLog),
    audited,
  ),
  /** By shop and whole week. The right depends on the kind. */
  summary: get(
    '/member/daily-log/summary',
    'log.condition',
    '会員の日次ログの集計',
    { kind: zWord(logKinds), shopId: zId.optional(), from: zDay.optional(), to: zDay.optional() },
    DailyLogSummary,
    { audit: 'read' },
  ),
  /** Makes the values of one kind, member and period readable for fifteen minutes. */
  reveal: post('/member/daily-log/reveal', 'log.reveal', '会員の日次ログの値を表示する', RevealDraft, zRevealed),
  consent: get('/member/:id/consent', 'log.condition', '会員の健康情報の同意の履歴', { id: zId }, MemberConsent, {
    audit: 'read',
  }),
  /** On the member's request: the days of one consent's logs, or of all. */
  erase: del(
    '/member/:id/daily-log',
    'log.erase',
    '会員の申出により日次ログを削除する',
    { id: zId, kind: zWord(consentKinds).optional() },
    z.strictObject({ erased: z.int() }),
  ),
  access: get(
    '/member/daily-log/access',
    'log.access',
    '健康情報アクセス状況（1か月分）',
    {
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'この項目には年月を指定してください。' })
        .optional(),
    },
    HealthAccess,
    { audit: 'read' },
  ),
} satisfies Endpoints

const HealthcareTypeInfo = z.strictObject({
  key: zHealthcareKey,
  category: zWord(healthcareCategories),
  label: z.string(),
  unit: z.string(),
  aggregate: zWord(aggregates),
  /** Decimal places. */
  precision: z.int(),
  min: z.number(),
  max: z.number(),
  /** Usual for a healthy adult at rest; null where no range holds for everybody. */
  normalFrom: z.number().nullable(),
  normalTo: z.number().nullable(),
  chartType: zWord(chartTypes),
  sortOrder: z.int(),
  sensitive: z.boolean(),
  healthKitId: z.string().nullable(),
  healthConnectType: z.string().nullable(),
})

export const healthcareType = {
  list: get(
    '/healthcare-type-info',
    'healthcareType.read',
    'ヘルスケアの項目の一覧',
    {},
    z.strictObject({ list: z.array(HealthcareTypeInfo) }),
  ),
} satisfies Endpoints
