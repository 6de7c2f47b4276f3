import { z } from 'zod'
import { listOf, pageInput, zDate, zDateTime, zId, zInt32, zLine, zText, zTime, zWord } from './common.ts'
import { del, type Endpoints, get, post } from './endpoint.ts'
import { zUnreadSales } from './report-head.ts'
import {
  differenceReasonNames,
  reconciledFigureNames,
  reconciledFileBytes,
  reconciledReports,
} from './words/reconciliation.ts'

/** YYYY-MM */
const zMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
/** Whole people, rows or yen; of a rate a share from 0 to 1. */
const zAmount = z.number().nullable()
const zNamed = z.strictObject({ id: zId, name: z.string() })

const Figure = z.strictObject({
  figure: z.enum(reconciledFigureNames),
  /** Null: not in the file. */
  theirs: zAmount,
  /** As our screens show it; null: nothing is compared with it, or it is not known here. */
  ours: zAmount,
  /** theirs − ours. */
  difference: zAmount,
  /** By the club system's definition, from what was drawn; null where it cannot be counted. */
  recounted: zAmount,
  /** What of the difference is known, in the order of the words; the rows of each are listed. */
  reasons: z.array(z.strictObject({ reason: z.enum(differenceReasonNames), rows: z.int(), amount: z.int() })),
  /** What remains: with `reasons` it is the difference, exactly. Null: nothing is compared, or it is a quotient. */
  unclassified: z.int().nullable(),
})
export type ReconciledRow = z.output<typeof Figure>

const BroughtFile = z.strictObject({
  report: zWord(reconciledReports),
  /** When the file was made, as far as the browser knew. */
  madeAt: zDateTime,
  broughtAt: zDateTime,
  broughtBy: z.strictObject({ id: zId, displayName: z.string() }).nullable(),
  /** The month was not over when the file was made. */
  isOpen: z.boolean(),
})

export const Reconciliation = z.strictObject({
  /** Null: no club system was ever connected. */
  brandCode: z.string().nullable(),
  /** Shops that are studios of the club system. */
  shops: z.array(zNamed),
  /** Studios that are not drawn: a file of all studios counts them. */
  leftOutStudios: z.int(),
  /** Members whose contracts are still to be read. */
  unreadMembers: z.int(),
  /** Months that files were brought of, the newest first. */
  months: z.array(zMonth),
  /** The requested one, or the newest; null: none. */
  month: zMonth.nullable(),
  files: z.array(BroughtFile),
  figures: z.array(Figure),
  /** Until when there are data here. */
  dataAsOf: zDateTime.nullable(),
  /** The last day of the month that is counted here. */
  ourTo: zDate.nullable(),
  /** Months are still to be counted here, so that nothing of ours is known. */
  isCounting: z.boolean(),
  /** First sales in one line, in which dues cannot be told from the rest. */
  oneLinedSales: z.strictObject({ sales: z.int(), amount: z.int() }),
  /** Sales of the month that only the club system counts, because they cannot be read; null: none, or not to be seen. */
  unreadSales: zUnreadSales.nullable(),
})
export type Reconciliation = z.output<typeof Reconciliation>

const DifferenceRow = z.strictObject({
  reason: z.enum(differenceReasonNames),
  /** By how much the club system's figure is higher. */
  amount: z.int(),
  /** Whom it is about; null: a sale of nobody, or a lesson. */
  member: z
    .strictObject({
      userId: zId,
      memberNo: z.string(),
      lastName: z.string(),
      firstName: z.string(),
      shopName: z.string(),
      joinedOn: zDate.nullable(),
      /** Of the newest contract. */
      startOn: zDate.nullable(),
      endOn: zDate.nullable(),
    })
    .nullable(),
  sale: z.strictObject({ number: z.string().nullable(), settledOn: zDate }).nullable(),
  /** The import that has brought it, where only a file has it. */
  importId: zId.nullable(),
  /** `startAt`: YYYY-MM-DD HH:MM of Tokyo. */
  lesson: z.strictObject({ room: z.string().nullable(), startAt: z.string() }).nullable(),
})
export type DifferenceRow = z.output<typeof DifferenceRow>

const ofShop = { shopId: zId.optional() }
const base64Of = (bytes: number) => Math.ceil(bytes / 3) * 4

/** 数字の突き合わせ (decision 0085). */
export const reconciliation = {
  get: get(
    '/club-system/reconciliation',
    'sync.run',
    '会員管理システムとの数字の突き合わせ',
    { month: zMonth.optional(), ...ofShop },
    Reconciliation,
    { cost: 'exclusive' },
  ),
  rows: get(
    '/club-system/reconciliation/row/list',
    'sync.run',
    '数字の差の明細の一覧',
    {
      month: zMonth,
      ...ofShop,
      figure: z.enum(reconciledFigureNames),
      reason: z.enum(differenceReasonNames).optional(),
      ...pageInput,
    },
    listOf(DifferenceRow),
    { cost: 'exclusive' },
  ),
  create: post(
    '/club-system/reconciliation',
    'sync.run',
    '会員管理システムの数字のファイルを読み込む',
    {
      name: zLine(200),
      /** Base64. */
      content: zText(base64Of(reconciledFileBytes)).pipe(z.base64()),
      /** When the file was made, as the browser says; null: unknown. */
      madeAt: zTime.nullable(),
      /** Null: of all studios. */
      shopId: zId.nullable(),
    },
    z.strictObject({ report: zWord(reconciledReports), months: z.array(zMonth) }),
    { rate: 60 },
  ),
  remove: del(
    '/club-system/reconciliation',
    'sync.run',
    '読み込んだ会員管理システムの数字を削除する',
    { month: zMonth, ...ofShop, report: zWord(reconciledReports) },
    z.strictObject({ removed: zInt32 }),
  ),
} satisfies Endpoints
