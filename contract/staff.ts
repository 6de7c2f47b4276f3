import { z } from 'zod'
import { Empty, listInput, listOf, zDateTime, zId, zWord } from './common.ts'
import { del, type Endpoints, get, post } from './endpoint.ts'
import { NewPassword } from './password.ts'
import { roleLevels, staffList, staffStatuses } from './words/staff.ts'

/** A colleague; who may read names and roles only gets the first four. */
export const StaffRow = z.strictObject({
  id: zId,
  userId: zId,
  displayName: z.string(),
  role: zWord(roleLevels),
  email: z.string().optional(),
  status: zWord(staffStatuses).optional(),
  /** Of those in the caller's scope, in display order. */
  shops: z.array(z.strictObject({ id: zId, name: z.string() })).optional(),
  lastLoginAt: zDateTime.nullable().optional(),
})
export type StaffRow = z.output<typeof StaffRow>

const listed = { ...listInput(staffList), shopId: zId.optional() }

export const staff = {
  list: get('/user/staff/list', 'staff.read', '担当範囲のスタッフの一覧', listed, listOf(StaffRow)),
  removeUser: del('/user/:id', 'staff.delete', 'スタッフを削除する', { id: zId }, Empty),
  changePassword: post('/user/staff/change-password', 'account.self', 'パスワードを再設定する', NewPassword, Empty, {
    /** The current password can be guessed here. */
    rate: 10,
  }),
} satisfies Endpoints
