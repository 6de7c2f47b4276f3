import { z } from 'zod'
import { changesOf, Empty, versioned, zEmail, zId, zText, zVersion, zWord } from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { profile, shownProfile } from './people.ts'
import { type Permission, permissions, scopes } from './permissions.ts'
import { roleLevels } from './words/staff.ts'
import { syncResources } from './words/sync-resources.ts'

const zRole = zWord(roleLevels)
const zScope = z.enum(scopes)
const zPermission = z.enum(permissions as [Permission, ...Permission[]])

/** The signed-in person: identity, rights and visible shops in one response. */
export const Me = z.strictObject({
  id: zId,
  isAdmin: z.boolean(),
  /** Set while an admin previews the rights below. */
  isPreview: z.boolean(),
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
  /** What the first run has not brought from the club system yet, while it goes on. */
  arriving: z.array(zWord(syncResources)),
  /** Shops in scope, in display order. */
  shops: z.array(z.strictObject({ id: zId, code: z.string(), name: z.string(), nameKana: z.string().nullable() })),
})
export type Me = z.output<typeof Me>

/** The profile of a user of type staff. Members' profiles are the club system's. */
export const UserDraft = z.strictObject({ ...profile, email: zEmail })
export type UserDraft = z.input<typeof UserDraft>

const { lastName, firstName, lastNameKana, firstNameKana, ...others } = shownProfile

/** A user of type staff; callers who read only names get none of the rest. */
export const StaffUser = z.strictObject({
  ...z.object(others).partial().shape,
  lastName,
  firstName,
  lastNameKana,
  firstNameKana,
  id: zId,
  type: z.literal('staff'),
  /** Null before they are made staff. */
  staffId: zId.nullable(),
  version: zVersion,
})
export type StaffUser = z.output<typeof StaffUser>

export const user = {
  me: get('/user/me', 'account.self', 'ログイン中のスタッフと権限を返す', Empty, Me),
  /** One's own profile for everybody; `user/{id}` is for callers who read colleagues. */
  profile: get('/user/profile', 'account.self', '自分のユーザーの詳細', Empty, StaffUser),
  create: post(
    '/user/new',
    'staff.write',
    'スタッフのユーザーを登録する',
    UserDraft.extend({ type: z.literal('staff') }),
    StaffUser,
  ),
  /** One's own, or that of a subordinate. */
  update: put('/user/:id', 'account.self', 'スタッフのユーザーを更新する', changesOf(UserDraft), StaffUser),
  /** One's own sign-in address: it counts once the new one has proven itself. */
  changeEmail: post(
    '/user/change-email',
    'account.self',
    'ログインに使う自分のメールアドレスを変更する',
    { email: zEmail, currentPassword: zText(128) },
    StaffUser,
    /** Rate-limited, because the current password could be guessed here. */
    { rate: 10 },
  ),
  remove: del('/user/:id', 'staff.delete', 'スタッフのユーザーを削除する', versioned, Empty),
} satisfies Endpoints
