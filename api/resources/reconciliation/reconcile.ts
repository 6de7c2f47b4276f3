import {
  type CountedFigure,
  isDerived,
  type ReconciledFigure,
  type ReconciledReport,
  reconciledFigureNames,
  reconciledFigures,
} from '#contract/words/reconciliation.ts'
import type { Db } from '../../db/client.ts'
import { idArray } from '../../db/expressions.ts'
import type { clubFigures } from '../../db/schema/reconciliation.ts'
import { admissionFigures } from '../../figures/admission.ts'
import { type CountedMembers, countedMembers } from '../../figures/counted-members.ts'
import { knownMonth } from '../../figures/known.ts'
import { type MonthFigures, monthFigures } from '../../figures/monthly.ts'
import { earlier, laterOf, monthOf, type Period } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import type { ReportScope } from '../../figures/report-scope.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { salesFrom } from '../../sync/lists.ts'
import type { Difference } from '../../sync/reconcile/differences.ts'
import { type LessonName, lessonFigures, reconcileLessons } from '../../sync/reconcile/lessons.ts'
import type { PeopleFigure } from '../../sync/reconcile/members.ts'
import { reconcilePeople } from '../../sync/reconcile/people.ts'
import { readMigrationDays, readPeople } from '../../sync/reconcile/read-people.ts'
import { reconcileSales, type Sale, salesFigures } from '../../sync/reconcile/sales.ts'

export type Stored = Pick<typeof clubFigures.$inferSelect, 'report' | 'month' | 'figures' | 'lessons' | 'madeAt'>

/** Whom or what a difference is about. */
export type Subject = { memberId: number } | { sale: Sale } | { lesson: LessonName }

export interface Reconciled {
  figure: ReconciledFigure
  /** Null: not in the file. */
  theirs: number | null
  /** As our screens show it; null: nothing like it is there, or it is not known. */
  ours: number | null
  /** By the club system's definition, from what was drawn. */
  recounted: number | null
  /** They and what remains add up to `theirs` − `ours`. */
  differences: Difference<Subject>[]
}

export interface ReconciledMonth {
  figures: Reconciled[]
  /** The month is still to be counted here, so that nothing of ours is known. */
  isCounting: boolean
  /** Days that both sides count up to; null: a month of ours that has not begun. */
  ourTo: string | null
  oneLined: { sales: number; amount: number }
}

interface ReconcileInput {
  scope: ReportScope
  /** Shops of the scope that are studios of the club system. */
  theirShopIds: readonly string[]
  /** Day of the first run that ended; null: none has. */
  firstRunOn: string | null
  /** What was brought of the month. */
  stored: readonly Stored[]
}

type Ours = Partial<Record<ReconciledFigure, number | null>>
type Counts = Partial<Record<ReconciledFigure, number>>
type Differences = Partial<Record<CountedFigure, Difference<Subject>[]>>

/**
 * A month's figures of the club system beside ours, each difference down to whom it is about. `month` is its first day.
 */
export async function reconcileMonth(
  db: Db,
  month: string,
  { scope, theirShopIds, firstRunOn, stored }: ReconcileInput,
): Promise<ReconciledMonth> {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const days = monthOf(year, number)
  const reported = knownMonth(await monthFigures(db, scope, { year, month: number, money: true }), scope.reach)
  const ourDays = reported.periods.thisMonth
  const ours = await oursOf(db, scope, reported, days)
  const recounted: Counts = {}
  const differences: Differences = {}
  let oneLined = { sales: 0, amount: 0 }
  for (const file of stored) {
    const theirDays = { from: days.from, to: laterOf(days.from, earlier(days.to, tokyoDayOf(file.madeAt))) }
    const of: OfFile = { scope, theirShopIds, firstRunOn, file, theirDays, ourDays: ourDays ?? theirDays, days }
    if (file.report === 'MA002') await addPeople(db, of, { recounted, differences })
    if (file.report === 'PA002') oneLined = await addSales(db, of, { recounted, differences })
    if (file.report === 'RS002') await addLessons(db, of, { recounted, differences })
  }
  const theirs = Object.assign({}, ...stored.map(({ figures }) => figures)) as Counts
  const reports = new Set<ReconciledReport>(stored.map(({ report }) => report))
  const figures = reconciledFigureNames.filter((figure) => reports.has(reconciledFigures[figure].report))
  return {
    figures: figures.map((figure) => {
      const known = theirs[figure] === undefined ? null : (ours[figure] ?? null)
      return {
        ...{ figure, theirs: theirs[figure] ?? null, ours: known, recounted: recounted[figure] ?? null },
        differences: known === null || isDerived(figure) ? [] : (differences[figure] ?? []),
      }
    }),
    isCounting: isCounting(scope.reach, days),
    ourTo: ourDays?.to ?? null,
    oneLined,
  }
}

/** What our screens show of the month. */
async function oursOf(db: Db, scope: ReportScope, { thisMonth }: MonthFigures, days: Period): Promise<Ours> {
  const { members, sales, reservations } = thisMonth
  const { summary } = await admissionFigures(
    db,
    scope,
    { ...days, unit: 'month', joinedBy: 'contracted' },
    { why: false },
  )
  return {
    ...{ registered: members.closing, underContract: members.closing, underContractOnFirst: members.opening },
    ...{ newlyRegistered: members.admissions, applied: summary.admissions, joined: members.admissions },
    ...{ suspended: members.suspended, left: members.withdrawals, churnRate: members.churnRate },
    ...{ grossSales: sales?.gross, netSales: sales?.net, planSales: sales?.byCategory.membershipFee },
    ...{ spaces: reservations.capacity, lessonBookings: reservations.booked, occupancy: reservations.utilization },
  }
}

interface OfFile {
  scope: ReportScope
  theirShopIds: readonly string[]
  firstRunOn: string | null
  file: Stored
  theirDays: Period
  ourDays: Period
  /** The whole month. */
  days: Period
}
interface Into {
  recounted: Counts
  differences: Differences
}

/** Which of our figures each is compared with. */
const peopleFigures: Record<PeopleFigure, CountedMembers | null> = {
  registered: 'closing',
  underContract: 'closing',
  underContractOnFirst: 'opening',
  newlyRegistered: 'admissions',
  applied: 'applications',
  joined: 'admissions',
  planChanged: null,
  suspended: 'suspended',
  left: 'withdrawals',
}

async function addPeople(db: Db, { scope, theirShopIds, firstRunOn, file, theirDays, ourDays }: OfFile, into: Into) {
  const figures = Object.keys(peopleFigures) as PeopleFigure[]
  const counted = await countedMembers(db, scope.shopIds, ourDays)
  const ours = new Map(
    figures.flatMap((figure) => {
      const of = peopleFigures[figure]
      return of === null ? [] : [[figure, timesOf(counted[of])] as const]
    }),
  )
  const knownOn = tokyoDayOf(file.madeAt)
  const reach = { from: theirDays.from, to: laterOf(theirDays.to, ourDays.to) }
  const shops = new Set(theirShopIds.map(Number))
  const { recounted, differences } = reconcilePeople({
    people: await readPeople(db, { days: reach, knownOn, shopIds: scope.shopIds, firstRunOn }),
    ...{ ours, figures },
    theirMonth: { ...theirDays, shops, knownOn },
    ourMonth: { ...ourDays, shops, knownOn: null },
    migrationDays: await readMigrationDays(db),
  })
  for (const figure of figures) {
    into.recounted[figure] = recounted.get(figure) ?? 0
    into.differences[figure] = (differences.get(figure) ?? []).map(({ subject, ...rest }) => ({
      ...rest,
      subject: { memberId: subject },
    }))
  }
  into.recounted.churnRate = share(into.recounted.left, into.recounted.underContractOnFirst)
}

function timesOf(ids: readonly number[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}

async function addSales(db: Db, { scope, theirShopIds, firstRunOn, file, theirDays, ourDays }: OfFile, into: Into) {
  const { recounted, differences, oneLined } = await reconcileSales(db, {
    ...{ theirDays, ourDays, madeAt: file.madeAt },
    ...{ ourShops: idArray(scope.shopIds), theirShops: idArray(theirShopIds) },
    readFrom: firstRunOn && salesFrom(firstRunOn),
  })
  const { payers, ...counts } = recounted
  Object.assign(into.recounted, counts)
  if (payers > 0) into.recounted.planSalesPerMember = Math.round(counts.planSales / payers)
  for (const figure of salesFigures)
    into.differences[figure] = (differences.get(figure) ?? []).map(({ subject, ...rest }) => ({
      ...rest,
      subject: { sale: subject },
    }))
  return oneLined
}

async function addLessons(db: Db, { scope, file, ourDays, days }: OfFile, into: Into) {
  const input = { days, ourTo: ourDays.to, madeAt: file.madeAt, ourShops: idArray(scope.shopIds) }
  const { recounted, differences } = await reconcileLessons(db, file.lessons, input)
  Object.assign(into.recounted, recounted)
  into.recounted.occupancy = share(recounted.lessonBookings, recounted.spaces)
  for (const figure of lessonFigures)
    into.differences[figure] = (differences.get(figure) ?? []).map(({ subject, ...rest }) => ({
      ...rest,
      subject: { lesson: subject },
    }))
}

const share = (part = 0, whole = 0) => (whole === 0 ? undefined : part / whole)
