import { z } from 'zod'
import { Empty, listOf, zId, zText } from './common.ts'
import type { Endpoints } from './endpoint.ts'
import { Member, MemberRow, memberListInput } from './member.ts'
import { type Permission, permissions, type Scope } from './permissions.ts'

const zRole = z.enum(['level1', 'level2', 'level3', 'level4', 'all'])
const zScope = z.enum(['own', 'assigned', 'shops', 'aggregate', 'all'] satisfies Scope[])
const zPermission = z.enum(permissions as [Permission, ...Permission[]])

/** The signed-in person: identity, rights and the shops they may see, in one answer. */
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

/** 12 to 128 characters, no composition rule; the blocklist is the verb's. */
export const zNewPassword = zText(128).pipe(z.string().min(12, { error: '12文字以上で入力してください。' }))

export const user = {
  me: {
    method: 'GET',
    path: '/api/admin/user/me',
    permission: 'account.self',
    summary: 'ログイン中のスタッフと権限を返す',
    input: Empty,
    output: Me,
  },
  memberList: {
    method: 'GET',
    path: '/api/admin/user/member/list',
    permission: 'member.read',
    summary: '会員の一覧',
    csv: { permission: 'member.export' },
    input: memberListInput,
    output: listOf(MemberRow),
  },
  get: {
    method: 'GET',
    path: '/api/admin/user/:id',
    permission: 'member.read',
    summary: '会員の詳細',
    input: z.strictObject({ id: zId }),
    output: Member,
  },
  changePassword: {
    method: 'POST',
    path: '/api/admin/user/staff/change-password',
    permission: 'account.self',
    summary: 'パスワードを再設定する',
    /** The current password can be guessed here. */
    rate: 10,
    input: z
      .strictObject({
        userId: zId,
        password: zNewPassword,
        passwordConf: zText(128),
        /** Needed for one's own password unless one signed in within the last 5 minutes. */
        currentPassword: zText(128).optional(),
      })
      .refine((draft) => draft.password === draft.passwordConf, {
        path: ['passwordConf'],
        error: '確認用のパスワードが一致しません。',
      }),
    output: Empty,
  },
} as const satisfies Endpoints
