import { and, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { policy as api } from '#contract/policy.ts'
import { type PolicyState, type PolicyType, policyList } from '#contract/words/policy.ts'
import type { Scoped } from '../../context.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, withAuthors } from '../../db/records.ts'
import { policy } from '../../db/schema/policy.ts'

/** Of a type's activated editions, the latest that has started is in force; no job is needed. */
const stateOn = (today: string): SQL<PolicyState> => sql`case
  when ${policy.activatedAt} is null then 'draft'
  when ${policy.effectiveFrom} > ${today}::date then 'scheduled'
  when exists (select from policy later where later.type = policy.type and later.activated_at is not null
    and later.effective_from > policy.effective_from and later.effective_from <= ${today}::date) then 'ended'
  else 'active' end`

const effectiveTo = sql<string | null>`case when ${policy.activatedAt} is not null then (
  select (min(later.effective_from) - 1)::text from policy later where later.type = policy.type
    and later.activated_at is not null and later.effective_from > policy.effective_from) end`

/** The activated edition in force until this one starts. */
const follows = sql<{ id: number; edition: string } | null>`(
  select json_build_object('id', former.id, 'edition', former.edition) from policy former
  where former.type = policy.type and former.id <> policy.id and former.activated_at is not null
    and former.effective_from < policy.effective_from
  order by former.effective_from desc limit 1)`

const rowOn = (today: string) => ({
  id: policy.id,
  type: policy.type,
  edition: policy.edition,
  title: policy.title,
  state: stateOn(today),
  effectiveFrom: policy.effectiveFrom,
  effectiveTo,
  noticeFrom: policy.noticeFrom,
  requiresReconsent: policy.requiresReconsent,
  changeSummary: policy.changeSummary,
  activatedAt: policy.activatedAt,
  agreedCount: policy.agreedCount,
  ...authorColumns(policy),
})

const sortColumns = {
  effectiveFrom: policy.effectiveFrom,
  edition: sql`fold_text(${policy.edition})`,
  title: sql`fold_text(${policy.title})`,
  agreedCount: policy.agreedCount,
  updatedAt: policy.updatedAt,
}

const searchText = sql`fold_text(concat_ws(E'\\n', ${policy.edition}, ${policy.title}, ${policy.changeSummary}, ${policy.body}))`

/** One page of the editions, and their exact total. */
export const listPolicies = (scoped: Scoped, query: Input<typeof api.list>, today: string) =>
  pageOf(scoped, withAuthors(scoped.select(rowOn(today)).from(policy).$dynamic(), policy), {
    from: policy,
    where: and(
      keywordIn(searchText, query.keyword),
      query.type && eq(policy.type, query.type),
      query.state && eq(stateOn(today), query.state),
      query.beginsFrom ? gte(policy.effectiveFrom, query.beginsFrom) : undefined,
      query.beginsTo ? lte(policy.effectiveFrom, query.beginsTo) : undefined,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(policyList, query), policy.id),
    page: query,
  })

export async function policyById(scoped: Scoped, id: string, today: string) {
  const select = scoped.select({ ...rowOn(today), body: policy.body, html: policy.html, follows }).from(policy)
  const [found] = await withAuthors(select.where(eq(policy.id, id)).$dynamic(), policy)
  if (!found) return null
  const former = found.follows
  return { ...found, follows: former && { id: String(former.id), edition: former.edition } }
}
export type PolicyRecord = NonNullable<Awaited<ReturnType<typeof policyById>>>

/** Serialises writers of a type's editions, so that two conflicting ones cannot both pass. */
export const inTurnOfType = (scoped: Scoped, type: PolicyType) =>
  scoped.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`policy.${type}`}, 0))`)

/** The edition with this name; null where there is none. */
export async function policyByEdition(scoped: Scoped, type: PolicyType, edition: string) {
  const [found] = await scoped
    .select({ id: policy.id })
    .from(policy)
    .where(and(eq(policy.type, type), eq(policy.edition, edition)))
  return found ?? null
}

/** The activated edition that starts on this day; null where there is none. */
export async function activatedFrom(scoped: Scoped, type: PolicyType, day: string) {
  const [found] = await scoped
    .select({ edition: policy.edition })
    .from(policy)
    .where(and(eq(policy.type, type), eq(policy.effectiveFrom, day), isNotNull(policy.activatedAt)))
  return found ?? null
}

/** The edition in force, and the next announced one. */
export async function publicPolicies(scoped: Scoped, type: PolicyType, today: string) {
  const { edition, title, effectiveFrom, changeSummary, requiresReconsent, html } = policy
  const select = { edition, title, effectiveFrom, changeSummary, requiresReconsent, html }
  const inState = (state: PolicyState, more?: SQL) =>
    scoped
      .select(select)
      .from(policy)
      .where(and(eq(policy.type, type), eq(stateOn(today), state), more))
      .orderBy(effectiveFrom)
      .limit(1)
  const [active] = await inState('active')
  const [next] = await inState('scheduled', sql`${policy.noticeFrom} <= ${today}::date`)
  return { active: active ?? null, next: next ?? null }
}
