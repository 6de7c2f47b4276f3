import { grantsOf } from '#contract/permissions.ts'
import type { Me, user } from '#contract/user.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Handlers } from '../../context.ts'
import { shopsInScope } from './repository.ts'

export const userHandlers: Handlers<typeof user> = {
  me: async ({ principal, scoped, shops }) => ({
    id: principal.userId,
    isAdmin: principal.isAdmin,
    staff: {
      id: principal.staffId,
      role: principal.role,
      email: principal.email,
      displayName: principal.displayName,
      status: 'active',
      shopStaffList: principal.shopStaffList.map(({ id, shopId }) => ({ id, shop: { id: shopId } })),
    },
    roleFlags: {
      admin: principal.isAdmin,
      ...(Object.fromEntries(valuesOf(roleLevels).map((level) => [level, principal.role === level])) as Omit<
        Me['roleFlags'],
        'admin'
      >),
    },
    permissions: grantsOf(principal),
    shops: await shopsInScope(scoped, shops),
  }),
}
