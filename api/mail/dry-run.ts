import { type SQL, sql } from 'drizzle-orm'
import { type MailCategory, wantsConsent } from '#contract/words/mail.ts'
import type { StepStop } from '#contract/words/mail-step.ts'
import type { Scoped } from '../context.ts'
import { rowsOf } from '../db/expressions.ts'
import { knownVisits, visitWindowDays } from '../figures/visit-classes.ts'
import { address, hasNoConsent, hasNoConsentHere, isBounced } from './audience.ts'
import { metBy, needsVisits, type Trigger } from './triggers.ts'

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

/** More members than these are tried by a sample, so that the answer takes a second at most. */
const triedAtOnce = 5_000

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
 * ones are not kept. Steps after the data date are counted as `later`. Of many members one in `oneIn` is tried, and the
 * counts are multiplied.
 */
export async function tryOut(
  scoped: Scoped,
  { trigger, stopOn, steps, where, from, to }: Tried,
  atOnce: number = triedAtOnce,
) {
  const [{ until = null } = {}] = await rowsOf<{ until: string | null }>(scoped, sql`select data_date() as until`)
  if (until === null) return { until, oneIn: 1, members: 0, steps: [] }
  // Other triggers are met by few, and found by an index.
  const [{ all = 0 } = {}] =
    needsVisits(trigger.type) || trigger.type === 'birthday'
      ? await rowsOf<{ all: number }>(
          scoped,
          sql`select count(*) as all from member_in_scope l join member m on m.id = l.member_id where ${where}`,
        )
      : []
  const oneIn = Math.max(1, Math.ceil(all / atOnce))
  const isTried = sql`${where} and ${oneIn === 1 ? sql`true` : sql`(hashint4(l.member_id) & 65535) % ${oneIn} = 0`}`
  const tried = sql`select l.member_id from member_in_scope l join member m on m.id = l.member_id where ${isTried}`
  const window = sql.raw(String(2 * visitWindowDays))
  const values = sql.join(
    steps.map(
      ({ delayDays, category }) => sql`(${delayDays}::integer, ${wantsConsent(category)}::boolean,
      ${category === 'consentRequest'}::boolean)`,
    ),
    sql`, `,
  )
  const has = (stop: StepStop, condition: SQL) => (stopOn.includes(stop) ? sql`(${condition})` : sql`false`)
  const rows = await rowsOf<TriedStep & { members: number }>(
    scoped,
    sql`
      -- Each in its turn: the planner knows nothing of how few they are.
      with met as materialized (${metBy(trigger, from, to, tried)}),
      entered as materialized (
        select met.member_id, min(met.anchor_on) as anchor_on
        from met join member_in_scope l on l.member_id = met.member_id join member m on m.id = met.member_id
        where ${isTried} and not ${has('optedOut', hasNoConsentHere)} group by met.member_id
      ),
      -- One row per member: each step looks at days of its own.
      came as materialized (
        select e.*, array(
          select v.month + bit from member_visit_month v, generate_series(0, 30) bit
          where v.member_id = e.member_id and v.month between month_of(${from}::date - ${window}) and ${until}
            and (v.days >> bit) & 1 = 1) as days
        from entered e
      ),
      step as (
        select c.*, v.delay_days, v.asks_consent, v.is_request, c.anchor_on + v.delay_days as day
        from came c, (values ${values}) v (delay_days, asks_consent, is_request)
      ),
      judged as (
        select s.delay_days, case
          when s.day > ${until}::date then 'later'
          -- A visit on the day itself is reported afterwards.
          when ${has('visited', sql`exists (select from unnest(s.days) day where day > s.anchor_on and day < s.day)`)} then 'stopped'
          when ${has(
            'cancelled',
            sql`exists (select from membership_interval i where i.member_id = s.member_id and i.span_end < s.day)
              and not exists (select from membership_interval i where i.member_id = s.member_id and i.from_on <= s.day
                and (i.span_end >= s.day) is not false)`,
          )} then 'stopped'
          when ${address} is null or ${isBounced} then 'excluded'
          -- No scenario sends one.
          when s.is_request then 'excluded'
          when not s.asks_consent then 'mails'
          when ${hasNoConsent} then 'excluded'
          when exists (select from membership_interval i where i.member_id = s.member_id
            and i.suspended and i.from_on <= s.day and (i.until_on is null or s.day < i.until_on)) then 'excluded'
          when exists (select from membership_interval i where i.member_id = s.member_id and i.from_on <= s.day
              and (i.until_on is null or s.day < i.until_on) and i.span_start <= s.day - ${window})
            and s.day - ${window} >= v.first_on and s.day <= v.last_on
            and not exists (select from unnest(s.days) day where day > s.day - ${window} and day <= s.day)
            then 'excluded'
          else 'mails' end as verdict
        from step s join member m on m.id = s.member_id left join ${knownVisits} v on v.shop_id = m.shop_id
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
    oneIn,
    members: (rows[0]?.members ?? 0) * oneIn,
    steps: steps.map(({ delayDays }): TriedStep => {
      const { mails = 0, stopped = 0, excluded = 0, later = 0 } = found.get(delayDays) ?? {}
      return {
        delayDays,
        mails: mails * oneIn,
        stopped: stopped * oneIn,
        excluded: excluded * oneIn,
        later: later * oneIn,
      }
    }),
  }
}
