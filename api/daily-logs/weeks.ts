import { sql } from 'drizzle-orm'
import { smallestGroup } from '#contract/permissions.ts'
import {
  consentOf,
  feverFrom,
  type LogKind,
  logKinds,
  type WeekCount,
  type WeekMedian,
  weekMedians,
} from '#contract/words/daily-log.ts'
import { type Mood, moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { dailyLogWeek } from '../db/schema/daily-log.ts'
import { addDays, weekdayOf } from '../figures/periods.ts'
import { pagesOf } from '../lib/pages.ts'
import { placeOfDay, placeOfWeek, type Sealing, UnknownKeyError } from '../lib/sealing.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { StoredLogs } from './stored.ts'

// Weekly health figures of a shop (decision 0049). A week is published once it is over; later changes are published
// only when they concern at least five people, so that no two answers differ by fewer. Several shops together are the
// sum of their published figures, and so reveal no more than these.

/** The published figures of a week; null: fewer than five people, or withheld to protect them. */
export interface PublishedWeek {
  consented: number | null
  loggers: number | null
  counts: { key: WeekCount; people: number | null }[]
  medians: { key: WeekMedian; people: number | null; value: number | null }[]
}

/** One person's week: how often each mood was, and the sum of each figure over its days. */
interface PersonWeek {
  moods: Partial<Record<Mood, { days: number; last: string }>>
  sums: Map<WeekMedian, { sum: number; days: number }>
  hasFever: boolean
}
export type People = Map<number, PersonWeek>

const kinds = valuesOf(logKinds)
/** Weeks that are processed at a time. */
const weeksAtOnce = 8
/** A week is republished at most once in this time. */
const republishAfterMs = 24 * 3_600_000

/** The Monday of a day's week. */
export const weekOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7))

export const nothingPublished: PublishedWeek = { consented: null, loggers: null, counts: [], medians: [] }

/** To the nearest five; null for fewer than five, zero included. */
const round = (people: number) => (people < smallestGroup ? null : Math.round(people / smallestGroup) * smallestGroup)

/** Receives an error in a shop's weeks; they are retried the next time. */
type OnFailure = (error: unknown) => void

/**
 * Publishes every week since `since` that is over and unpublished, and republishes weeks that changed for enough
 * people; returns the number of published weeks. With `onFailure` a failing shop does not block the others.
 */
export async function publishWeeks(
  db: Db,
  sealing: Sealing,
  now: Date,
  since: string,
  onFailure: OnFailure = (error) => {
    throw error
  },
): Promise<number> {
  const running = weekOf(tokyoDayOf(now))
  let published = 0
  for (const kind of kinds) {
    const shops = [
      ...(await unpublishedWeeks(db, kind, weekOf(since), running)),
      ...(await changedWeeks(db, kind, weekOf(since), now)),
    ]
    for (const { shopId, weeks } of shops) {
      try {
        for (const some of pagesOf(weeks, weeksAtOnce)) {
          await publish(db, sealing, now, kind, some, String(shopId))
          published += some.length
        }
      } catch (error) {
        onFailure(error)
      }
    }
  }
  return published
}

interface ShopWeeks {
  shopId: number
  weeks: string[]
}

/** Unpublished weeks that are over and have a day of this kind, by shop; also of who has been moved to another since. */
const unpublishedWeeks = (db: Db, kind: LogKind, since: string, running: string) =>
  rowsOf<ShopWeeks>(
    db,
    sql`
      select s.id as "shopId", json_agg(w.week order by w.week) as weeks
      from shop s cross join (
        select generate_series(${since}::date, ${running}::date - 7, interval '7 days')::date as week
      ) w
      where not exists (select from daily_log_week t where t.shop_id = s.id and t.kind = ${kind} and t.week = w.week)
        and (exists (
          select from daily_log l where l.at_shop_id = s.id and l.kind = ${kind} and l.date between w.week and w.week + 6)
        or exists (
          select from member_transfer t join daily_log l on l.member_id = t.member_id and l.kind = ${kind}
            and l.date between w.week and w.week + 6
          where t.from_shop_id = s.id and t.moved_on between w.week - 7 and w.week + 6))
      group by s.id order by s.id`,
  )

/** Published weeks that have changed for at least five people since, by shop. */
const changedWeeks = (db: Db, kind: LogKind, since: string, now: Date) =>
  rowsOf<ShopWeeks>(
    db,
    sql`
      select shop_id as "shopId", json_agg(week order by week) as weeks from (
        select c.week, c.shop_id from daily_log_change c
        join daily_log_week w on w.kind = c.kind and w.week = c.week and w.shop_id = c.shop_id
        where c.kind = ${kind} and c.week >= ${since}
          and w.published_at <= ${new Date(now.getTime() - republishAfterMs).toISOString()}::timestamptz
        group by c.week, c.shop_id having count(*) >= ${smallestGroup}
      ) changed group by shop_id order by shop_id`,
  )

/**
 * Publishes a shop's weeks and deletes their recorded changes, in one snapshot: no change is counted twice, and none
 * that arrives meanwhile is lost.
 */
const publish = (db: Db, sealing: Sealing, now: Date, kind: LogKind, weeks: string[], shopId: string) =>
  db.transaction(
    async (tx) => {
      const consented = await consentedOf(tx, kind, shopId, weekOf(tokyoDayOf(now)))
      const byWeek = await peopleOf(tx, sealing, kind, weeks, shopId)
      const rows = [...byWeek].map(([week, people]) => {
        const published = publishedWeek(kind, people, consented)
        return { kind, week, shopId, publishedAt: now, ...sealing.seal(placeOfWeek(kind, shopId, week), published) }
      })
      await tx
        .insert(dailyLogWeek)
        .values(rows)
        .onConflictDoUpdate({
          target: [dailyLogWeek.shopId, dailyLogWeek.kind, dailyLogWeek.week],
          set: { keyId: sql`excluded.key_id`, sealed: sql`excluded.sealed`, publishedAt: sql`excluded.published_at` },
        })
      await tx.execute(sql`
        delete from daily_log_change where kind = ${kind} and week = any (${`{${weeks.join(',')}}`}::date[])
          and shop_id = ${Number(shopId)}`)
    },
    { isolationLevel: 'repeatable read' },
  )

/** Days of these weeks. The range from first to last lets the index be used. */
const inWeeks = (weeks: readonly string[]) => sql`
  l.date between ${weeks[0]} and ${weeks.at(-1)}::date + 6 and week_of(l.date) = any (${`{${weeks.join(',')}}`}::date[])`

/** A member's shop before a change of it, and the day of that. */
export interface Transfer {
  fromShopId: number
  movedOn: string
}

/**
 * The shop in whose week a member counts: after a change of shop the one before, until the second Monday after it. So
 * nobody who moves members changes a week that has begun, or the next. `transfers` are the member's, in their order.
 */
export const countedShop = (transfers: readonly Transfer[], shopId: number, week: string): number =>
  transfers.find(({ movedOn }) => movedOn < addDays(week, 7) && addDays(weekOf(movedOn), 14) > week)?.fromShopId ??
  shopId

/** Changes of shop that can still be waited for in these weeks, by member. */
async function transfersOf(db: Db, weeks: readonly string[]): Promise<Map<number, Transfer[]>> {
  const rows = await rowsOf<Transfer & { memberId: number }>(
    db,
    sql`select member_id as "memberId", from_shop_id as "fromShopId", moved_on as "movedOn" from member_transfer
      where moved_on >= ${weeks[0]}::date - 13 order by moved_on, id`,
  )
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

/** How many members consent now who count at a shop in the running week. */
async function consentedOf(db: Db, kind: LogKind, shopId: string, running: string): Promise<number> {
  const [counted] = await rowsOf<{ people: number }>(
    db,
    sql`
      select count(*) as people from health_consent c join member m on m.id = c.member_id
      where c.kind = ${consentOf[kind]} and c.is_current and c.agreed
        and (m.shop_id = ${Number(shopId)}
          or m.id in (select member_id from member_transfer where from_shop_id = ${Number(shopId)}))
        and health_shop(m.id, m.shop_id, ${running}) = ${Number(shopId)}`,
  )
  return counted?.people ?? 0
}

/** The weeks of everybody who consents and has a day that counts at the shop. */
async function peopleOf(db: Db, sealing: Sealing, kind: LogKind, weeks: readonly string[], shopId: string) {
  const transfers = await transfersOf(db, weeks)
  const left = [...transfers].filter(([, all]) => all.some(({ fromShopId }) => fromShopId === Number(shopId)))
  const away = left.length > 0 ? sql`or l.member_id = any(${idArray(left.map(([id]) => String(id)))})` : sql``
  const rows = await rowsOf<{ memberId: number; shopId: number; date: string; keyId: string; sealed: string }>(
    db,
    sql`
      select l.member_id as "memberId", l.at_shop_id as "shopId", l.date, l.key_id as "keyId", encode(l.sealed, 'base64') as sealed
      from daily_log l
      join health_consent c on c.member_id = l.member_id and c.kind = ${consentOf[kind]} and c.is_current and c.agreed
      where (l.at_shop_id = ${Number(shopId)} ${away}) and l.kind = ${kind} and ${inWeeks(weeks)}`,
  )
  // A week that has become empty is published as empty.
  const byWeek = new Map<string, People>(weeks.map((week) => [week, new Map()]))
  for (const { memberId, shopId: atShop, date, keyId, sealed } of rows) {
    const week = weekOf(date)
    if (countedShop(transfers.get(memberId) ?? [], atShop, week) !== Number(shopId)) continue
    const day = readDay(sealing, kind, memberId, date, keyId, sealed)
    if (day) merge(byWeek.get(week) as People, memberId, day)
  }
  return byWeek
}

/** Null for a damaged day, which is not counted. A missing key stops the publication. */
function readDay(sealing: Sealing, kind: LogKind, memberId: number, date: string, keyId: string, sealed: string) {
  try {
    const stored = sealing.open<StoredLogs[LogKind]>(
      placeOfDay(kind, memberId, date),
      keyId,
      Buffer.from(sealed, 'base64'),
    )
    return dayOf[kind](stored as never, date)
  } catch (error) {
    if (error instanceof UnknownKeyError) throw error
    return null
  }
}

const noDay = (): PersonWeek => ({ moods: {}, sums: new Map(), hasFever: false })
const sumsOf = (figures: Partial<Record<WeekMedian, number>>): PersonWeek['sums'] =>
  new Map(
    Object.entries(figures)
      .filter(([key]) => Object.hasOwn(weekMedians, key))
      .map(([key, sum]) => [key as WeekMedian, { sum, days: 1 }]),
  )

/** What a single day adds to a person's week. */
const dayOf: { [K in LogKind]: (stored: StoredLogs[K], date: string) => PersonWeek } = {
  condition: ({ mood }, date) => ({ ...noDay(), moods: { [mood]: { days: 1, last: date } } }),
  healthcare: (stored) => ({
    ...noDay(),
    sums: sumsOf(Object.fromEntries(Object.entries(stored).map(([key, [value]]) => [key, value]))),
  }),
  location: ({ totalDistance, outMin, homeStayMin, gymStayMin }) => ({
    ...noDay(),
    sums: sumsOf({ totalDistance, outMin, homeStayMin, gymStayMin }),
  }),
  bodyTemp: ({ temperature }) => ({ ...noDay(), sums: sumsOf({ temperature }), hasFever: temperature >= feverFrom }),
  menstrual: noDay,
}

function merge(people: People, id: number, more: PersonWeek) {
  const one = people.get(id) ?? noDay()
  people.set(id, one)
  for (const [mood, { days, last }] of Object.entries(more.moods) as [Mood, { days: number; last: string }][]) {
    const had = one.moods[mood]
    one.moods[mood] = { days: (had?.days ?? 0) + days, last: had && had.last > last ? had.last : last }
  }
  for (const [key, { sum, days }] of more.sums) {
    const had = one.sums.get(key)
    one.sums.set(key, { sum: (had?.sum ?? 0) + sum, days: (had?.days ?? 0) + days })
  }
  one.hasFever ||= more.hasFever
}

/** The mood on most of a person's days; on a tie the latest. */
function usualMood({ moods: had }: PersonWeek): Mood | null {
  const [first] = (Object.entries(had) as [Mood, { days: number; last: string }][]).sort(
    ([, a], [, b]) => b.days - a.days || (a.last < b.last ? 1 : -1),
  )
  return first?.[0] ?? null
}

export function publishedWeek(kind: LogKind, people: People, consented: number): PublishedWeek {
  const loggers = round(people.size)
  if (loggers === null) return nothingPublished
  const all = [...people.values()]
  return { consented: round(consented), loggers, counts: countsOf(kind, all), medians: mediansOf(all) }
}

/** Several shops' week from their published figures: sums, and the median of medians weighted by people. */
export function togetherOf(published: readonly PublishedWeek[]): PublishedWeek {
  const shops = published.filter(({ loggers }) => loggers !== null)
  if (shops.length === 0) return nothingPublished
  const sum = (counts: readonly (number | null)[]) => {
    const known = counts.filter((count) => count !== null)
    return known.length > 0 ? known.reduce((total, one) => total + one, 0) : null
  }
  const keysOf = <K extends string>(lists: readonly { key: K }[][]) => [...new Set(lists.flat().map(({ key }) => key))]
  return {
    consented: sum(shops.map(({ consented }) => consented)),
    loggers: sum(shops.map(({ loggers }) => loggers)),
    counts: keysOf(shops.map(({ counts }) => counts)).map((key) => ({
      key,
      people: sum(shops.map(({ counts }) => counts.find((one) => one.key === key)?.people ?? null)),
    })),
    medians: keysOf(shops.map(({ medians }) => medians)).map((key) => {
      const known = shops.flatMap(({ medians }) =>
        medians.flatMap(({ key: of, people, value }) =>
          of === key && people !== null && value !== null ? [{ people, value }] : [],
        ),
      )
      if (known.length === 0) return { key, people: null, value: null }
      return { key, people: sum(known.map(({ people }) => people)), value: weightedMedian(known) }
    }),
  }
}

function countsOf(kind: LogKind, people: readonly PersonWeek[]): PublishedWeek['counts'] {
  if (kind === 'bodyTemp') return [{ key: 'fever', people: round(people.filter(({ hasFever }) => hasFever).length) }]
  if (kind !== 'condition') return []
  const usual = people.map(usualMood)
  const counted = valuesOf(moods).map((key) => {
    const exact = usual.filter((mood) => mood === key).length
    return { key, exact, people: round(exact) }
  })
  // A single withheld mood could be computed from the others, so the smallest of them is withheld too.
  const shown = counted.filter((one) => one.people !== null).sort((a, b) => a.exact - b.exact)
  const besides = counted.length - shown.length === 1 ? shown[0]?.key : undefined
  return counted.map(({ key, people }) => ({ key, people: key === besides ? null : people }))
}

function mediansOf(people: readonly PersonWeek[]): PublishedWeek['medians'] {
  return (Object.keys(weekMedians) as WeekMedian[]).flatMap((key) => {
    const means = people.flatMap(({ sums }) => {
      const had = sums.get(key)
      return had ? [had.sum / had.days] : []
    })
    if (means.length === 0) return []
    const rounded = round(means.length)
    return [{ key, people: rounded, value: rounded === null ? null : toStep(median(means), weekMedians[key]) }]
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] as number
  return sorted.length % 2 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

/** The median of values, each weighted by its number of people. */
function weightedMedian(values: readonly { value: number; people: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { people }) => sum + people, 0) / 2
  let passed = 0
  for (const { value, people } of sorted) {
    passed += people
    if (passed >= half) return value
  }
  throw new Error('A median has at least one value')
}

/** Rounds to a step, without floating-point residue. */
const toStep = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(2))
