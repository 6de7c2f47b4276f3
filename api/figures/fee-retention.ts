import { sql } from 'drizzle-orm'
import type { FeeMonth, FeeRetention, Lost, Retention } from '#contract/report-fee-retention.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { cohortSteps, type FeeMove, feeGains, feeLosses, fewPeople } from '#contract/words/groups.ts'
import { tenureBands } from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../db/client.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { movesWithin } from './fee-moves.ts'
import { firstCohort } from './lifetime.ts'
import { lastClosedMonth } from './ltv.ts'
import { addDays, monthOf, type Period } from './periods.ts'
import { isStanding } from './reach.ts'
import type { ReportScope } from './report-scope.ts'
import { poissonRange } from './wilson.ts'

export type RetentionFigures = Pick<FeeRetention, 'period' | 'months' | 'withdrawals' | 'cohorts'>

/** What fees lost or gained in a month: yen, those of a loss negative, people, and Σ of each one's yen squared. */
interface Moved {
  yen: number
  members: number
  squares: number
}

interface Base extends Period {
  /** Yen and people at the close of the month before, without those who moved to another shop; null: not known. */
  fees: number | null
  members: number
  lost: Moved
  gained: Moved
}

interface MoveRow {
  month: string
  kind: FeeMove | 'same'
  reason: string
  tenure: string
  members: number
  yen: number
  squares: number
}

const shownMonths = 24
const sumOf = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0)
const monthsBefore = ({ from }: Period, months: number) =>
  monthOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - months)

/**
 * 会費の維持率 of the shops (docs/domain.md, "Fee retention"): gross and net of the 24 months that are over, up to the
 * requested one, their products over twelve months, what 退会 took by reason and tenure, and cohorts. Months in Asia/Tokyo,
 * whole yen, rates 0–1 unrounded. Null where a close is not known. Without `why` no reason is read. Needs `report.money`.
 */
export async function retentionFigures(
  db: Db,
  scope: ReportScope,
  { year, month, why }: { year: number; month: number; why: boolean },
): Promise<RetentionFigures> {
  const last = lastClosedMonth({ year, month }, scope.dataDate)
  const shown = last ? Array.from({ length: shownMonths }, (_, at) => monthsBefore(last, shownMonths - 1 - at)) : []
  const [first] = shown
  const rows = last && first ? await readMoves(db, scope, { from: first.from, to: last.from }, why) : []
  const closes = last && first ? await readCloses(db, scope, { from: monthsBefore(first, 1).from, to: last.from }) : []
  const bases = shown.map((one): Base => {
    const before = monthsBefore(one, 1)
    const close = closes.find(({ month }) => month === before.from) ?? { fees: 0, members: 0 }
    const moves = rows.filter((row) => row.month === one.from)
    const away = moves.filter(({ kind }) => kind === 'transferOut')
    return {
      ...one,
      fees: isKnown(scope, one) ? close.fees + sumOf(away.map(({ yen }) => yen)) : null,
      members: close.members - sumOf(away.map(({ members }) => members)),
      lost: movedBy(moves, feeLosses),
      gained: movedBy(moves, feeGains),
    }
  })
  return {
    period: last && { from: monthsBefore(last, 11).from, to: last.to },
    months: bases.map((base, at) => monthFigures(base, rows, bases.slice(Math.max(0, at - 11), at + 1))),
    withdrawals: withdrawalsOf(rows, bases.slice(-12), why),
    cohorts: last ? await cohortsOf(db, scope, last) : [],
  }
}

/** Whether both closes of a month that is over are known. */
const isKnown = ({ reach }: ReportScope, { from, to }: Period) =>
  isStanding(reach, addDays(from, -1)) && isStanding(reach, to)

function monthFigures(base: Base, rows: readonly MoveRow[], year: readonly Base[]): FeeMonth {
  const known = base.fees !== null
  const months = year.length === 12 ? year : []
  return {
    month: base.from,
    base: base.fees,
    members: known ? base.members : null,
    moves: known
      ? [...feeLosses, ...feeGains].map((kind) => {
          const of = rows.filter((row) => row.month === base.from && row.kind === kind)
          return { kind, members: sumOf(of.map(({ members }) => members)), yen: sumOf(of.map(({ yen }) => yen)) }
        })
      : null,
    gross: retentionOf([base], false),
    net: retentionOf([base], true),
    yearGross: retentionOf(months, false),
    yearNet: retentionOf(months, true),
  }
}

function movedBy(rows: readonly MoveRow[], kinds: readonly FeeMove[]): Moved {
  const of = rows.filter(({ kind }) => kinds.includes(kind as FeeMove))
  return {
    yen: sumOf(of.map(({ yen }) => yen)),
    members: sumOf(of.map(({ members }) => members)),
    squares: sumOf(of.map(({ squares }) => squares)),
  }
}

const unknown: Retention = { value: null, low: null, high: null, isOfFew: false }

/**
 * The product of the months' rates, (base + lost) ÷ base and with `gains` (base + lost + gained) ÷ base, as 0–1, unrounded;
 * null without months, or where a base is not known or 0. Its 95 % interval counts the people whose fee changed, as many
 * as would scatter as much with equal fees (sum² ÷ squares; of nobody the mean fee), by Poisson's score interval; losses
 * and gains are joined by their squared distances (MOVER: Donner and Zou, Statistical Methods in Medical Research 21, 2012),
 * on the scale of logarithms, since rates are multiplied.
 */
export function retentionOf(
  months: readonly Pick<Base, 'fees' | 'members' | 'lost' | 'gained'>[],
  gains: boolean,
): Retention {
  if (months.length === 0 || months.some(({ fees }) => fees === null || fees <= 0)) return unknown
  const keptOf = ({ fees, lost, gained }: (typeof months)[number]) => (fees ?? 0) + lost.yen + (gains ? gained.yen : 0)
  const value = months.reduce((rate, one) => (rate * keptOf(one)) / (one.fees as number), 1)
  const changed = sumOf(months.map((one) => one.lost.members + (gains ? one.gained.members : 0)))
  const isOfFew = changed < fewPeople || months.some(({ members }) => members < fewPeople)
  if (value <= 0) return { value, low: null, high: null, isOfFew }
  // A part of what is kept, and how it scatters.
  const partOf = (of: 'lost' | 'gained') => {
    const part = sumOf(months.map((one) => Math.abs(one[of].yen) / keptOf(one)))
    const squares = sumOf(months.map((one) => one[of].squares / keptOf(one) ** 2))
    const meanFee = sumOf(months.map(({ members }) => 1 / Math.max(1, members))) / months.length
    const people = squares > 0 ? part ** 2 / squares : 0
    const { low, high } = poissonRange(people)
    const each = people > 0 ? part / people : meanFee
    return { below: part - low * each, above: high * each - part }
  }
  const [lost, gained] = [partOf('lost'), gains ? partOf('gained') : { below: 0, above: 0 }]
  const high = value * Math.exp(Math.hypot(lost.below, gained.above))
  return {
    value,
    low: value * Math.exp(-Math.hypot(lost.above, gained.below)),
    high: gains ? high : Math.max(value, Math.min(1, high)),
    isOfFew,
  }
}

function withdrawalsOf(rows: readonly MoveRow[], year: readonly Base[], why: boolean): FeeRetention['withdrawals'] {
  const month = year.slice(-1)
  const lostIn = (of: readonly MoveRow[], months: readonly Base[]) => {
    if (months.length === 0 || months.some(({ fees }) => fees === null)) return null
    const within = of.filter((row) => months.some(({ from }) => from === row.month))
    return { members: sumOf(within.map(({ members }) => members)), yen: 0 - sumOf(within.map(({ yen }) => yen)) }
  }
  const lost = (of: readonly MoveRow[]): Lost => ({ month: lostIn(of, month), year: lostIn(of, year) })
  const withdrawals = rows.filter(({ kind }) => kind === 'withdrawal')
  // The largest in twelve months first, what is not known last.
  const ordered = <Row extends Lost>(found: Row[], isUnknown: (row: Row) => boolean) =>
    found
      .filter(({ month, year }) => ((year ?? month)?.members ?? 0) > 0)
      .sort((one, other) => Number(isUnknown(one)) - Number(isUnknown(other)) || yenOf(other) - yenOf(one))
  const yenOf = ({ month, year }: Lost) => (year ?? month)?.yen ?? 0
  return {
    total: lost(withdrawals),
    ...(why && {
      byReason: ordered(
        [...valuesOf(cancelReasons), 'unknown' as const].map((reason) => ({
          reason,
          ...lost(withdrawals.filter((row) => (row.reason || 'unknown') === reason)),
        })),
        ({ reason }) => reason === 'unknown',
      ),
    }),
    byTenure: valuesOf(tenureBands).map((tenure) => ({
      tenure,
      ...lost(withdrawals.filter((row) => row.tenure === tenure)),
    })),
  }
}

const readMoves = (db: Db, scope: ReportScope, months: Period, why: boolean) =>
  rowsOf<MoveRow>(
    db,
    sql`
      select month, kind, ${why ? sql`reason` : sql`''`} as reason, tenure, sum(members) as members, sum(yen) as yen,
        sum(squares) as squares
      from (${movesWithin(scope, months)}) counted
      where kind not in ('same', 'new', 'rejoin', 'transferIn')
      group by 1, 2, 3, 4`,
  )

/** Fees and members at the closes of months. */
const readCloses = (db: Db, { isChain, shopIds }: ReportScope, { from, to }: Period) =>
  rowsOf<{ month: string; fees: number; members: number }>(
    db,
    sql`
      select month, sum(fees) as fees, sum(closing) as members from shop_month_group
      where shop_id = any(${idArray(isChain ? ['0'] : shopIds)}) and gender = '*' and month between ${from} and ${to}
      group by month`,
  )

/** Cohorts whose month of joining and each later month up to the cell are known. */
async function cohortsOf(db: Db, scope: ReportScope, last: Period): Promise<FeeRetention['cohorts']> {
  const joined = Array.from({ length: shownMonths }, (_, at) => monthsBefore(last, shownMonths - at))
  const rows = await rowsOf<{ month: string; joined: string; members: number; fees: number }>(
    db,
    sql`
      select month, joined_month as joined, sum(members) as members, sum(fees) as fees from shop_month_joined_fees
      where shop_id = any(${idArray(scope.isChain ? ['0'] : scope.shopIds)})
        and month between ${joined[0]?.from} and ${last.from} and joined_month >= ${joined[0]?.from}
      group by month, joined_month`,
  )
  const found = new Map(rows.map((row) => [`${row.joined} ${row.month}`, row]))
  const firstKnown = await firstCohort(db, idArray(scope.shopIds), scope.reach)
  return joined.map((one) => {
    const at = (months: number) => {
      const then = monthsBefore(one, -months)
      if (one.from < firstKnown || then.to > last.to) return null
      const { members, fees } = found.get(`${one.from} ${then.from}`) ?? { members: 0, fees: 0 }
      return isStanding(scope.reach, then.to) ? { members, fees } : null
    }
    const whole = at(0)
    return {
      month: one.from,
      members: whole?.members ?? null,
      fees: whole?.fees ?? null,
      left: cohortSteps.map((months) => whole && at(months)),
    }
  })
}
