import { type SQL, sql } from 'drizzle-orm'
import {
  type ExclusionReason,
  exclusionReasons,
  type MailCategory,
  wantsConsent,
  wantsSender,
} from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Scoped } from '../context.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { isDormant } from '../figures/visit-classes.ts'

// Recipients of a mail: which of the chosen members get it, and why the others do not. One query decides, for the
// preview and for the mail itself.

export interface Audience {
  /** A query of the ids of the chosen members, as `member_id`. */
  chosen: SQL
  category: MailCategory
  /** Includes sleeping members, who are excluded by default. */
  includesSleeping: boolean
  /** Excluded by hand. */
  withoutUserIds: readonly string[]
}

/** For `member m`: the address that is written to, their own or their representative's; null: none. */
export const address = sql`mail_address(m.email, m.representative_email)`

/** For `member m`: their address is undeliverable. */
export const isBounced = sql`exists (select from mail_bounced_address b where b.email = lower(${address}))`

/** For `member m`: a letter of their own shop bounced. Other shops must not learn which shop's letter it was. */
export const isBouncedHere = sql`exists (select from mail_bounce b
  where b.email = lower(${address}) and b.shop_id = m.shop_id)`

/** For `member m`: no consent, or they or somebody of their shop with the same address unsubscribed. */
export const hasNoConsentHere = sql`(not m.mail_opt_in or exists (select from mail_opt_out o where o.member_id = m.id)
  or (lower(${address}), m.shop_id) in (select email, shop_id from mail_opt_out_address))`

/** For `member m`: no consent, or they or somebody of any shop with the same address unsubscribed. */
export const hasNoConsent = sql`(${hasNoConsentHere}
  or lower(${address}) in (select email from mail_opt_out_address))`

/** For `member m`: they said yes or no to mails, or somebody of their shop with the same address unsubscribed. */
export const hasAnsweredHere = sql`(m.mail_opt_in or exists (select from mail_consent c where c.member_id = m.id)
  or exists (select from mail_opt_out o where o.member_id = m.id)
  or (lower(${address}), m.shop_id) in (select email, shop_id from mail_opt_out_address))`

/** For `member m`: they said yes or no to mails, or somebody of any shop with the same address unsubscribed. */
export const hasAnswered = sql`(${hasAnsweredHere}
  or lower(${address}) in (select email from mail_opt_out_address))`

/** For `member m`: a 配信のお願い went to them, or by their shop to their address. */
const isRequestedHere = sql`exists (select from mail_requested q
  where q.member_id = m.id or q.email = lower(${address}) and q.shop_id = m.shop_id)`

/** For `member m`: one went to their address, by whatever shop. */
const isRequested = sql`(${isRequestedHere} or lower(${address}) in (select email from mail_requested))`

/** What leaves a member out of a 配信のお願い: `[seen by the member's own shop, seen by the chain]`. */
const requestReasons = [
  ['answered', hasAnsweredHere, hasAnswered],
  ['requested', isRequestedHere, isRequested],
] as const satisfies [ExclusionReason, SQL, SQL][]

/**
 * Each chosen member in the caller's scope, once, with the first reason that applies; null: gets the mail. What is known
 * of an address from another shop is only `unreachable`, and comes after all that the member's own shop knows, so that no
 * order of reasons tells which it is. `seesChain`: for somebody who sees every shop; what is stored is for each shop.
 */
function judged({ chosen, category, includesSleeping, withoutUserIds }: Audience, seesChain = false): SQL {
  const needed = categoryReasons(category)
  const isKnownElsewhere = sql.join([isBounced, ...needed.map(([, , anywhere]) => anywhere)], sql` or `)
  const reasons: [ExclusionReason, SQL][] = [
    ['removed', sql`m.user_id = any(${idArray(withoutUserIds)})`],
    ['noAddress', sql`${address} is null and coalesce(m.email, '') = ''`],
    ['dummyAddress', sql`${address} is null`],
    ['bounced', seesChain ? isBounced : isBouncedHere],
    // Whoever left is no member, as which a 配信のお願い addresses them.
    ...(category === 'consentRequest'
      ? ([['cancelled', sql`m.contract_status = 'cancel'`]] as [ExclusionReason, SQL][])
      : []),
    ...needed.map(([reason, here, anywhere]): [ExclusionReason, SQL] => [reason, seesChain ? anywhere : here]),
    ['unreachable', sql`(${isKnownElsewhere})`],
    ...(wantsSender(category)
      ? ([
          ['suspended', sql`l.contract_status = 'suspended'`],
          ...(includesSleeping ? [] : [['sleeping', isDormant]]),
        ] as [ExclusionReason, SQL][])
      : []),
  ]
  const first = sql.join(
    reasons.map(([reason, holds]) => sql`when ${holds} then ${sql.raw(`'${reason}'`)}`),
    sql` `,
  )
  return sql`
    select j.*, coalesce(j.own_reason, case
        when row_number() over (partition by lower(j.email), j.own_reason is null order by j.member_id) = 1 then null
        when ${seesChain} or first_value(j.shop_id) over (
          partition by lower(j.email), j.own_reason is null order by j.member_id) = j.shop_id then 'duplicate'
        else 'unreachable' end) as reason
    from (
      select m.id as member_id, m.user_id, m.member_no, m.shop_id, ${address} as email, m.last_name || ' ' || m.first_name as name,
        l.kana, case ${first} end as own_reason
      from (select distinct member_id from (${chosen}) c) c
      join member m on m.id = c.member_id
      join member_in_scope l on l.member_id = m.id
    ) j`
}

const categoryReasons = (category: MailCategory): readonly (readonly [ExclusionReason, SQL, SQL])[] => {
  if (category === 'consentRequest') return requestReasons
  return wantsConsent(category) ? [['noConsent', hasNoConsentHere, hasNoConsent]] : []
}

export interface AudiencePerson {
  memberId: number
  userId: number
  memberNo: string
  name: string
  shopName: string
  email: string | null
  reason: ExclusionReason | null
}

interface Counted {
  reason: ExclusionReason | null
  shopId: number
  count: number
}

const counts = sql`select j.reason, j.shop_id as "shopId", count(*)::integer as count from j group by 1, 2`

/** Recipients by shop, and excluded members by reason. */
export async function countAudience(scoped: Scoped, audience: Audience, seesChain = false) {
  return totalsOf(await rowsOf<Counted>(scoped, sql`with j as (${judged(audience, seesChain)}) ${counts}`))
}

function totalsOf(rows: Counted[]) {
  const sumOf = (some: Counted[]) => some.reduce((sum, { count }) => sum + count, 0)
  const written = rows.filter(({ reason }) => reason === null)
  const excluded = valuesOf(exclusionReasons)
    .map((reason) => ({ reason, count: sumOf(rows.filter((row) => row.reason === reason)) }))
    .filter(({ count }) => count > 0)
  return {
    chosen: sumOf(rows),
    total: sumOf(written),
    excluded,
    byShop: written.map(({ shopId, count }) => ({ shopId: String(shopId), count })),
  }
}

/**
 * The audience with one page of the recipients, or of those excluded for a reason, and the first recipient, by reading.
 * Judges once, because all chosen members are judged.
 */
export async function lookAtAudience(
  scoped: Scoped,
  audience: Audience,
  reason: ExclusionReason | null,
  { offset, limit, seesChain = false }: { offset: number; limit: number; seesChain?: boolean },
) {
  const order = sql`order by j.kana nulls last, j.member_id`
  const [found] = await rowsOf<{ counted: Counted[]; people: AudiencePerson[]; first: number | null }>(
    scoped,
    sql`
      with j as materialized (${judged(audience, seesChain)}),
      page as (
        select j.member_id as "memberId", j.user_id as "userId", j.member_no as "memberNo", j.name,
          s.name as "shopName", j.email, j.reason
        from j join shop s on s.id = j.shop_id
        where j.reason is not distinct from ${reason} ${order} limit ${limit} offset ${offset}
      )
      select (select coalesce(json_agg(c), '[]') from (${counts}) c) as counted,
        (select coalesce(json_agg(page), '[]') from page) as people,
        (select j.member_id from j where j.reason is null ${order} limit 1) as first`,
  )
  const { counted, people, first } = found ?? { counted: [], people: [], first: null }
  return { ...totalsOf(counted), people, first }
}

/** 122 random bits as 22 letters. */
const newToken = sql`translate(rtrim(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '='), '+/', '-_')`

/** Stores everybody chosen with their outcome; returns the ids of the recipients. */
export async function storeAudience(scoped: Scoped, mailId: string, audience: Audience): Promise<string[]> {
  await scoped.execute(sql`
    insert into mail_recipient (mail_id, member_id, shop_id, email, status, reason, token)
    select ${Number(mailId)}, member_id, shop_id, email, case when reason is null then 'waiting' else 'excluded' end,
      reason, case when reason is null then ${newToken} end
    from (${judged(audience)}) j order by member_id`)
  const rows = await rowsOf<{ id: number }>(
    scoped,
    sql`select id from mail_recipient where mail_id = ${Number(mailId)} and status = 'waiting' order by id`,
  )
  return rows.map(({ id }) => String(id))
}
