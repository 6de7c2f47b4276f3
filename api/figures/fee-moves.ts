import { type SQL, sql } from 'drizzle-orm'
import { idArray } from '../db/expressions.ts'
import type { Period } from './periods.ts'
import type { ReportScope } from './report-scope.ts'

/**
 * 会費の動き of the months that begin in the period (docs/domain.md, "Plans"), as a query with month, kind, old_plan, new_plan,
 * reason, tenure, members, yen and squares (Σ of each member's yen squared). Of shops together a transfer between two of
 * them counts as what it did to the fee; `same` is a change of plan alone.
 */
export function movesWithin({ isChain, shopIds }: Pick<ReportScope, 'isChain' | 'shopIds'>, { from, to }: Period): SQL {
  const shops = idArray(isChain ? ['0'] : shopIds)
  return sql`
    select month, case when among then kind_within else kind end as kind, old_plan, new_plan, reason, tenure, members,
      case when among then yen_within else yen end as yen, squares
    from (
      select m.*, other_shop_id = any(${shops}) as among
      from shop_month_move m where shop_id = any(${shops}) and month between ${from} and ${to}
    ) move
    where not (among and kind = 'transferOut')`
}
