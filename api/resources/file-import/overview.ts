import { sql } from 'drizzle-orm'
import type { ImportOverview } from '#contract/file-import.ts'
import { type ImportKind, importKinds, mostCountedRows } from '#contract/words/import.ts'
import type { FactKind as KnownKind } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Ctx } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'

/** Where a kind's rows lie, and as what their days are known. */
const places: Record<Exclude<ImportKind, 'staff'>, { table: string; known?: KnownKind }> = {
  member: { table: 'member' },
  contract: { table: 'contract', known: 'contracts' },
  ticket: { table: 'member_ticket' },
  visit: { table: 'visit', known: 'visits' },
  booking: { table: 'reservation', known: 'bookings' },
  sale: { table: 'sale', known: 'sales' },
  bill: { table: 'billing', known: 'bills' },
}

interface KnownDays {
  kind: KnownKind
  shopId: string
  firstOn: string | null
  lastOn: string | null
}

/** What is here of each kind, in the shops of the caller. */
export async function overviewOf(ctx: Ctx, shops: readonly { id: string; name: string }[]): Promise<ImportOverview> {
  const seesMoney = ctx.can('report.money')
  const ids = sql.param(shops.map(({ id }) => Number(id)))
  const days = await rowsOf<KnownDays>(
    ctx.scoped,
    sql`select kind, shop_id::text as "shopId", first_on::text as "firstOn", last_on::text as "lastOn"
      from known_days(${ids}::integer[], ${seesMoney}) where first_on is not null`,
  )
  const daysOf = (known: KnownKind | undefined) => days.filter(({ kind }) => kind === known)
  const without = (known: KnownKind) => {
    const having = new Set(daysOf(known).map(({ shopId }) => shopId))
    return shops.filter(({ id }) => !having.has(id))
  }
  const kinds: ImportOverview['kinds'] = []
  for (const kind of valuesOf(importKinds)) {
    if (kind === 'staff') continue
    const { table, known } = places[kind]
    const isHidden = (kind === 'sale' || kind === 'bill') && !seesMoney
    const own = daysOf(known)
    kinds.push({
      kind,
      rows: isHidden ? null : await countRows(ctx, table),
      firstOn: own.map(({ firstOn }) => firstOn as string).sort()[0] ?? null,
      lastOn:
        own
          .map(({ lastOn }) => lastOn as string)
          .sort()
          .at(-1) ?? null,
      without: known && !isHidden ? without(known).map(({ name }) => name) : [],
    })
  }
  const noContracts = new Set(without('contracts').map(({ id }) => id))
  return {
    shops: shops.length,
    kinds,
    withoutLeavers: without('leavers').flatMap(({ id, name }) => (noContracts.has(id) ? [] : [name])),
  }
}

async function countRows(ctx: Ctx, table: string): Promise<number> {
  const [found] = await rowsOf<{ rows: number }>(
    ctx.scoped,
    sql`select count(*)::integer as rows from (select from ${sql.identifier(table)} limit ${mostCountedRows}) t`,
  )
  return found?.rows ?? 0
}
