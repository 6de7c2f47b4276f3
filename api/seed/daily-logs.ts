import { sql } from 'drizzle-orm'
import { type ConsentKind, consentKinds } from '#contract/words/daily-log.ts'
import { valuesOf } from '#contract/words/words.ts'
import { publishWeeks } from '../daily-logs/weeks.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf, tokyoDay } from '../db/expressions.ts'
import { healthConsent } from '../db/schema/daily-log.ts'
import { placeOfDay, type Sealing } from '../lib/sealing.ts'
import { type Day, firstOfMonth, toDay, toIso, year } from './calendar.ts'
import { type LoggedDay, type Logger, loggedDaysOf, type Span } from './daily-log-days.ts'
import type { Gender } from './people.ts'
import { type Random, randomOf } from './random.ts'

// Health data of the demo: one member in five has consented to something, and has logged for thirteen months at most.
// Made up, but encrypted like real data.

const monthsLogged = 13
/** Members generated at a time, and rows per insert. */
const membersAtOnce = 200
const rowsPerInsert = 2_000

export interface DailyLogSeed {
  sealing: Sealing
  /** YYYY-MM-DD: the first and the last day of the data. */
  windowStart: string
  until: string
  /** When the weeks are published. */
  now: Date
}

/** Consents and days of those who agreed, and their published weeks. Needs `createSeedHelpers`. */
export async function insertDailyLogs(tx: Db, seed: DailyLogSeed, onProgress: (done: number) => void = () => {}) {
  const until = toDay(seed.until)
  const from = Math.max(toDay(seed.windowStart), firstOfMonth(until, 1 - monthsLogged))
  const people = await agreeing(tx, from, until)
  for (let at = 0; at < people.length; at += membersAtOnce) {
    const some = people.slice(at, at + membersAtOnce)
    const agreed = new Map(some.map((one) => [one.id, consentsOf(one, from, until)]))
    await insertConsents(tx, some, agreed)
    await insertDays(tx, seed.sealing, some, agreed, from)
    onProgress((0.7 * at) / people.length)
  }
  // A table filled in this transaction has no statistics.
  await tx.execute(sql`analyze daily_log, health_consent`)
  await publishWeeks(tx, seed.sealing, seed.now, toIso(from))
}

interface Person {
  id: number
  gender: Gender | null
  birthday: string
  joinedOn: string
  shopName: string
  companyId: number
  isFranchise: boolean
  trainerStaffId: number | null
  /** What the demo's trainer sees of a member. */
  part: 'shares' | 'sharesNot' | 'hasWithdrawn' | null
}

/**
 * One member in five; of the demo trainer's members, one who shares her menstrual log, one who does not, and one who
 * has withdrawn consent.
 */
const agreeing = (tx: Db, from: Day, until: Day) =>
  rowsOf<Person>(
    tx,
    sql`
      with current as materialized (
        select m.*, row_number() over (order by m.id) - 1 as n from member m
        where m.contract_status in ('active', 'suspended') and m.joined_on is not null
      ), trained as materialized (
        select m.id, row_number() over (
          order by m.joined_on <= ${toIso(from)} desc, m.birthday between ${toIso(until - 42 * 365)} and ${toIso(until - 22 * 365)} desc, m.id
        ) as place
        from current m join staff s on s.id = m.trainer_staff_id
        where s.email = 'trainer@example.jp' and m.gender = 'female' and m.contract_status = 'active'
      )
      select m.id, m.gender, m.birthday, m.joined_on as "joinedOn", s.name as "shopName", s.company_id as "companyId",
        s.owner_type = 'franchise' as "isFranchise", m.trainer_staff_id as "trainerStaffId",
        (array['shares', 'sharesNot', 'hasWithdrawn'])[t.place] as part
      from current m join shop s on s.id = m.shop_id left join trained t on t.id = m.id and t.place <= 3
      where t.id is not null or n % 5 = floor(5 * pg_temp.seed_unit(n / 5, 0, 81))
      order by m.id`,
  )

interface Consent {
  span: Span
  hasWithdrawn: boolean
  namesCompany: boolean
  sharesWith: number[]
}
type Consents = Partial<Record<ConsentKind, Consent>> & { body: Consent }

function consentsOf(person: Person, from: Day, until: Day): Consents {
  const random = randomOf(`consent ${person.id}`)
  const began = beganOn(random, person, from, until)
  const kinds = valuesOf(consentKinds).filter((kind) => kind === 'body' || agreesTo(random, kind, person, until))
  const namesCompany = person.isFranchise && random.chance(0.6)
  const isOneToWithdraw = person.part === null ? random.chance(0.04) : person.part === 'hasWithdrawn'
  const withdrawn = isOneToWithdraw ? (person.part === 'hasWithdrawn' ? 'body' : random.pick(kinds)) : null
  const shares = random.chance(0.5)
  const wantsTrainer = person.part === null ? shares : person.part === 'shares'
  const consents = kinds.map((kind) => {
    // Some agree to more later.
    const since = kind === 'body' || random.chance(0.7) ? began : Math.min(until, began + random.between(3, 60))
    const span = { from: since, to: kind === withdrawn ? random.between(since, Math.max(since, until - 3)) : until }
    const sharesWith =
      kind === 'menstrual' && person.trainerStaffId !== null && wantsTrainer ? [person.trainerStaffId] : []
    return [kind, { span, hasWithdrawn: kind === withdrawn, namesCompany, sharesWith }] as const
  })
  return Object.fromEntries(consents) as Consents
}

/** Most agreed when they joined, or before the data starts; others later. */
function beganOn(random: Random, { joinedOn, part }: Person, from: Day, until: Day): Day {
  const earliest = Math.max(from, toDay(joinedOn))
  if (part !== null) return Math.min(until, earliest)
  const later = random.chance(0.75) ? random.between(0, 20) : random.between(0, 200)
  return Math.min(until, earliest + later)
}

function agreesTo(random: Random, kind: ConsentKind, { gender, birthday, part }: Person, until: Day): boolean {
  if (kind === 'location') return random.chance(0.6)
  const isOfAge = until - toDay(birthday) < 54 * 365
  return gender === 'female' && ((isOfAge && random.chance(0.55)) || part !== null)
}

async function insertConsents(tx: Db, people: readonly Person[], agreed: ReadonlyMap<number, Consents>) {
  const rows = people.flatMap(({ id, companyId }) =>
    Object.entries(agreed.get(id) as Consents).flatMap(([kind, { span, hasWithdrawn, namesCompany, sharesWith }]) => {
      const word = { memberId: String(id), kind: kind as ConsentKind }
      const given = {
        ...{ ...word, agreed: true, version: versionOn(span.from), at: noonOf(span.from) },
        ...{ companyIds: namesCompany ? [companyId] : [], sharedStaffIds: sharesWith },
      }
      const taken = { ...word, agreed: false, version: versionOn(span.to), at: eveningOf(span.to) }
      return hasWithdrawn ? [given, taken] : [given]
    }),
  )
  // In order: the latest answer counts.
  await tx.insert(healthConsent).values(rows)
}

/** The text is revised once a year. */
const versionOn = (day: Day) => `${year(day)}-01`
const noonOf = (day: Day) => new Date(`${toIso(day)}T12:20:00+09:00`)
const eveningOf = (day: Day) => new Date(`${toIso(day)}T23:58:00+09:00`)

async function insertDays(
  tx: Db,
  sealing: Sealing,
  people: readonly Person[],
  agreed: ReadonlyMap<number, Consents>,
  from: Day,
) {
  const ids = idArray(people.map(({ id }) => String(id)))
  const shops = await shopsOf(tx, ids, from)
  const visits = await visitsOf(tx, ids, from)
  let rows = noRows()
  // The next rows are generated while the database inserts the last.
  let taken: Promise<unknown> = Promise.resolve()
  for (const person of people) {
    const stays = shops.get(person.id) ?? []
    for (const day of loggedDaysOf(loggerOf(person, agreed.get(person.id) as Consents, visits.get(person.id)))) {
      const stay = stays.find((one) => one.fromOn <= day.date && (one.untilOn === null || day.date < one.untilOn))
      if (stay) addRow(rows, sealing, person.id, stay.shopId, day)
      if (rows.ids.length < rowsPerInsert) continue
      await taken
      taken = insertRows(tx, rows)
      rows = noRows()
    }
  }
  await taken
  if (rows.ids.length > 0) await insertRows(tx, rows)
}

const loggerOf = (
  { id, gender, birthday, shopName }: Person,
  { body, location, menstrual }: Consents,
  visits: Logger['visits'] = new Map(),
): Logger => ({
  ...{ id, gender, shopName, visits, body: body.span },
  age: Math.floor((body.span.to - toDay(birthday)) / 365.25),
  location: location?.span ?? null,
  menstrual: menstrual?.span ?? null,
})

interface Stay {
  memberId: number
  shopId: number
  fromOn: string
  untilOn: string | null
}

/** The members' shops over time. */
async function shopsOf(tx: Db, ids: ReturnType<typeof idArray>, from: Day): Promise<Map<number, Stay[]>> {
  const rows = await rowsOf<Stay>(
    tx,
    sql`
      select member_id as "memberId", shop_id as "shopId", from_on as "fromOn", until_on as "untilOn"
      from membership_interval where member_id = any (${ids}) and (until_on is null or until_on > ${toIso(from)})
      order by member_id, from_on`,
  )
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

/** Minutes at the gym, by member and day. */
async function visitsOf(tx: Db, ids: ReturnType<typeof idArray>, from: Day): Promise<Map<number, Map<string, number>>> {
  const rows = await rowsOf<{ memberId: number; date: string; minutes: number }>(
    tx,
    sql`
      select member_id as "memberId", ${tokyoDay(sql`entered_at`)} as date,
        least(240, sum(extract(epoch from left_at - entered_at) / 60))::integer as minutes
      from visit
      where member_id = any (${ids}) and source = 'entry' and left_at is not null
        and entered_at >= ${toIso(from)}::date::timestamp at time zone 'Asia/Tokyo'
      group by 1, 2 order by 1, 2`,
  )
  const byMember = new Map<number, Map<string, number>>()
  for (const { memberId, date, minutes } of rows) {
    const own = byMember.get(memberId) ?? new Map<string, number>()
    byMember.set(memberId, own.set(date, minutes))
  }
  return byMember
}

/** Columns for `unnest`: no value has a comma, a quote or a brace. */
const noRows = () => ({
  ids: [] as number[],
  shops: [] as number[],
  kinds: [] as string[],
  dates: [] as string[],
  sources: [] as string[],
  recorded: [] as string[],
  keys: [] as string[],
  sealed: [] as string[],
})
type Rows = ReturnType<typeof noRows>

function addRow(rows: Rows, sealing: Sealing, memberId: number, shopId: number, day: LoggedDay) {
  const { keyId, sealed } = sealing.seal(placeOfDay(day.kind, memberId, day.date), day.log)
  rows.ids.push(memberId)
  rows.shops.push(shopId)
  rows.kinds.push(day.kind)
  rows.dates.push(day.date)
  rows.sources.push(day.source)
  rows.recorded.push(day.recordedAt)
  rows.keys.push(keyId)
  rows.sealed.push(Buffer.from(sealed).toString('base64'))
}

const list = (values: readonly (string | number)[]) => `{${values.join(',')}}`

/** Sent at once; a Drizzle query would only start when awaited. */
async function insertRows(tx: Db, rows: Rows) {
  await tx.execute(sql`
    insert into daily_log (member_id, at_shop_id, kind, date, source, recorded_at, key_id, sealed)
    select member_id, shop_id, kind, date, source, recorded_at, key_id, decode(sealed, 'base64')
    from unnest(${list(rows.ids)}::integer[], ${list(rows.shops)}::integer[], ${list(rows.kinds)}::text[],
      ${list(rows.dates)}::date[], ${list(rows.sources)}::text[], ${list(rows.recorded)}::timestamptz[],
      ${list(rows.keys)}::text[], ${list(rows.sealed)}::text[])
      as r (member_id, shop_id, kind, date, source, recorded_at, key_id, sealed)`)
}
