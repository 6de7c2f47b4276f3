import { type SQL, sql } from 'drizzle-orm'
import type { Admission } from '#contract/report-admission.ts'
import { joinDays } from '#contract/words/admission.ts'
import type { LeadKind } from '#contract/words/report.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf, tokyoDay } from '../db/expressions.ts'
import { addDays, happenedIn, type Period } from './periods.ts'
import { knownSince } from './reach.ts'
import type { ReportScope } from './report-scope.ts'

interface LeadsJoined {
  /** Whose person joined within the `joinDays` of the kind, up to the data date. */
  joined: number
  /** Who have not, when these days are not over. */
  open: number
}

/** The 見学 and 体験 of these shops and days, by what became of them. */
export async function readLeadsJoined(
  db: Db,
  { shopIds, dataDate }: ReportScope,
  stretches: readonly Period[],
): Promise<Record<LeadKind, LeadsJoined>> {
  const nobody = { joined: 0, open: 0 }
  if (dataDate === null || stretches.length === 0) return { tour: nobody, trial: nobody }
  const openSince = (kind: LeadKind) => addDays(dataDate, 1 - joinDays[kind])
  const rows = await rowsOf<LeadsJoined & { kind: LeadKind }>(
    db,
    sql`
      select kind, count(joined_on) as joined,
        count(*) filter (where joined_on is null
          and day >= case kind when 'tour' then ${openSince('tour')}::date else ${openSince('trial')} end) as open
      from (
        select l.kind, ${tokyoDay(sql`l.at`)} as day, l.joined_on from lead_in_scope l
        where l.shop_id = any(${idArray(shopIds)})
          and (${sql.join(
            stretches.map((days) => sql`(${happenedIn(sql`l.at`, days)})`),
            sql` or `,
          )})
        offset 0
      ) l
      group by kind`,
  )
  const of = (kind: LeadKind) => rows.find((one) => one.kind === kind) ?? nobody
  return { tour: of('tour'), trial: of('trial') }
}

/**
 * `total` admissions, those in `which` of `member_move`, by what came before them. Without a 見学 or 体験 it is not known
 * whether there was one unless all days of the longer window know theirs.
 */
export async function readByLead(
  db: Db,
  { shopIds, reach }: ReportScope,
  total: number,
  which: SQL,
): Promise<NonNullable<Admission['admissionsByLead']>> {
  const [since, until] = [knownSince(reach, 'leads'), reach.leads?.to]
  const isKnown = since && until ? sql`span_start between ${addDays(since, joinDays.tour)} and ${until}` : sql`false`
  const countOf = async (rows: SQL) => {
    const [row] = await rowsOf<{ all: number; known: number }>(
      db,
      sql`
        select count(*) as all, count(*) filter (where ${isKnown}) as known from ${rows}
        where shop_id = any(${idArray(shopIds)}) and kind = 'admission' and ${which}`,
    )
    return row ?? { all: 0, known: 0 }
  }
  const admitted = await countOf(sql`member_move`)
  const led = await countOf(sql`led_admission`)
  const none = admitted.known - led.known
  return [
    { ledBy: 'led', count: led.all },
    { ledBy: 'none', count: none },
    { ledBy: 'unknown', count: total - led.all - none },
  ]
}
