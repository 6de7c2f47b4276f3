import { z } from 'zod'
import { Empty, zId, zWord } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { type Permission, permissions, scopes } from './permissions.ts'
import { roleLevels } from './words/staff.ts'

const zRole = zWord(roleLevels)
const zScope = z.enum(scopes)
const zPermission = z.enum(permissions as [Permission, ...Permission[]])

/** The signed-in person: identity, rights and visible shops in one response. */
export const Me = z.strictObject({
  id: zId,
  isAdmin: z.boolean(),
  staff: z.strictObject({
    id: zId,
    role: zRole,
    email: z.string(),
    displayName: z.string(),
    status: z.literal('active'),
    shopStaffList: z.array(z.strictObject({ id: zId, shop: z.strictObject({ id: zId }) })),
  }),
  roleFlags: z.strictObject({
    admin: z.boolean(),
    level1: z.boolean(),
    level2: z.boolean(),
    level3: z.boolean(),
    level4: z.boolean(),
    all: z.boolean(),
  }),
  permissions: z.partialRecord(zPermission, zScope),
  /** Shops in scope, in display order. */
  shops: z.array(z.strictObject({ id: zId, code: z.string(), name: z.string(), nameKana: z.string().nullable() })),
})
export type Me = z.output<typeof Me>

export const user = {
  me: get('/user/me', 'account.self', 'ログイン中のスタッフと権限を返す', Empty, Me),
} satisfies Endpoints
