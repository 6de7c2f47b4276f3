import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import type { Period } from '../../figures/periods.ts'
import type { Contract, Person } from './members.ts'

interface PeopleRange {
  /** The first of the month, and the last day that either side counts. */
  days: Period
  /** Day of the file. */
  knownOn: string
  shopIds: readonly string[]
  /** Day of the first run: who had left before may be unknown to it. Null: none was. */
  firstRunOn: string | null
}

type StoredPerson = Omit<Person, 'contracts'> & { contracts: Contract[] | null }

/**
 * Who may count in figures of these days, with all their contracts: whose membership reaches into the month or begins
 * in it, who joined in it, and who has no contract. Of others nothing counts.
 */
export async function readPeople(
  db: Db,
  { days: { from, to }, knownOn, shopIds, firstRunOn }: PeopleRange,
): Promise<Person[]> {
  const shops = idArray(shopIds)
  const people = await rowsOf<StoredPerson>(
    db,
    sql`
      with of_shops as (
        select id from member where shop_id = any(${shops})
        union select member_id from contract where shop_id = any(${shops}) and kind <> 'option'
      ),
      held as materialized (
        select c.member_id,
          json_agg(json_build_object('shopId', c.shop_id, 'plan', coalesce(p.external_id::text, p.name),
            'isSuspension', c.kind = 'suspension', 'contractedOn', c.contracted_on, 'startOn', c.start_on,
            'endOn', c.end_on, 'cancelRequestedOn', c.cancel_requested_on) order by c.start_on, c.id) as contracts,
          max(coalesce(c.end_on, 'infinity')) as last_on
        from contract c join shop_plan p on p.id = c.plan_id
        where c.kind <> 'option' and c.member_id in (select id from of_shops)
        group by c.member_id
        -- Who had left before is in no figure but the one of 入会日.
        having max(coalesce(c.end_on, 'infinity')) >= ${from}::date - 1 or bool_or(c.cancel_requested_on > ${knownOn})
          or bool_or(c.contracted_on between ${from} and ${to})
          or c.member_id in (select id from member where joined_on between ${from} and ${to})
      )
      select m.id, m.shop_id as "shopId", m.joined_on as "joinedOn", m.representative_email is not null as "isFamily",
        m.id in (select members_unread()) as "isUnread",
        coalesce(m.last_synced_at is null and coalesce(h.last_on, 'infinity') >= ${firstRunOn}::date, false) as "isOfFile",
        h.contracts
      from of_shops o join member m on m.id = o.id left join held h on h.member_id = m.id
      where h.member_id is not null or (m.joined_on <= ${to}
        and not exists (select from contract c where c.member_id = m.id and c.kind <> 'option'))`,
  )
  return people.map((person) => ({ ...person, contracts: person.contracts ?? [] }))
}

/** Days on which more than a fifth of all members, and at least twenty, joined, and days answered to be none. */
export async function readMigrationDays(db: Db): Promise<Set<string>> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`
      select joined_on as day from member where joined_on is not null
        and joined_on not in (select day from joined_day where answer = 'correct')
      group by joined_on
      having count(*) >= 20 and 5 * count(*) > (select count(*) from member where joined_on is not null)
      union select day from joined_day where answer <> 'correct'`,
  )
  return new Set(rows.map(({ day }) => day))
}
