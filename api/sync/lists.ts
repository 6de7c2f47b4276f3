import { addDays, monthOf } from '../figures/periods.ts'
import type { Resource, RowFilter } from './provider-rows.ts'

// The requests of a run for each resource. The club system cannot list what has changed since a moment: lists are read
// whole, or in a window of days.

/** Days around the run whose lessons and bookings are read. */
const window = { before: 7, after: 90 } as const
/** Sales of the past change, too: payments arrive weeks later. */
export const salesDays = 60
/** Months of sales that the first run reads. */
const firstMonths = 13

/** Read by member, not as lists. */
export type OfMembers = 'contracts' | 'memberTickets'
export type OfLists = Exclude<Resource, OfMembers>
export const isOfMembers = (resource: Resource): resource is OfMembers =>
  resource === 'contracts' || resource === 'memberTickets'

/** Resources that are read in a window of days: only rows within it can be missing. */
export const hasWindow = (resource: Resource) => resource === 'lessons' || resource === 'bookings'

/**
 * The lists of a resource, in the order in which they are read. `since`: the day on which it was last read to its end,
 * from which windows go back, so that an outage leaves no hole; null: never. Old months of sales are read again once a
 * week, because payments of them may be corrected.
 */
export function listsOf(resource: OfLists, today: string, since: string | null): RowFilter[] {
  const last = since !== null && since < today ? since : today
  const { from, to } = windowOf(today)
  if (hasWindow(resource)) {
    if (since !== null) return [{ from: addDays(last, -window.before), to }]
    // The first time, this week's before the others.
    return [
      { from: today, to: addDays(today, 6) },
      { from, to: addDays(today, -1) },
      { from: addDays(today, 7), to },
    ]
  }
  if (resource !== 'purchases') return [{}]
  const recent = addDays(last, -salesDays)
  const isWeekly = since === null || since < lastSunday(today)
  return [{ from: recent, to: today }, ...(isWeekly ? monthsBefore(recent, today) : [])]
}

/** The list of a run by day: today's rows, which never marks others as missing. */
export const listsOfDay = (today: string): RowFilter[] => [{ from: today, to: today }]

const lastSunday = (day: string) => addDays(day, -new Date(`${day}T00:00Z`).getUTCDay())

export const windowOf = (today: string) => ({ from: addDays(today, -window.before), to: addDays(today, window.after) })

/** The first day whose sales the first run reads. */
export const salesFrom = (today: string) =>
  monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - firstMonths).from

/** The months before a day, the newest first. */
function monthsBefore(day: string, today: string): RowFilter[] {
  const first = salesFrom(today)
  const months: RowFilter[] = []
  for (let to = addDays(day, -1); to >= first; to = addDays(`${to.slice(0, 7)}-01`, -1)) {
    months.push({ from: `${to.slice(0, 7)}-01`, to })
  }
  return months
}
