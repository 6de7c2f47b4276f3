import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Input } from '#contract/endpoint.ts'
import type { missingMember as api } from '#contract/missing-member.ts'
import { daysClosedByRuns, missingMemberList } from '#contract/words/missing-member.ts'
import type { Scoped } from '../../context.ts'
import { directionOf, orderBy, pageOf } from '../../db/page.ts'
import { member } from '../../db/schema/facts.ts'
import { missingMember } from '../../db/schema/missing-member.ts'
import { shop, staff } from '../../db/schema/organisation.ts'

const answerer = alias(staff, 'answerer')
const decider = alias(staff, 'decider')

const { id, kind, state, reason, missingSince, confirmedAt, lastSeenOn, answeredAt, decidedAt, sentence } =
  getTableColumns(missingMember)
const { returnedAt, rejoinedOn } = getTableColumns(missingMember)

const readRows = (scoped: Scoped, now: Date) =>
  scoped
    .select({
      ...{
        id,
        kind,
        state,
        reason,
        missingSince,
        confirmedAt,
        lastSeenOn,
        answeredAt,
        decidedAt,
        sentence,
        returnedAt,
        rejoinedOn,
      },
      contractStatus: member.contractStatus,
      shop: { id: shop.id, name: shop.name },
      member: {
        id: sql<string>`${member.userId}::text`,
        ...{ memberNo: member.memberNo, lastName: member.lastName, firstName: member.firstName },
        ...{ lastNameKana: member.lastNameKana, firstNameKana: member.firstNameKana },
      },
      planName: sql<string | null>`(
        select p.name from contract c join shop_plan p on p.id = c.plan_id
        where c.member_id = ${missingMember.memberId} and c.kind <> 'option' order by c.start_on desc, c.id desc limit 1)`,
      bookings: sql<number>`(
        select count(*)::integer from reservation r where r.member_id = ${missingMember.memberId}
          and r.start_at > ${now.toISOString()}::timestamptz and r.status in ('booked', 'waitlisted'))`,
      answeredBy: { id: answerer.id, displayName: answerer.displayName },
      decidedBy: { id: decider.id, displayName: decider.displayName },
    })
    .from(missingMember)
    .innerJoin(member, eq(member.id, missingMember.memberId))
    .innerJoin(shop, eq(shop.id, member.shopId))
    .leftJoin(answerer, eq(answerer.id, missingMember.answeredBy))
    .leftJoin(decider, eq(decider.id, missingMember.decidedBy))
    .$dynamic()
export type MissingRow = Awaited<ReturnType<typeof readRows>>[number]

const sortColumns = { missingSince, lastSeenOn, memberNo: member.memberNo }

/** One page of the missing members of the caller's shops, and the exact total. */
export const listMissing = (scoped: Scoped, query: Input<typeof api.list>, now: Date) =>
  pageOf(scoped, readRows(scoped, now), {
    from: missingMember,
    where: and(
      query.kind && eq(kind, query.kind),
      query.state && eq(state, query.state),
      query.byRun &&
        sql`${state} = 'closed' and ${missingMember.decidedBy} is null
          and ${decidedAt} > ${now.toISOString()}::timestamptz - make_interval(days => ${daysClosedByRuns})`,
      query.answer && (query.answer === 'none' ? sql`${answeredAt} is null` : sql`${answeredAt} is not null`),
      query.shopId === undefined
        ? undefined
        : sql`exists (select from member m where m.id = ${missingMember.memberId} and m.shop_id = ${Number(query.shopId)})`,
      query.keyword
        ? sql`exists (select from member_in_scope l where l.member_id = ${missingMember.memberId}
            and (position(fold_text(${query.keyword}) in l.names) > 0 or position(fold_text(${query.keyword}) in l.number) > 0))`
        : undefined,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(missingMemberList, query), id),
    page: query,
  })

/** Rows of the caller's shops, held until the transaction ends. */
export const holdMissing = (scoped: Scoped, ids: readonly string[]) =>
  scoped
    .select({
      ...{ id, kind, state, answeredAt, lastSeenOn, memberId: missingMember.memberId },
      shopId: sql<string>`(select m.shop_id::text from member m where m.id = ${missingMember.memberId})`,
    })
    .from(missingMember)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('update')

export const writeMissing = (
  scoped: Scoped,
  ids: readonly string[],
  set: Partial<
    Pick<
      typeof missingMember.$inferInsert,
      'state' | 'answeredBy' | 'answeredAt' | 'decidedBy' | 'decidedAt' | 'sentence'
    >
  >,
) =>
  scoped
    .update(missingMember)
    .set(set)
    .where(inArray(id, [...ids]))
