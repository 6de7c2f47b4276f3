import { type SQL, sql } from 'drizzle-orm'
import { type MailCategory, wantsConsent } from '#contract/words/mail.ts'
import type { StepStop } from '#contract/words/mail-step.ts'
import type { Scoped } from '../context.ts'
import { rowsOf } from '../db/expressions.ts'
import { firstVisitDay, lastVisitDay, visitWindowDays } from '../figures/visit-classes.ts'
import { address, hasNoConsent, isBounced } from './audience.ts'
import { metBy, type Trigger, visitDays } from './triggers.ts'

interface Tried {
  trigger: Trigger
  stopOn: readonly StepStop[]
  /** In their order. */
  steps: readonly { delayDays: number; category: MailCategory }[]
  /** The current conditions on `member_in_scope l`. */
  where: SQL
  /** The whole month: its first and last day. */
  from: string
  to: string
}

export interface TriedStep {
  delayDays: number
  mails: number
  stopped: number
  excluded: number
  later: number
}

/**
 * What a scenario would have done for members who met its trigger in a month, each once, from the facts of that time:
 * visits, 休会, 退会 and sleep on the day of each step. Addresses, consent and the conditions are today's, because older
 * ones are not kept. Steps after the data date are counted as `later`.
 */
export async function tryOut(scoped: Scoped, { trigger, stopOn, steps, where, from, to }: Tried) {
  const [{ until = null } = {}] = await rowsOf<{ until: string | null }>(scoped, sql`select data_date() as until`)
  if (until === null) return { until, members: 0, steps: [] }
  const window = sql.raw(String(2 * visitWindowDays))
  const values = sql.join(
    steps.map(({ delayDays, category }) => sql`(${delayDays}::integer, ${wantsConsent(category)}::boolean)`),
    sql`, `,
  )
  const has = (stop: StepStop, condition: SQL) => (stopOn.includes(stop) ? sql`(${condition})` : sql`false`)
  const rows = await rowsOf<TriedStep & { members: number }>(
    scoped,
    sql`
      with entered as materialized (
        select met.member_id, min(met.anchor_on) as anchor_on from (${metBy(trigger, from, to)}) met
        join member_in_scope l on l.member_id = met.member_id join member m on m.id = met.member_id
        where ${where} and not ${has('optedOut', hasNoConsent)} group by met.member_id
      ),
      -- One row per member: each step looks at days of its own.
      came as materialized (
        select d.member_id, array_agg(d.day) as days
        from (${visitDays(sql`${from}::date - ${window}`, sql`${until}::date`)}) d
        where d.member_id in (select member_id from entered) group by d.member_id
      ),
      step as (
        select e.member_id, e.anchor_on, v.delay_days, v.asks_consent, e.anchor_on + v.delay_days as day
        from entered e, (values ${values}) v (delay_days, asks_consent)
      ),
      judged as (
        select s.delay_days, case
          when s.day > ${until}::date then 'later'
          -- A visit on the day itself is reported afterwards.
          when ${has('visited', sql`exists (select from unnest(c.days) day where day > s.anchor_on and day < s.day)`)} then 'stopped'
          when ${has(
            'cancelled',
            sql`exists (select from membership_interval i where i.member_id = s.member_id and i.span_end < s.day)
              and not exists (select from membership_interval i where i.member_id = s.member_id and i.from_on <= s.day
                and (i.span_end >= s.day) is not false)`,
          )} then 'stopped'
          when ${address} is null or ${isBounced} then 'excluded'
          when not s.asks_consent then 'mails'
          when ${hasNoConsent} then 'excluded'
          when exists (select from membership_interval i where i.member_id = s.member_id
            and i.suspended and i.from_on <= s.day and (i.until_on is null or s.day < i.until_on)) then 'excluded'
          when exists (select from membership_interval i where i.member_id = s.member_id and i.from_on <= s.day
              and (i.until_on is null or s.day < i.until_on) and i.span_start <= s.day - ${window})
            and s.day - ${window} >= ${firstVisitDay} and s.day <= ${lastVisitDay}
            and not exists (select from unnest(c.days) day where day > s.day - ${window} and day <= s.day)
            then 'excluded'
          else 'mails' end as verdict
        from step s join member m on m.id = s.member_id left join came c on c.member_id = s.member_id
      )
      select delay_days as "delayDays", count(*)::integer as members,
        count(*) filter (where verdict = 'mails')::integer as mails,
        count(*) filter (where verdict = 'stopped')::integer as stopped,
        count(*) filter (where verdict = 'excluded')::integer as excluded,
        count(*) filter (where verdict = 'later')::integer as later
      from judged group by 1 order by 1`,
  )
  const found = new Map(rows.map((row) => [row.delayDays, row]))
  return {
    until,
    members: rows[0]?.members ?? 0,
    steps: steps.map(({ delayDays }): TriedStep => {
      const { mails = 0, stopped = 0, excluded = 0, later = 0 } = found.get(delayDays) ?? {}
      return { delayDays, mails, stopped, excluded, later }
    }),
  }
}
