import { type SQL, sql } from 'drizzle-orm'
import type { chosenValue as api } from '#contract/chosen-value.ts'
import type { Input } from '#contract/endpoint.ts'
import { type ChosenKind, chosenKinds } from '#contract/words/chosen-value.ts'
import type { Scoped } from '../../context.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { ProviderValues } from '../../db/schema/facts.ts'
import { chosenTables } from '../../import/let-go.ts'

export interface ChosenRow {
  id: string
  kind: ChosenKind
  shop: { id: string; name: string }
  member: { id: string; memberNo: string; lastName: string; firstName: string } & Kana
  /** With the names of what it refers to. */
  stored: Record<string, unknown> & { provider_values: ProviderValues }
  /** Of a contract the plan, of a ticket its type, as the club system has it. */
  theirName: string | null
}
type Kana = { lastNameKana: string | null; firstNameKana: string | null }

const kinds = Object.keys(chosenKinds) as ChosenKind[]

/** Rows with chosen values, of a kind; for `f`. */
const rowsOfKind = (kind: ChosenKind): SQL => {
  const { source } = chosenTables[kind]
  const named = { contract: 'plan_id', ticket: 'ticket_id' }[kind as 'contract']
  const name = named
    ? sql`(select p.name from ${sql.identifier(kind === 'contract' ? 'shop_plan' : 'ticket')} p
        where p.id = (f.provider_values -> ${named}::text ->> 'value')::integer)`
    : sql`null`
  return sql`select ${kind}::text as kind, f.id, f.shop_id, ${kind === 'member' ? sql`f.id` : sql`f.member_id`} as member_id,
    to_jsonb(f) as stored, ${name} as their_name from (${source}) f where f.provider_values is not null`
}

/** One page of the rows of the caller's shops, and the exact total. */
export async function listChosen(scoped: Scoped, query: Input<typeof api.list>) {
  const all = sql.join((query.kind ? [query.kind] : kinds).map(rowsOfKind), sql` union all `)
  const from = sql`from (${all}) c join shop s on s.id = c.shop_id left join member m on m.id = c.member_id
    where ${query.shopId === undefined ? sql`true` : sql`c.shop_id = ${Number(query.shopId)}`}
      and ${query.userId === undefined ? sql`true` : sql`m.user_id = ${Number(query.userId)}`}
      and ${
        query.keyword === undefined
          ? sql`true`
          : sql`exists (select from member_in_scope l where l.member_id = m.id
            and (position(fold_text(${query.keyword}) in l.names) > 0 or position(fold_text(${query.keyword}) in l.number) > 0))`
      }`
  const [{ total = 0 } = {}] = await rowsOf<{ total: number }>(scoped, sql`select count(*)::integer as total ${from}`)
  const direction = query.sortDir === 'desc' ? sql`desc` : sql`asc`
  const rows = await rowsOf<ChosenRow>(
    scoped,
    sql`select c.kind || '-' || c.id as id, c.kind, jsonb_build_object('id', s.id::text, 'name', s.name) as shop, c.stored, c.their_name as "theirName",
        case when m.id is not null then jsonb_build_object('id', m.user_id::text, 'memberNo', m.member_no, 'lastName', m.last_name,
          'firstName', m.first_name, 'lastNameKana', m.last_name_kana, 'firstNameKana', m.first_name_kana) end as member
      ${from} order by m.member_no ${direction} nulls last, c.kind, c.id ${direction} limit ${query.limit} offset ${query.offset}`,
  )
  return { rows, total }
}

/** Of these rows of the caller's shops: whose each is, and whether something of it is chosen. */
export const holdChosen = (scoped: Scoped, kind: ChosenKind, ids: readonly number[]) => {
  const { name } = chosenTables[kind]
  return rowsOf<{ id: number; shopId: string; memberId: string | null; isChosen: boolean }>(
    scoped,
    sql`select t.id, t.shop_id::text as "shopId", ${kind === 'member' ? sql`t.id` : sql`t.member_id`}::text as "memberId",
        t.provider_values is not null as "isChosen"
      from ${sql.identifier(name)} t where t.id = any (${sql.param(ids)}::integer[])`,
  )
}
