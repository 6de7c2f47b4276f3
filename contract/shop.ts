import { z } from 'zod'
import {
  authored,
  changesOf,
  listInput,
  listOf,
  zDate,
  zDateTime,
  zDay,
  zEnabledFlag,
  zHttpsUrl,
  zId,
  zInt32,
  zLine,
  zText,
  zVersion,
  zWord,
  zYen,
} from './common.ts'
import { type Endpoints, get, post, put } from './endpoint.ts'
import { zImageUrl } from './image.ts'
import { visibleCode } from './invisible.ts'
import { zKana } from './people.ts'
import { ownerTypes, publicationStatuses } from './words/common.ts'
import { shopList } from './words/shop.ts'
import { targetMissing } from './words/shop-target.ts'

const zTarget = zInt32.min(0)

export const MonthlyTargets = z.strictObject({
  admission: zTarget,
  withdrawalMax: zTarget,
  sales: zTarget,
  closingMembers: zTarget,
})
export type MonthlyTargets = z.output<typeof MonthlyTargets>

export const ShopRow = z.strictObject({
  id: zId,
  code: z.string(),
  name: z.string(),
  nameKana: z.string().nullable(),
  status: zWord(publicationStatuses),
  enabledOnlineRsv: zEnabledFlag,
  imgUrl: z.string().nullable(),
  prefecture: z.string(),
  address1: z.string(),
  tel: z.string(),
  ownerType: zWord(ownerTypes),
  /** 在籍: 契約中 and 休会中. Absent without the right to read members. */
  memberCount: z.int().optional(),
  lastSyncedAt: zDateTime.nullable(),
  version: zVersion,
})
export type ShopRow = z.output<typeof ShopRow>

const BusinessHours = z.strictObject({
  /** 0 Sunday. */
  dow: z.int(),
  /** From 00:00 to 30:00. */
  open: z.string(),
  close: z.string(),
  closed: z.boolean(),
})
export type BusinessHours = z.output<typeof BusinessHours>

export const Shop = ShopRow.extend({
  /** Null: registered here, so that its facts are changed here too. */
  externalId: z.int().nullable(),
  rsvUrl: z.string().nullable(),
  zipCode: z.string(),
  address2: z.string().nullable(),
  email: z.string().nullable(),
  /** Empty: unknown. */
  businessHours: z.array(BusinessHours),
  is24h: z.boolean(),
  /** Oldest first. */
  holidays: z.array(zDate),
  capacity: z.int().nullable(),
  /** 坪. */
  floorArea: z.number().nullable(),
  openedOn: zDate,
  closedOn: zDate.nullable(),
  /** The company that runs it. */
  companyName: z.string(),
  /** Place id of the maps service. */
  photoReference: z.string().nullable(),
  sortOrder: z.int(),
  /** Absent for roles that see public fields only, like the last editor, which is also absent before the first edit. */
  monthlyTargets: MonthlyTargets.extend({ sales: zYen }).nullable().optional(),
  updatedBy: authored.updatedBy.optional(),
  updatedAt: authored.updatedAt.optional(),
})
export type Shop = z.output<typeof Shop>

/** What is managed here; the rest is the club system's. */
const ShopDraft = z.strictObject({
  enabledOnlineRsv: zEnabledFlag,
  imgUrl: zImageUrl.nullable(),
  rsvUrl: zHttpsUrl.nullable(),
  monthlyTargets: MonthlyTargets.nullable(),
})

/** With its hyphens, since an area code has no fixed length. */
const zShownTel = zText(30)
  .transform((text) =>
    visibleCode(text)
      .normalize('NFKC')
      .trim()
      .replaceAll(/[‐‑–—−ー]/g, '-'),
  )
  .pipe(
    z.string().regex(/^0\d{1,4}-?\d{1,4}-?\d{3,4}$/, {
      error: 'この項目は0から始まる番号で入力してください。',
    }),
  )

/** What a shop is that was not imported: registered here. */
export const ShopFactsDraft = z.strictObject({
  name: zLine(60),
  nameKana: zKana.nullable(),
  code: zText(20)
    .transform(visibleCode)
    .pipe(
      z
        .string()
        .trim()
        .regex(/^[\w-]+$/, { error: 'この項目は半角の英数字とハイフンで入力してください。' }),
    ),
  ownerType: zWord(ownerTypes),
  companyName: zLine(60),
  zipCode: zText(20)
    .transform((text) =>
      visibleCode(text)
        .normalize('NFKC')
        .replace(/^\s*〒?\s*(\d{3})[‐‑–—−ー-]?(\d{4})\s*$/, '$1-$2'),
    )
    .pipe(z.string().regex(/^\d{3}-\d{4}$/, { error: 'この項目は7桁の数字で入力してください。' })),
  prefecture: zLine(10),
  address1: zLine(100),
  address2: zLine(100).nullable(),
  tel: zShownTel,
  openedOn: zDay,
})
export type ShopFactsDraft = z.input<typeof ShopFactsDraft>

export const reservationUrlMissing = 'オンライン予約を有効にするには予約URLが必要です。'

/** Raw text of a number field; the schema behind it refuses what is not a number. */
const zTyped = z.custom<number | string | null>().pipe(zTarget.nullable())

/** The draft as a form holds it: each target is a field. */
export const ShopForm = z
  .strictObject({
    ...ShopDraft.omit({ monthlyTargets: true }).shape,
    admission: zTyped,
    withdrawalMax: zTyped,
    sales: zTyped,
    closingMembers: zTyped,
  })
  .superRefine(({ enabledOnlineRsv, rsvUrl, imgUrl: _, ...targets }, { addIssue }) => {
    if (enabledOnlineRsv === 'true' && rsvUrl === null) {
      addIssue({ code: 'custom', path: ['rsvUrl'], message: reservationUrlMissing })
    }
    const empty = Object.entries(targets).filter(([, value]) => value === null)
    if (empty.length === Object.keys(targets).length) return
    for (const [name] of empty) addIssue({ code: 'custom', path: [name], message: targetMissing })
  })
export type ShopForm = z.input<typeof ShopForm>

export const shop = {
  list: get('/shop/list', 'shop.read', '担当範囲の店舗の一覧', listInput(shopList), listOf(ShopRow)),
  get: get('/shop/:id', 'shop.read', '店舗の詳細', { id: zId }, Shop),
  create: post('/shop/new', 'club.write', '店舗を登録する', ShopFactsDraft, Shop),
  updateFacts: put(
    '/shop/:id/facts',
    'club.write',
    'こちらで登録した店舗の店舗情報を更新する',
    changesOf(ShopFactsDraft),
    Shop,
  ),
  update: put('/shop/:id', 'shop.write', '店舗のうち、こちらで管理する項目を更新する', changesOf(ShopDraft), Shop),
} satisfies Endpoints
