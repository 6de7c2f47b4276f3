import { sql } from 'drizzle-orm'
import { failed, numberOf, type Outcomes, type Writer } from './outcomes.ts'
import { type Target, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'ticket',
  columns: { code: 'text', name: 'text', price: 'integer', num: 'integer', valid_days: 'integer' },
  initial: { type: 'text', status: 'text', target_scope: 'text' },
  natural: ['name'],
  insert: async (tx, rows, columns, values) => {
    const { rows: made } = await tx.execute<{ id: number; externalId: number }>(sql`
      insert into ticket (target_shop_ids, ${columns}) select '{}', ${values} from ${rows}
      order by w.external_id returning id, external_id as "externalId"`)
    return made
  },
}

/** Types of tickets. */
export const writeTickets: Writer<'tickets'> = async ({ tx, now }, rows) => {
  const outcomes: Outcomes = new Map()
  const wanted: Wanted[] = []
  for (const { id, row } of rows) {
    const externalId = numberOf(id)
    if (externalId === null) outcomes.set(id, failed('チケットの番号が数字ではないため、反映していません。'))
    else
      wanted.push({
        ...{ id, externalId },
        values: {
          ...{ code: row.code ?? id, name: row.name, price: row.price, num: row.num, valid_days: row.validDays },
        },
        initial: { type: 'reservation', status: 'active', target_scope: 'all' },
      })
  }
  const result = await upsert(tx, target, wanted)
  await tx.execute(sql`update ticket set last_synced_at = ${now.toISOString()}::timestamptz
    where id = any (${sql.param([...result.ids.values()])}::integer[])`)
  return new Map([...outcomes, ...result.outcomes])
}
