import { z } from 'zod'
import { listInput, listOf, zDateTime, zEnabledFlag, zHttpsUrl, zId, zInt32, zVersion, zWord, zYen } from './common.ts'
import type { Endpoints } from './endpoint.ts'
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

export const shop = {
  list: {
    method: 'GET',
    path: '/api/admin/shop/list',
    permission: 'shop.read',
    summary: '担当範囲の店舗の一覧',
    input: z.strictObject(listInput(shopList)),
    output: listOf(Shop),
  },
  get: {
    method: 'GET',
    path: '/api/admin/shop/:id',
    permission: 'shop.read',
    summary: '店舗の詳細',
    input: z.strictObject({ id: zId }),
    output: Shop,
  },
  update: {
    method: 'PUT',
    path: '/api/admin/shop/:id',
    permission: 'shop.write',
    summary: '店舗のうち、こちらで管理する項目を更新する',
    input: z.strictObject({
      id: zId,
      version: zVersion.optional(),
      enabledOnlineRsv: zEnabledFlag.optional(),
      imgUrl: zHttpsUrl.nullable().optional(),
      rsvUrl: zHttpsUrl.nullable().optional(),
      monthlyTargets: MonthlyTargets.nullable().optional(),
    }),
    output: Shop,
  },
} as const satisfies Endpoints
