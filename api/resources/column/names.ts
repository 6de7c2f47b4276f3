import { columnCategories } from '#contract/words/column.ts'
import { publicationStates } from '#contract/words/common.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { contentColumn } from '../../db/schema/column.ts'
import { publicationOf, publicationSight } from '../../rules/publication.ts'
import { columnsNamed } from './repository.ts'

export const columnRecords = {
  nameOf: namesIn(contentColumn.id, contentColumn.title),
  find: {
    permission: 'column.read',
    find: async (ctx, search) =>
      foundOf(await columnsNamed(ctx.scoped, publicationSight(ctx, 'column.read'), search), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(columnCategories[row.category], publicationStates[publicationOf(row, ctx.now).state]),
      })),
  },
} satisfies Records
