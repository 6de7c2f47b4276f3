import { z } from 'zod'
import { Empty, zId } from './common.ts'
import { del, type Endpoints, post, put } from './endpoint.ts'
import { ShopStaffLink } from './staff.ts'

export const shopStaff = {
  create: post('/shop/staff/new', 'staff.write', '担当店舗を追加する', { staffId: zId, shopId: zId }, ShopStaffLink),
  update: put(
    '/shop/staff/:id',
    'staff.write',
    '主担当の店舗を変更する',
    { id: zId, isMain: z.boolean() },
    ShopStaffLink,
  ),
  remove: del('/shop/staff/:id', 'staff.write', '担当店舗を削除する', { id: zId }, Empty),
} satisfies Endpoints
