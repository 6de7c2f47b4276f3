import { publicationStatuses } from '#contract/words/common.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { shopPlan } from '../../db/schema/facts.ts'
import { plansNamed } from './repository.ts'

export const shopPlanRecords = {
  nameOf: namesIn(shopPlan.id, shopPlan.name),
  find: {
    permission: 'plan.read',
    find: async (ctx, search) =>
      foundOf(await plansNamed(ctx.scoped, ctx.shops, search), (row) => ({
        id: row.id,
        name: row.name,
        kana: null,
        facts: spaced(row.code, row.shopName, row.status !== 'active' && publicationStatuses[row.status]),
      })),
  },
} satisfies Records
