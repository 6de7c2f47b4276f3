import { z } from 'zod'
import {
  changesOf,
  listInput,
  listOf,
  zDateTime,
  zEnabledFlag,
  zHttpsUrl,
  zId,
  zInt32,
  zVersion,
  zWord,
  zYen,
} from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import { publicationStatuses } from './words/common.ts'
import { ownerTypes, shopList } from './words/shop.ts'

export const MonthlyTargets = z.strictObject({
  admission: zInt32.min(0),
  withdrawalMax: zInt32.min(0),
  sales: zInt32.min(0),
  closingMembers: zInt32.min(0),
})

export const Shop = z.strictObject({
  id: zId,
  externalId: z.int(),
  code: z.string(),
  name: z.string(),
  nameKana: z.string().nullable(),
  status: zWord(publicationStatuses),
  enabledOnlineRsv: zEnabledFlag,
  imgUrl: z.string().nullable(),
  rsvUrl: z.string().nullable(),
  zipCode: z.string(),
  prefecture: z.string(),
  address1: z.string(),
  address2: z.string().nullable(),
  tel: z.string(),
  ownerType: zWord(ownerTypes),
  sortOrder: z.int(),
  lastSyncedAt: zDateTime.nullable(),
  version: zVersion,
  /** Absent for roles that see public fields only. */
  monthlyTargets: MonthlyTargets.extend({ sales: zYen }).nullable().optional(),
})
export type Shop = z.output<typeof Shop>

/** What is kept here; the rest is the club system's. */
const ShopDraft = z.strictObject({
  enabledOnlineRsv: zEnabledFlag,
  imgUrl: zHttpsUrl.nullable(),
  rsvUrl: zHttpsUrl.nullable(),
  monthlyTargets: MonthlyTargets.nullable(),
})

export const shop = {
  list: get('/shop/list', 'shop.read', '担当範囲の店舗の一覧', listInput(shopList), listOf(Shop)),
  get: get('/shop/:id', 'shop.read', '店舗の詳細', { id: zId }, Shop),
  update: put('/shop/:id', 'shop.write', '店舗のうち、こちらで管理する項目を更新する', changesOf(ShopDraft), Shop),
} satisfies Endpoints
