import type { Reach } from '#contract/report-head.ts'
import type { FactKind } from '#contract/words/report.ts'
import { type Counts, quietCounts } from './counts.ts'
import type { Period } from './periods.ts'
import { cut, isTouched } from './reach.ts'

// The counts of a day or month that are known (docs/domain.md, "What is known").

/** The counts of each kind of fact; those of `leavers` are of contracts too. */
const countsOf = {
  contracts: ['admissions', 'readmissions', 'transferIn'],
  leavers: ['withdrawals', 'transferOut', 'withdrawalRequests'],
  visits: ['visits', 'visitDays'],
  bookings: [
    'slots',
    'capacity',
    'seatsUsed',
    'seatsAttended',
    'booked',
    'attended',
    'noShow',
    'lateCancelled',
    'cancelled',
  ],
  leads: ['tours', 'trials', 'trialsJoined'],
} as const satisfies Partial<Record<FactKind, readonly (keyof Counts)[]>>

const kinds = Object.keys(countsOf) as (keyof typeof countsOf)[]

function withoutUnknown<Totals extends Counts>(totals: Totals, isKnown: (...kinds: FactKind[]) => boolean): Totals {
  const unknown = kinds
    .filter((kind) => !(kind === 'leavers' ? isKnown('contracts', 'leavers') : isKnown(kind)))
    .flatMap((kind): readonly (keyof Counts)[] => countsOf[kind])
  const joined = isKnown('leads', 'contracts') ? [] : (['trialsJoined'] as const)
  return { ...totals, ...Object.fromEntries([...unknown, ...joined].map((name) => [name, 0])) }
}

/** Counts of a period that is known as a whole or not at all, of each kind; those of a kind that is not known are 0. */
export const knownCounts = <Totals extends Counts>(totals: Totals, period: Period, reach: Reach): Totals =>
  withoutUnknown(totals, (...kinds) => isTouched(reach, period, ...kinds))

/** Counts of a day; those of a kind that is not known on it are 0. */
const knownCountsOfDay = <Totals extends Counts>(totals: Totals, date: string, reach: Reach): Totals =>
  withoutUnknown(totals, (...kinds) => kinds.every((kind) => cut({ from: date, to: date }, reach[kind]) !== null))

/** Whether the first or the last known day of a kind is within the period: its counts are those of its days. */
export const isKnownInPart = (reach: Reach, period: Period): boolean =>
  ([...kinds, 'sales'] as const).some((kind) => {
    const days = cut(period, reach[kind])
    return days !== null && (days.from > period.from || days.to < period.to)
  })

/** Days added up, each without what is not known on it. */
export function sumOfKnownDays(days: ReadonlyMap<string, Counts>, dates: readonly string[], reach: Reach): Counts {
  const sum = { ...quietCounts }
  for (const date of dates) {
    const day = days.get(date)
    if (!day) continue
    const known = knownCountsOfDay(day, date, reach)
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += known[name]
  }
  return sum
}
