import { contractStatuses } from '#contract/words/member.ts'
import { type FoundRecord, limitOf, type Records, spaced } from '../../db/named-records.ts'
import { type FoundMember, listMembers, membersByUserIds } from './repository.ts'
import { sightOf } from './sight.ts'

/** The log names members by itself. */
export const memberRecords = {
  find: {
    permission: 'member.read',
    find: async (ctx, search) => {
      if ('ids' in search) {
        const rows = await membersByUserIds(ctx.scoped, search.ids)
        return { list: rows.map(toFound), total: rows.length }
      }
      const query = { ...search, offset: 0, limit: limitOf(search), sortKey: 'match', sortDir: 'none' } as const
      const { rows, total } = await listMembers(ctx.scoped, sightOf(ctx), query)
      return { list: rows.map(toFound), total }
    },
  },
} satisfies Records

const toFound = (row: FoundMember): FoundRecord => ({
  id: String(row.id),
  name: spaced(row.lastName, row.firstName),
  kana: spaced(row.lastNameKana, row.firstNameKana) || null,
  facts: spaced(row.memberNo, contractStatuses[row.contractStatus], row.shopName),
})
