import { z } from 'zod'
import { Empty, zDate, zDateTime, zId, zWord } from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { zUnreadSales } from './report-head.ts'
import { digestFigures, digestRhythms } from './words/digest.ts'

const rhythm = zWord(digestRhythms)

/** Whether and how often the caller gets 月曜の一枚. */
const Subscription = z.strictObject({
  /** Null: not. */
  rhythm: rhythm.nullable(),
})

/** A change beyond what chance allows for. */
const Finding = z.strictObject({
  /** Null: all shops of the reader together. */
  shopId: zId.nullable(),
  figure: zWord(digestFigures),
  sentence: z.string(),
  /** The group or kind that most of it comes from; empty where none stands out. */
  reason: z.string(),
  /** Its report, within the product. */
  path: z.string(),
})
export type Finding = z.output<typeof Finding>

/** 月曜の一枚: what is beyond chance in the last week (Monday to Sunday) or month, by the reader's rights. No names. */
export const DigestPage = z.strictObject({
  from: zDate,
  to: zDate,
  dataAsOf: zDateTime.nullable(),
  /** The largest three, the farthest from what was to be expected first. */
  findings: z.array(Finding).max(3),
  /** How many figures could be judged; 0: the data do not reach far enough, back or forward. */
  judged: z.int(),
  /** Sales of the period's months that are not counted because they cannot be read; null: none, or not to be seen. */
  unreadSales: zUnreadSales.nullable(),
})
export type DigestPage = z.output<typeof DigestPage>

/** 退会 that is coming to a shop after the data date. */
const WithdrawalsAhead = z.strictObject({
  /** YYYY-MM: the month of the data date, or the next where it is over. */
  month: z.string(),
  /** Known to come by its end. */
  known: z.int(),
  /** 着地見込; null of a month that has not begun, or without a closed month before it. */
  landing: z.int().nullable(),
})
export type WithdrawalsAhead = z.output<typeof WithdrawalsAhead>

const ShopFinding = Finding.extend({
  shopId: zId,
  shopName: z.string(),
  /** On which side of what was expected. */
  side: z.enum(['above', 'below']),
  /** Its other figures beyond chance. */
  also: z.array(zWord(digestFigures)),
  /** Null where its days are not known. */
  ahead: WithdrawalsAhead.nullable(),
})
export type ShopFinding = z.output<typeof ShopFinding>

/** 今夜の一枚: the last week that the data reach, by shop, as 月曜の一枚 judges it. No names of people. */
export const DigestByShop = z.strictObject({
  from: zDate,
  to: zDate,
  dataAsOf: zDateTime.nullable(),
  /** A later week is over, but its data have not arrived. */
  isOld: z.boolean(),
  /** What no single shop says. */
  together: Finding.nullable(),
  /** Beyond chance, the farthest from what was to be expected first. */
  shops: z.array(ShopFinding).max(10),
  /** Further shops beyond chance. */
  others: z.int(),
  /** Shops within chance in every figure that could be judged. */
  usual: z.int(),
  /** Shops of which figures could not be judged; `isYoung`: because they are of less than half a year. */
  unjudged: z.array(
    z.strictObject({ shopId: zId, shopName: z.string(), figures: z.array(zWord(digestFigures)), isYoung: z.boolean() }),
  ),
  /** As in 月曜の一枚. */
  unreadSales: zUnreadSales.nullable(),
})
export type DigestByShop = z.output<typeof DigestByShop>

export const digest = {
  subscription: get('/digest', 'report.analysis', '月曜の一枚を受け取る設定', {}, Subscription),
  subscribe: put(
    '/digest',
    'report.analysis',
    '月曜の一枚を受け取る、または停止する',
    Subscription.shape,
    Subscription,
  ),
  page: get('/digest/page', 'report.analysis', '月曜の一枚の内容', { rhythm: rhythm.default('week') }, DigestPage, {
    cost: 'heavy',
  }),
  byShop: get('/digest/shops', 'report.analysis', '店舗ごとの、いつもと違う数値', {}, DigestByShop, { cost: 'heavy' }),
  /** To the caller's own address, also where nothing is beyond chance. */
  send: post(
    '/digest/send',
    'report.analysis',
    '月曜の一枚をいま自分に送る',
    { rhythm: rhythm.default('week') },
    Empty,
    {
      rate: 10,
    },
  ),
  /** By the link in a letter, and by mail programs themselves (RFC 8058). */
  stop: post(
    '/digest/stop',
    'public',
    '月曜の一枚を停止する',
    { token: z.string().regex(/^[\w-]{22}$/, { error: 'このアドレスは正しくありません。' }) },
    z.strictObject({ message: z.string() }),
    { isHook: true },
  ),
} satisfies Endpoints
