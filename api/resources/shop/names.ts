import { publicationStatuses } from '#contract/words/common.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { shop } from '../../db/schema/organisation.ts'
import { shopsNamed } from './repository.ts'

export const shopRecords = {
  nameOf: namesIn(shop.id, shop.name),
  find: {
    permission: 'shop.read',
    find: async (ctx, search) =>
      foundOf(await shopsNamed(ctx.scoped, ctx.shops, search), (row) => ({
        id: row.id,
        name: row.name,
        kana: row.nameKana,
        facts: spaced(row.code, row.prefecture, row.status !== 'active' && publicationStatuses[row.status]),
      })),
  },
} satisfies Records
