import { roleLevels } from '#contract/words/staff.ts'
import { staffStatuses } from '#contract/words/staff-record.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { staff } from '../../db/schema/organisation.ts'
import { staffNamed } from './repository.ts'

export const staffRecords = {
  nameOf: namesIn(staff.id, staff.displayName),
  find: {
    permission: 'staff.read',
    find: async (ctx, search) => {
      const readsAll = ctx.can('staff.write')
      const rows = await staffNamed(ctx.scoped, ctx.shops, search, readsAll)
      return foundOf(rows, ({ id, displayName, lastNameKana, firstNameKana, role, status }) => ({
        id,
        name: displayName,
        kana: (readsAll && spaced(lastNameKana, firstNameKana)) || null,
        facts: spaced(roleLevels[role], status !== 'active' && staffStatuses[status]),
      }))
    },
  },
} satisfies Records
