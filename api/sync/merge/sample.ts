import { sql } from 'drizzle-orm'
import type { MergeSample } from '#contract/club-merge.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { addDays, monthOf } from '../../figures/periods.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import type { ClubSystem } from '../club-system.ts'
import { type ProviderRows, type RawRow, type ReadRow, type Resource, UnreadableRow } from '../provider-rows.ts'
import { numberOf, shopOf } from '../write/outcomes.ts'
import { openWriting } from '../write-page.ts'
import { matchPeople } from './people.ts'

// A sample of the club system beside what is here, before anything is read: within half a minute.

/** Members whose contracts are read, and pages of sales. */
const most = { members: 50, pages: 10 }
/** For all calls together; the answer has to come within the app's deadline. */
const askingMs = 18_000

export interface SampledRows {
  members: RawRow[]
  theirMembers: number
  /** By the members' numbers. */
  contracts: Map<string, RawRow[]>
  sales: RawRow[]
  isCut: boolean
  /** First day of the month of the sales. */
  month: string
}

/** Asks the club system: members and sales of the last closed month first, then contracts while there is time. */
export async function askForSample(system: ClubSystem, now: Date): Promise<SampledRows> {
  const began = performance.now()
  const hasTime = () => performance.now() - began < askingMs
  const first = await system.page('members', {}, 1)
  const contracts = new Map<string, RawRow[]>()
  const to = addDays(`${tokyoDayOf(now).slice(0, 7)}-01`, -1)
  const { from } = monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)))
  const sales: RawRow[] = []
  let isCut = false
  for (let page = 1; ; page += 1) {
    const got = await system.page('purchases', { from, to }, page)
    sales.push(...got.rows)
    if (page >= got.pages || got.rows.length === 0) break
    isCut = page === most.pages || !hasTime()
    if (isCut) break
  }
  for (const { id } of first.rows.slice(0, most.members)) {
    if (!hasTime()) break
    contracts.set(id, (await system.page('contracts', { memberId: id }, 1)).rows)
  }
  return { members: first.rows, theirMembers: first.total, contracts, sales, isCut, month: from }
}

/** Compares what was sampled with what is here. */
export async function compareSample(
  db: Db,
  of: { brandCode: string; readRow: ReadRow; now: Date; sealing: Parameters<typeof openWriting>[1]['sealing'] },
  sampled: SampledRows,
): Promise<MergeSample> {
  const { writing } = await openWriting(db, of)
  const isOurs = (row: { studioId?: string }) =>
    row.studioId !== undefined && typeof shopOf(writing, row.studioId) === 'number'
  const read = <R extends Resource>(resource: R, rows: readonly RawRow[]) => rowsIn(of.readRow, resource, rows)
  const members = read('members', sampled.members).filter(({ row }) => isOurs(row))
  const matches = await matchPeople({ tx: db, brandCode: null }, members)
  const counted = (is: string) => [...matches.values()].filter((match) => match.is === is).length
  const [ours] = await rowsOf<{ n: number }>(db, sql`select count(*)::integer as n from member`)
  return {
    at: toTokyoDateTime(of.now),
    theirMembers: sampled.theirMembers,
    ourMembers: ours?.n ?? 0,
    people: {
      ...{ read: members.length, byNumber: counted('number'), alike: counted('alike') },
      ...{ refused: counted('refused'), onlyThere: counted('new') },
    },
    contracts: await contractsOf(
      db,
      new Map(
        [...sampled.contracts].map(([id, rows]) => [id, read('contracts', rows).filter(({ row }) => isOurs(row))]),
      ),
      matches,
      tokyoDayOf(of.now),
    ),
    sales: await salesOf(
      db,
      read('purchases', sampled.sales).filter(({ row }) => isOurs(row)),
      { brandCode: of.brandCode, matches, month: sampled.month, isCut: sampled.isCut },
    ),
  }
}

function rowsIn<R extends Resource>(readRow: ReadRow, resource: R, rows: readonly RawRow[]) {
  return rows.flatMap(({ id, raw }): { id: string; row: ProviderRows[R] }[] => {
    try {
      return [{ id, row: readRow(resource, raw) }]
    } catch (error) {
      if (error instanceof UnreadableRow) return []
      throw error
    }
  })
}

type Matches = Awaited<ReturnType<typeof matchPeople>>
type Contracts = { id: string; row: ProviderRows['contracts'] }[]

/** By member, plan and first day; `doubled`: somebody with one running here and another one there. */
async function contractsOf(db: Db, contracts: ReadonlyMap<string, Contracts>, matches: Matches, today: string) {
  const memberIds = [...contracts.keys()].flatMap((id) => matches.get(id)?.memberId ?? [])
  const here = await rowsOf<{
    memberId: number
    plan: string
    startOn: string
    number: number | null
    isRunning: boolean
  }>(
    db,
    sql`select t.member_id as "memberId", p.name as plan, t.start_on::text as "startOn", t.external_id as number,
        t.kind = 'regular' and (t.end_on is null or t.end_on >= ${today}::date) as "isRunning"
      from contract t join shop_plan p on p.id = t.plan_id where t.member_id = any (${sql.param(memberIds)}::integer[])`,
  )
  const counts = { members: contracts.size, same: 0, onlyThere: 0, doubled: 0 }
  for (const [id, theirs] of contracts) {
    const memberId = matches.get(id)?.memberId ?? null
    const ours = here.filter((one) => memberId !== null && one.memberId === memberId)
    const isSame = ({ id: number, row }: Contracts[number], one: (typeof here)[number]) =>
      one.number === numberOf(number) || (one.plan === row.plan.name && one.startOn === row.startOn)
    const isNew = (contract: Contracts[number]) => !ours.some((one) => isSame(contract, one))
    const left = ours.filter((one) => !theirs.some((contract) => isSame(contract, one)))
    counts.onlyThere += theirs.filter(isNew).length
    counts.same += theirs.filter((contract) => !isNew(contract)).length
    const isOpen = ({ row }: Contracts[number]) => row.endOn == null || row.endOn >= today
    if (left.some((one) => one.isRunning) && theirs.some((one) => isNew(one) && isOpen(one))) counts.doubled += 1
  }
  return counts
}

interface OfSales {
  brandCode: string
  matches: Matches
  month: string
  isCut: boolean
}

/** Whether a sale here is of a buyer there; of one outside of the sample it may be anybody's. */
function buyerOf(theirs: string | null | undefined, matches: Matches): (sale: { memberId: number | null }) => boolean {
  if (theirs == null) return ({ memberId }) => memberId === null
  const match = matches.get(theirs)
  return ({ memberId }) => (match ? match.memberId !== null && memberId === match.memberId : memberId !== null)
}

/** By number, else by 会員番号's person, day and sum, counted: of buyers who are not in the sample by day and sum alone. */
async function salesOf(
  db: Db,
  theirs: readonly { id: string; row: ProviderRows['purchases'] }[],
  { brandCode, matches, month, isCut }: OfSales,
) {
  const to = monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7))).to
  const here = await rowsOf<{
    number: number | null
    memberId: number | null
    buyer: number | null
    day: string
    yen: number
  }>(
    db,
    sql`select t.external_id as number, t.member_id as "memberId", m.external_id as buyer, tokyo_day(t.settled_at)::text as day,
        (select coalesce(sum(l.net), 0)::integer from sale_line l where l.sale_id = t.id) as yen
      from sale t left join member m on m.id = t.member_id
      where t.settled_at >= (${month}::timestamp at time zone 'Asia/Tokyo')
        and t.settled_at < ((${to}::date + 1)::timestamp at time zone 'Asia/Tokyo')
        and t.shop_id in (select shop_id from club_studio where brand_code = ${brandCode} and shop_id is not null)`,
  )
  const left = new Set(here)
  const counts = { month, same: 0, sameYen: 0, onlyThere: 0, onlyThereYen: 0, onlyHere: 0, onlyHereYen: 0, isCut }
  for (const { id, row } of theirs) {
    if (!row.settledAt) continue
    const day = tokyoDayOf(new Date(row.settledAt))
    const yen = row.lines.reduce((sum, { net }) => sum + net, 0)
    const isBuyer = buyerOf(row.memberId, matches)
    const met =
      here.find((one) => left.has(one) && one.number === numberOf(id)) ??
      here.find((one) => left.has(one) && one.day === day && one.yen === yen && isBuyer(one))
    if (met) {
      left.delete(met)
      counts.same += 1
      counts.sameYen += yen
    } else {
      counts.onlyThere += 1
      counts.onlyThereYen += yen
    }
  }
  // A part of the month cannot show which sales are only here.
  if (!isCut) {
    for (const { yen } of left) {
      counts.onlyHere += 1
      counts.onlyHereYen += yen
    }
  }
  return counts
}
