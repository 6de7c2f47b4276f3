import { sql } from 'drizzle-orm'
import { isSpoilt } from './club-history.ts'
import { factKinds, factsHere, factsThere, type HistoryFactKind, keyOf, type RowsOf } from './history-facts.ts'
import { brandCode, type Lived } from './lived-history.ts'

// What has to be here after a history: each row of the provider, equal or absent for the reason that the product gives,
// and each row here, of the provider or of a file. Computed from the stub's records alone.

const unanswered = 'スタジオの対応付けに回答がないため、反映していません。'
const leftOut = '取り込まないスタジオです。'
const notAMember = '会員が取り込まれていないため、反映していません。'
const guest = 'ゲストのため、会員として反映していません。'
const dayMs = 86_400_000

const kindOf: Record<string, string | undefined> = { 休会: 'suspension', オプション: 'option' }
const bookingStates: Record<string, string | undefined> = {
  ...{ 予約済: 'booked', キャンセル待ち: 'waitlisted', チェックイン: 'checkedIn', 受講済: 'completed' },
  ...{ キャンセル: 'cancelled', 直前キャンセル: 'lateCancelled', 無断キャンセル: 'noShow' },
}
const saleStates: Record<string, string | undefined> = {
  ...{ 精算済: 'paid', 一部返金: 'paid', 未払い: 'unpaid', 未収: 'unpaid', 決済エラー: 'error' },
  ...{ 返金済: 'refunded', 取消: 'cancelled' },
}
const methods: Record<string, string | undefined> = {
  ...{
    クレジットカード: 'card',
    口座振替: 'bankTransfer',
    現金: 'cash',
    店頭カード: 'storeCard',
    電子マネー: 'storeCard',
  },
  商品券: 'storeCard',
}

/** What becomes of a row: here with values, or not, with a reason (null: any, where a value cannot be read). */
type Account = { is: 'written'; values: Record<string, unknown> } | { is: 'skipped' | 'failed'; reason: string | null }
const written = (values: Record<string, unknown>): Account => ({ is: 'written', values })
const skipped = (reason: string): Account => ({ is: 'skipped', reason })
const failed: Account = { is: 'failed', reason: null }
/** A sale of a studio that is left out is no question. */
const unmissed: Account = { is: 'failed', reason: leftOut }

type Resource = 'members' | 'contracts' | 'memberTickets' | 'bookings' | 'purchases'

/** Of each row that a run can see today; `here`: whom we know, by their number. */
function accounts(lived: Lived, here: ReadonlyMap<number, string>) {
  const { stub, today, studios, words, chosen } = lived
  const { world } = stub
  const inDays = (days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
  const placeOf = (studioId: unknown): { shop: number } | { not: Account } => {
    const answer = studios.get(Number(studioId))
    if (typeof answer === 'number') return { shop: answer }
    return { not: skipped(answer === 'leftOut' ? leftOut : unanswered) }
  }
  const unreadable = (place: ReturnType<typeof placeOf>) =>
    'not' in place && 'reason' in place.not && place.not.reason === leftOut ? unmissed : failed
  const hasLeft = (id: number) => {
    const own = world.plans.filter((one) => one.member_id === id && one.plan.type !== 'オプション')
    return own.length > 0 && own.every(({ end_on }) => end_on !== null && end_on < today)
  }
  const listed = world.members.filter(
    (one) => one._erased !== true && !(one.cancel_requested_at !== null && hasLeft(one.id)),
  )
  const holder = new Map<string, number>()
  for (const [id, no] of here) holder.set(no, id)
  for (const { id, member_no } of listed) if (!holder.has(String(member_no))) holder.set(String(member_no), id)
  const all: Record<Resource, Map<number, Account>> = {
    ...{
      members: new Map(),
      contracts: new Map(),
      memberTickets: new Map(),
      bookings: new Map(),
      purchases: new Map(),
    },
  }
  for (const one of listed) {
    const place = placeOf(one.studio_id)
    const no = String(one.member_no)
    all.members.set(
      one.id,
      isSpoilt(one)
        ? failed
        : one.is_guest
          ? skipped(guest)
          : 'not' in place
            ? place.not
            : holder.get(no) !== one.id
              ? failed
              : written({
                  ...{ shop: place.shop, no, name: String(one.name).replace(/[ 　]/, '') },
                  tel: chosen.get(no)?.at(-1)?.tel ?? one.tel,
                }),
    )
  }
  const isListed = new Set(listed.map(({ id }) => id))
  /** Whoever is here is asked for what they have. */
  const isAsked = (memberId: number) => isListed.has(memberId) && here.has(memberId)
  const hasMoved = (id: number) => {
    const member = world.members.find((one) => one.id === id)
    return member !== undefined && 'not' in placeOf(member.studio_id)
  }
  for (const one of world.plans) {
    if (!isAsked(one.member_id)) continue
    const place = placeOf(one.studio_id)
    const word = one.plan.type
    const values = {
      ...{ member: one.member_id, fee: one.plan.price, start_on: one.start_on },
      ...{ kind: kindOf[word] ?? words.get(word) ?? 'regular' },
      // Of who has moved to a studio that is left out the end waits for a judgement.
      ...(!hasMoved(one.member_id) && { end_on: one.end_on }),
    }
    all.contracts.set(
      one.id,
      isSpoilt(one) ? failed : 'not' in place ? place.not : written({ ...values, shop: place.shop }),
    )
  }
  for (const one of world.member_tickets) {
    if (!isAsked(one.member_id)) continue
    const place = placeOf(one.studio_id)
    all.memberTickets.set(
      one.id,
      isSpoilt(one)
        ? failed
        : 'not' in place
          ? place.not
          : written({ member: one.member_id, granted: one.count, used: one.used_count }),
    )
  }
  const isGuest = (id: number) => world.members.find((one) => one.id === id)?.is_guest === true
  for (const one of world.reservations) {
    const day = one.start_at.slice(0, 10)
    if (day < inDays(-7) || day > inDays(90)) continue
    const place = placeOf(one.studio_id)
    const status = bookingStates[one.status] ?? words.get(one.status)
    const member = one.member_id === null || isGuest(one.member_id) ? null : one.member_id
    all.bookings.set(
      one.id,
      isSpoilt(one)
        ? failed
        : 'not' in place
          ? place.not
          : member !== null && !here.has(member)
            ? skipped(notAMember)
            : status === undefined
              ? failed
              : written({ member, status, shop: place.shop, visits: one.checkin_at ? 1 : 0 }),
    )
  }
  for (const one of world.purchases) {
    const day = String(one.settled_at ?? one.charged_at).slice(0, 10)
    if (day < inDays(-60) || day > today) continue
    const place = placeOf(one.studio_id)
    const status = saleStates[one.status] ?? words.get(one.status)
    const word = String(one.payment_method)
    all.purchases.set(
      one.id,
      isSpoilt(one)
        ? unreadable(place)
        : 'not' in place
          ? place.not
          : status === undefined
            ? failed
            : written({
                ...{
                  status,
                  shop: place.shop,
                  net: one.details.reduce((sum, { total_amount }) => sum + total_amount, 0),
                },
                // A buyer who is not here is nobody.
                member: one.member_id !== null && here.has(one.member_id) ? one.member_id : null,
                method: words.get(word) ?? methods[word],
              }),
    )
  }
  return all
}

async function valuesHere(rowsOf: RowsOf): Promise<Record<Resource, Map<number, Record<string, unknown>>>> {
  const by = async (query: ReturnType<typeof sql>) =>
    new Map((await rowsOf(query)).map(({ id, ...values }) => [Number(id), values]))
  const number = sql`(select m.external_id from member m where m.id = t.member_id)`
  return {
    members:
      await by(sql`select external_id as id, shop_id as shop, member_no as no, last_name || first_name as name, tel
      from member where external_id is not null`),
    contracts:
      await by(sql`select t.external_id as id, ${number} as member, t.monthly_fee as fee, t.start_on::text, t.end_on::text,
      t.kind, t.shop_id as shop from contract t where t.external_id is not null`),
    memberTickets:
      await by(sql`select t.external_id as id, ${number} as member, t.granted_num as granted, t.used_num as used
      from member_ticket t where t.external_id is not null`),
    bookings: await by(sql`select t.external_id as id, ${number} as member, t.status, t.shop_id as shop,
      (select count(*)::integer from visit v where v.reservation_id = t.id) as visits from reservation t where t.external_id is not null`),
    purchases: await by(sql`select t.external_id as id, ${number} as member, t.status, t.method, t.shop_id as shop,
      (select coalesce(sum(l.net), 0)::integer from sale_line l where l.sale_id = t.id) as net from sale t where t.external_id is not null`),
  }
}

/** By number, of whom the provider has nothing to say any more, or nothing that is a shop of ours: they have left. */
export function leaversThere(lived: Lived): Set<number> {
  const all = accounts(lived, lived.numbers).members
  const isOut = (account: Account | undefined) =>
    account === undefined || (account.is === 'skipped' && account.reason === leftOut)
  return new Set([...lived.numbers.keys()].filter((id) => isOut(all.get(id))))
}

/** What is not as it has to be, each as a line; nothing: everybody and everything is accounted for. */
export async function unaccounted(
  lived: Lived,
  { rowsOf, unread }: { rowsOf: RowsOf; unread: readonly { id: string; aside: unknown }[] },
): Promise<string[]> {
  const wrong: string[] = []
  const members = await rowsOf(sql`select external_id as id, member_no as no from member where external_id is not null`)
  const here = new Map(members.map(({ id, no }) => [Number(id), String(no)]))
  const wanted = accounts(lived, here)
  const values = await valuesHere(rowsOf)
  const kept = new Map(
    (
      await rowsOf(sql`select resource || ' ' || their_id as id, outcome, reason from provider_row
        where brand_code = ${brandCode} and missing_since is null`)
    ).map(({ id, outcome, reason }) => [String(id), { outcome, reason }]),
  )
  const isUnread = new Set(unread.map(({ id }) => id))
  for (const resource of Object.keys(wanted) as Resource[]) {
    for (const [id, account] of wanted[resource]) {
      const row = kept.get(`${resource} ${id}`)
      const name = `${resource} ${id}`
      if (row?.outcome !== account.is) wrong.push(`${name} is ${row?.outcome} (${row?.reason}), not ${account.is}`)
      else if (account.is === 'failed' && isUnread.has(`${resource}-${id}`) === (account.reason === leftOut))
        wrong.push(`${name} is ${account.reason ? '' : 'not '}listed as unread`)
      else if (account.is === 'skipped' && row.reason !== account.reason)
        wrong.push(`${name}: ${row.reason}, not ${account.reason}`)
      if (account.is !== 'written') continue
      const found = values[resource].get(id)
      const differing = Object.entries(account.values).filter(
        ([key, value]) => (found?.[key] ?? null) !== (value ?? null),
      )
      for (const [key, value] of differing) wrong.push(`${name} has ${key} ${found?.[key]}, not ${value}`)
    }
    // Nobody and nothing is listed as unread that can be read.
    for (const [id, account] of wanted[resource]) {
      if (account.is !== 'failed' && isUnread.has(`${resource}-${id}`))
        wrong.push(`${resource} ${id} is listed as unread`)
    }
  }
  wrong.push(...(await strangers(rowsOf)), ...(await doubles(lived, wanted, rowsOf)), ...(await frozen(lived, rowsOf)))
  for (const { id, aside } of unread) {
    if (lived.aside.has(id) !== (aside !== null)) wrong.push(`${id} is ${aside === null ? 'not ' : ''}set aside`)
  }
  return wrong
}

/** Rows here that neither the provider nor a file has brought. */
async function strangers(rowsOf: RowsOf): Promise<string[]> {
  const tables = { contracts: 'contract', memberTickets: 'member_ticket', bookings: 'reservation', purchases: 'sale' }
  const wrong: string[] = []
  for (const [resource, table] of Object.entries(tables)) {
    const isRefund = table === 'sale' ? sql`t.external_id is null and t.refund_of is not null` : sql`false`
    const found = await rowsOf(sql`select t.id, t.external_id as number from ${sql.identifier(table)} t
      where not t.from_file and not ${isRefund} and not exists (select from provider_row p
        where p.resource = ${resource} and p.their_id = t.external_id::text) and (t.external_id is not null or ${table} <> 'contract')`)
    for (const { id, number } of found) wrong.push(`${table} ${id} (${number}) is nobody's`)
  }
  return wrong
}

/** Each fact once: of the provider, of a file alone, and of nothing that was taken back. */
async function doubles(lived: Lived, wanted: ReturnType<typeof accounts>, rowsOf: RowsOf): Promise<string[]> {
  const least = new Map<string, number>()
  const most = new Map<string, number>()
  const count = (of: Map<string, number>, name: string) => void of.set(name, (of.get(name) ?? 0) + 1)
  const resourceOf = {
    member: 'members',
    contract: 'contracts',
    sale: 'purchases',
    booking: 'bookings',
    visit: 'bookings',
    ticket: 'memberTickets',
  } as const
  const [there, here] = [factsThere(lived.stub, lived.numbers), await factsHere(rowsOf)]
  for (const [row, facts] of lived.once) {
    const [kind, id] = row.split(' ') as [keyof typeof resourceOf, string]
    const account = wanted[resourceOf[kind]].get(Number(id))
    const now = there.get(row)
    // A buyer who is not here is nobody.
    const isNobodys = kind === 'sale' && account?.is === 'written' && account.values.member === null
    if (account?.is === 'written' && now) {
      const name = isNobodys ? now.replace(/^sale K\d+ +/, 'sale ') : now
      count(least, name)
      count(most, name)
      continue
    }
    const possible = new Set(facts)
    for (const fact of facts) {
      const [, memberNo = ''] = fact.split(' ')
      // As a file has it, and as nobody's.
      if (here.member.has(`A${memberNo}`)) possible.add(fact.replace(memberNo, `A${memberNo}`))
      if (kind === 'sale') possible.add(fact.replace(/^sale K\d+ +/, 'sale '))
    }
    for (const fact of possible) count(most, fact)
  }
  for (const found of lived.facts) {
    const other = here.member.has(found.memberNo) ? undefined : lived.others.get(found.memberNo)
    const fact = { ...found, memberNo: other ?? found.memberNo }
    if (fact.isTheirs && here.member.has(fact.memberNo) && lived.others.has(fact.memberNo))
      count(most, `${fact.kind} ${keyOf(fact)}`)
    if (fact.isTheirs) continue
    // A member stays while anything of theirs does.
    const mayStay = fact.kind === 'member' && fact.isUndone
    if (fact.isUndone && !mayStay) continue
    if (fact.isRemoved) continue
    const name = `${fact.kind} ${keyOf(fact)}`.trim()
    count(most, name)
    if (!mayStay) count(least, name)
  }
  // Of somebody whom the provider has not shown a file's number stays.
  for (const [no, theirs] of lived.others) if (!here.member.has(theirs)) count(most, `member ${no}`)
  const wrong: string[] = []
  for (const kind of factKinds) {
    for (const [key, n] of here[kind]) {
      const name = `${kind} ${key}`.trim()
      if (n > (most.get(name) ?? 0)) wrong.push(`${name} is here ${n} times, at most ${most.get(name) ?? 0}`)
    }
  }
  for (const [name, n] of least) {
    const [kind = ''] = name.split(' ')
    const key = name.slice(kind.length).trim()
    if (!factKinds.includes(kind as HistoryFactKind)) continue
    const found = here[kind as HistoryFactKind].get(key) ?? 0
    if (found < n) wrong.push(`${name} is here ${found} times, at least ${n}`)
  }
  return wrong
}

/** Values that nobody has chosen, and that no longer follow the provider. */
async function frozen(lived: Lived, rowsOf: RowsOf): Promise<string[]> {
  const wrong: string[] = []
  for (const table of ['member', 'contract', 'member_ticket', 'reservation', 'sale']) {
    const found =
      await rowsOf(sql`select t.id, (select string_agg(k, ' ') from jsonb_object_keys(t.provider_values) k) as keys
        ${table === 'member' ? sql`, t.member_no as no` : sql``}
      from ${sql.identifier(table)} t where t.provider_values is not null and t.provider_values <> '{}'`)
    for (const { id, keys, no } of found) {
      const isChosen = keys === 'tel' && (lived.chosen.get(String(no)) ?? []).length > 0
      if (!isChosen) wrong.push(`${table} ${id} has chosen values: ${keys}`)
    }
  }
  return wrong
}
