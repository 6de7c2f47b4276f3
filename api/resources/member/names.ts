import { birthdaysOf, birthdayText } from '#contract/birthday.ts'
import { contractStatuses } from '#contract/words/member.ts'
import { sightOf } from '../../db/member-search.ts'
import { type FoundRecord, limitOf, type Records, spaced } from '../../db/named-records.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { contactOf } from './contact.ts'
import { type FoundMember, listMembers, membersByUserIds } from './repository.ts'

/** The log names members by itself. */
export const memberRecords = {
  find: {
    permission: 'member.read',
    find: async (ctx, search) => {
      if ('ids' in search) {
        const rows = await membersByUserIds(ctx.scoped, search.ids)
        return { list: rows.map((row) => toFound(row)), total: rows.length }
      }
      const query = {
        keyword: search.keyword,
        offset: 0,
        limit: limitOf(search),
        sortKey: 'match',
        sortDir: 'none',
      } as const
      const { rows, total } = await listMembers(ctx.scoped, sightOf(ctx), query)
      const birthdays = birthdaysOf(search.keyword, tokyoDayOf(ctx.now))
      const sees = birthdays.length === 0 ? () => false : await contactOf(ctx, rows)
      return { list: rows.map((row) => toFound(row, sees(row) ? birthdays : [])), total }
    },
  },
} satisfies Records

/** `birthdays`: what the keyword may mean, if the caller reads the member's. */
const toFound = (row: FoundMember, birthdays: readonly string[] = []): FoundRecord => ({
  id: String(row.id),
  name: spaced(row.lastName, row.firstName),
  kana: spaced(row.lastNameKana, row.firstNameKana) || null,
  facts: spaced(
    row.birthday !== null && birthdays.includes(row.birthday) && `生年月日 ${birthdayText(row.birthday)}`,
    row.memberNo,
    contractStatuses[row.contractStatus],
    row.shopName,
  ),
})
