import { actionStatuses } from '#contract/words/report-action.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { reportAction } from '../../db/schema/report-action.ts'
import { slashed } from '../../wire/csv.ts'
import { actionsNamed } from './repository.ts'

export const reportActionRecords = {
  nameOf: namesIn(reportAction.id, reportAction.title),
  find: {
    permission: 'reportAction.read',
    find: async (ctx, search) =>
      foundOf(await actionsNamed(ctx.scoped, ctx.shops, search), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(row.shopName, actionStatuses[row.status], `期限 ${slashed(row.dueOn)}`),
      })),
  },
} satisfies Records
