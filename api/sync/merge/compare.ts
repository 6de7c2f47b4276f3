import { type SQL, sql } from 'drizzle-orm'
import type { Compared } from '#contract/club-merge.ts'
import type { MergedKind, MergeGroupKey } from '#contract/words/club-merge.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { keptPages } from '../kept-rows.ts'
import { salesFrom, windowOf } from '../lists.ts'
import { shopOf } from '../write/outcomes.ts'
import { openWriting, type WritingRows } from '../write-page.ts'
import {
  type Fact,
  type Matched,
  matchBookings,
  matchContracts,
  matchSales,
  matchTickets,
  noMatches,
  type TheirFact,
} from './match-facts.ts'
import { matchPeople } from './people.ts'

// What is kept of the club system beside what is here, in counts and in groups that a person answers.

export interface Pair {
  key: MergeGroupKey
  ourId: number
  memberId: number | null
  theirId: string | null
  here: string
  there: string | null
  yen: number | null
  theirDay: string | null
}

export interface Comparison {
  compared: Compared[]
  pairs: Pair[]
}

/** Called after each page of kept rows. */
type Page = () => Promise<void>

export async function comparePeople(db: Db, of: WritingRows, page: Page): Promise<Comparison> {
  const { writing } = await openWriting(db, of)
  const taken = new Set<number>()
  const alike = new Map<number, { theirId: string; there: string }>()
  let [same, onlyThere] = [0, 0]
  for await (const rows of keptPages(db, of, 'members')) {
    const ours = rows.filter(({ row }) => typeof shopOf(writing, row.studioId) === 'number')
    for (const [id, { is, memberId }] of await matchPeople({ tx: db, brandCode: of.brandCode }, ours, taken)) {
      if (is === 'number') same += 1
      if (is === 'new') onlyThere += 1
      const row = ours.find((one) => one.id === id)?.row
      if (is !== 'alike' || memberId === null || !row) continue
      alike.set(memberId, { theirId: id, there: `${row.memberNo} ${row.lastName} ${row.firstName ?? ''}` })
    }
    await page()
  }
  const here = await rowsOf<{ id: number; here: string; isTaken: boolean }>(
    db,
    sql`select id, concat_ws(' ', member_no, last_name, first_name) as here, id = any (${sql.param([...taken])}::integer[]) as "isTaken"
      from member where last_synced_at is null order by id`,
  )
  const pairs = here.flatMap(({ id, here: text }): Pair[] => {
    const theirs = alike.get(id)
    if (!theirs) return []
    return [{ ...theirs, key: 'peopleAlike', ourId: id, memberId: id, here: text, yen: null, theirDay: null }]
  })
  const onlyHere = here.filter(({ isTaken }) => !isTaken).length
  return { compared: [{ kind: 'members', same, onlyThere, onlyHere, yen: null }], pairs }
}

/** A fact of a file that the club system does not have. */
interface OurFact extends Fact {
  id: number
  /** Whether only files know the buyer of a sale. */
  isBuyerOfFile?: boolean
}

/** `read`: the run that has read them, for which unknown words are counted; what is later is not compared. */
export async function compareFacts(
  db: Db,
  of: WritingRows,
  read: { id: number; beganAt: string },
  page: Page,
): Promise<Comparison> {
  const { writing } = await openWriting(db, of)
  const readAt = new Date(read.beganAt)
  const found = {
    ...{ contracts: noMatches(), memberTickets: noMatches(), bookings: noMatches(), visits: noMatches() },
    purchases: noMatches(),
  }
  for await (const rows of keptPages(db, of, 'contracts')) {
    await matchContracts(writing, rows, found.contracts)
    await page()
  }
  for await (const rows of keptPages(db, of, 'memberTickets')) {
    await matchTickets(writing, rows, found.memberTickets)
    await page()
  }
  for await (const rows of keptPages(db, of, 'bookings')) {
    await matchBookings(writing, rows, found)
    await page()
  }
  for await (const rows of keptPages(db, of, 'purchases')) {
    await matchSales(writing, rows, found.purchases)
    await page()
  }
  await writing.words.keep(db, String(read.id))
  const ours = await ourFacts(db, of, readAt, found)
  const pairs: Pair[] = [
    ...pairsOf('contractsTwo', found.contracts, ours.contracts, isSameBase),
    ...pairsOf(
      'ticketsAlike',
      found.memberTickets,
      ours.memberTickets,
      (one, other) => one.key === other.key && isNear(one, other),
    ),
    ...pairsOf(
      'bookingsAlike',
      found.bookings,
      ours.bookings,
      (one, other) => one.day === other.day && one.key === other.key,
    ),
    ...pairsOf(
      'visitsAlike',
      found.visits,
      ours.visits,
      (one, other) => one.day === other.day && one.shopId === other.shopId,
    ),
    ...pairsOf(
      'salesAlike',
      found.purchases,
      ours.purchases,
      (one, other) => !one.isOpen && one.yen === other.yen && isNear(one, other),
    ),
  ]
  pairs.push(...duesOfMonth(found.purchases, ours.purchases, pairs))
  pairs.push(...salesOfStrangers(found.purchases, ours.purchases, pairs))
  const paired = (key: MergeGroupKey) => new Set(pairs.flatMap((pair) => (pair.key === key ? [pair.ourId] : [])))
  const bookings = paired('bookingsAlike')
  const sales = paired('salesAlike')
  pairs.push(
    ...onlyHere(
      'bookingsHere',
      ours.bookings.filter(({ id }) => !bookings.has(id)),
    ),
  )
  pairs.push(
    ...onlyHere(
      'salesHere',
      ours.purchases.filter(({ id }) => !sales.has(id)),
    ),
  )
  const kinds = ['contracts', 'memberTickets', 'bookings', 'visits', 'purchases'] as const satisfies MergedKind[]
  const sum = (facts: readonly { yen?: number }[]) => facts.reduce((total, { yen = 0 }) => total + yen, 0)
  const compared = kinds.map((kind): Compared => {
    const { same, sameYen } = found[kind]
    const left = found[kind].left.filter(({ isOpen }) => !isOpen)
    return {
      ...{ kind, same: same.size, onlyThere: left.length, onlyHere: ours[kind].length },
      yen: kind === 'purchases' ? { same: sameYen, onlyThere: sum(left), onlyHere: sum(ours[kind]) } : null,
    }
  })
  return { compared, pairs }
}

const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
/** A terminal, a closing report and an export may differ by a few days. */
const isNear = (one: { day: string }, other: { day: string }) => daysBetween(one.day, other.day) <= 3

/** Both of today, or from one day on: a plan with another name, or who is on 休会 there. */
const isSameBase = (one: Fact, other: Fact) =>
  one.key !== 'option' &&
  other.key !== 'option' &&
  (one.day === other.day || (one.key === 'running' && other.key === 'running'))

/** Of one person, or of a shop's guests; each of ours with one of theirs at most, the nearest day first. */
function pairsOf(
  key: MergeGroupKey,
  { left }: Matched,
  ours: readonly OurFact[],
  isAlike: (one: TheirFact, other: OurFact) => boolean,
  whoseOf: (one: Fact) => number | string = ({ memberId, shopId }) => memberId ?? `guest ${shopId}`,
): Pair[] {
  const theirs = Map.groupBy(left, whoseOf)
  const taken = new Set<string>()
  return ours.flatMap((one): Pair[] => {
    const those = (theirs.get(whoseOf(one)) ?? []).filter((fact) => !taken.has(fact.theirId) && isAlike(fact, one))
    const [nearest] = those.sort((a, b) => daysBetween(a.day, one.day) - daysBetween(b.day, one.day))
    if (!nearest) return []
    taken.add(nearest.theirId)
    return [pairOf(key, one, nearest)]
  })
}

const pairOf = (key: MergeGroupKey, { id, memberId, text, yen }: OurFact, theirs: TheirFact | null): Pair => ({
  ...{ key, ourId: id, memberId, theirId: theirs?.theirId ?? null, here: text, there: theirs?.text ?? null },
  ...{ yen: yen ?? null, theirDay: theirs?.day ?? null },
})

const onlyHere = (key: MergeGroupKey, ours: readonly OurFact[]) => ours.map((one) => pairOf(key, one, null))

/** Both sides without the sales that are paired. */
function unpairedSales({ left, ...theirs }: Matched, ours: readonly OurFact[], pairs: readonly Pair[]) {
  const sales = pairs.filter(({ key }) => key === 'salesAlike')
  const [paired, met] = [new Set(sales.map(({ ourId }) => ourId)), new Set(sales.map(({ theirId }) => theirId))]
  return {
    theirs: { ...theirs, left: left.filter(({ theirId }) => !met.has(theirId)) },
    ours: ours.filter(({ id }) => !paired.has(id)),
  }
}

/** Dues of one person for one month, with other sums or days, or that are not paid yet there. */
function duesOfMonth(theirs: Matched, ours: readonly OurFact[], pairs: readonly Pair[]): Pair[] {
  const rest = unpairedSales(theirs, ours, pairs)
  const isDues = ({ key, memberId }: Fact) => key === 'dues' && memberId !== null
  return pairsOf(
    'salesAlike',
    { ...rest.theirs, left: rest.theirs.left.filter(isDues) },
    rest.ours.filter(isDues),
    (one, other) => one.month === other.month,
  )
}

/**
 * Sales of who has left: the club system has the sale, and no longer says who the buyer is. Of one shop, day and sum
 * with one whose buyer only files know.
 */
function salesOfStrangers(theirs: Matched, ours: readonly OurFact[], pairs: readonly Pair[]): Pair[] {
  const rest = unpairedSales(theirs, ours, pairs)
  return pairsOf(
    'salesAlike',
    { ...rest.theirs, left: rest.theirs.left.filter(({ isOfStranger }) => isOfStranger) },
    rest.ours.filter(({ isBuyerOfFile }) => isBuyerOfFile),
    (one, other) => one.yen === other.yen && (one.isOpen ? one.month === other.month : one.day === other.day),
    ({ shopId }) => shopId,
  )
}

/** Facts that only files have, of shops and days that the club system has, without a counterpart there. */
async function ourFacts(
  db: Db,
  { brandCode }: WritingRows,
  readAt: Date,
  found: Record<Exclude<MergedKind, 'members'>, Matched>,
) {
  const today = tokyoDayOf(readAt)
  const isRead = (moment: SQL) => sql`${moment} < ${readAt.toISOString()}::timestamptz`
  const itsShops = sql`(select shop_id from club_studio where brand_code = ${brandCode} and shop_id is not null)`
  const isOurs = (matched: Matched) =>
    sql`t.from_file and t.shop_id in ${itsShops} and t.id <> all (${sql.param([...matched.same])}::integer[])`
  const between = (moment: SQL, from: string, to: string) =>
    sql`${moment} >= (${from}::timestamp at time zone 'Asia/Tokyo') and ${moment} < ((${to}::date + 1)::timestamp at time zone 'Asia/Tokyo')`
  const whose = sql`t.id, t.member_id as "memberId", t.shop_id as "shopId"`
  const minute = (moment: SQL) => sql`to_char(${moment} at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI')`
  const { from, to } = windowOf(today)
  const read = (query: SQL) => rowsOf<OurFact>(db, query)
  return {
    contracts: await read(sql`select ${whose}, t.start_on::text as day,
        concat(p.name, ' ', to_char(t.start_on, 'YYYY/MM/DD'), '〜', to_char(t.end_on, 'YYYY/MM/DD')) as text,
        case when t.kind = 'option' then 'option' when t.end_on is null or t.end_on >= ${today}::date then 'running' else 'past' end as key
      from contract t join shop_plan p on p.id = t.plan_id join member m on m.id = t.member_id and m.external_id is not null
      where ${isOurs(found.contracts)} order by t.id`),
    memberTickets: await read(sql`select ${whose}, tokyo_day(t.granted_at)::text as day,
        concat(p.name, ' ', to_char(tokyo_day(t.granted_at), 'YYYY/MM/DD'), ' ', t.granted_num, '枚') as text,
        concat(p.id, ' ', t.granted_num) as key
      from member_ticket t join ticket p on p.id = t.ticket_id join member m on m.id = t.member_id and m.external_id is not null
      where ${isOurs(found.memberTickets)} order by t.id`),
    bookings: await read(sql`select ${whose}, tokyo_day(t.start_at)::text as day,
        concat(${minute(sql`t.start_at`)}, ' ', t.program_name) as text, to_char(t.start_at at time zone 'Asia/Tokyo', 'HH24:MI') as key
      from reservation t where ${isOurs(found.bookings)} and ${between(sql`t.start_at`, from, to)} order by t.id`),
    visits: await read(sql`select ${whose}, tokyo_day(t.entered_at)::text as day, ${minute(sql`t.entered_at`)} as text
      from visit t where ${isOurs(found.visits)} and ${between(sql`t.entered_at`, from, today)} and ${isRead(sql`t.entered_at`)} order by t.id`),
    purchases: await read(sql`select ${whose}, tokyo_day(t.settled_at)::text as day, l.yen,
        concat(to_char(tokyo_day(t.settled_at), 'YYYY/MM/DD'), ' ¥', to_char(l.yen, 'FM999,999,999,990'), ' ', l.names) as text,
        case when l.is_dues then 'dues' else '' end as key,
        case when l.is_dues then to_char(coalesce(t.target_month, tokyo_day(t.settled_at)), 'YYYY-MM') end as month,
        exists (select from member m where m.id = t.member_id and m.last_synced_at is null) as "isBuyerOfFile"
      from sale t cross join lateral (
        select coalesce(sum(s.net), 0)::integer as yen, string_agg(p.name, '・' order by s.line_no) as names,
          coalesce(bool_or(p.category = 'membershipFee'), false) as is_dues
        from sale_line s join product p on p.id = s.product_id where s.sale_id = t.id) l
      where ${isOurs(found.purchases)} and ${between(sql`t.settled_at`, salesFrom(today), today)} and ${isRead(sql`t.settled_at`)} order by t.id`),
  }
}
