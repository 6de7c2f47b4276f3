import { birthdaysOf, birthdayText } from '#contract/birthday.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { staffStatuses } from '#contract/words/staff-record.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { staff } from '../../db/schema/organisation.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { staffNamed } from './repository.ts'

export const staffRecords = {
  nameOf: namesIn(staff.id, staff.displayName),
  find: {
    permission: 'staff.read',
    find: async (ctx, search) => {
      const readsAll = ctx.can('staff.write')
      const rows = await staffNamed(ctx.scoped, ctx.shops, ctx.now, search, readsAll)
      const birthdays = 'ids' in search || !readsAll ? [] : birthdaysOf(search.keyword, tokyoDayOf(ctx.now))
      return foundOf(rows, ({ id, displayName, lastNameKana, firstNameKana, birthday, role, status }) => ({
        id,
        name: displayName,
        kana: (readsAll && spaced(lastNameKana, firstNameKana)) || null,
        facts: spaced(
          birthday !== null && birthdays.includes(birthday) && `生年月日 ${birthdayText(birthday)}`,
          roleLevels[role],
          status !== 'active' && staffStatuses[status],
        ),
      }))
    },
  },
} satisfies Records
