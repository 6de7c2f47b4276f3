import type { PeriodReport, YearReport } from '#contract/report.ts'
import type { SalesCategory } from '#contract/words/report.ts'
import { addDays, daysOf, monthOf, type Period } from './periods.ts'

export type Kind = 'regular' | 'suspension' | 'option'
export type Category = SalesCategory

export interface ContractFact {
  member: number
  shop: number
  from: string
  to?: string | null
  kind?: Kind
  fee?: number
  /** The day of the 退会申請. */
  cancelRequestedOn?: string
}

export interface VisitFact {
  /** null: a guest. */
  member: number | null
  shop: number
  /** null: no membership that day. */
  home: number | null
  /** 2026-01-05T10:00 or 2026-01-05T10:00:00, Tokyo. */
  at: string
}

export interface SaleFact {
  shop: number
  /** Omitted: nobody known. */
  member?: number
  at: string | null
  /** `quantity` omitted: 1; without a `discount`: 0. */
  lines: { category: Category; net: number; tax: number; quantity?: number; discount?: number }[]
  /** Omitted: card. */
  method?: 'card' | 'cash'
  /** Omitted: nobody known. */
  staff?: number
  /** First day of the month that was paid for; omitted: none. */
  targetMonth?: string
  status?: 'paid' | 'unpaid' | 'error' | 'refunded' | 'cancelled'
  refundOf?: number
}

export interface BillFact {
  shop: number
  /** The member; default 1. */
  member?: number
  month: string
  dueOn: string
  amount: number
  status: 'pending' | 'paid' | 'unpaid' | 'error'
  /** Of a paid one; omitted: on its day. */
  paidOn?: string
  /** Omitted: card. */
  method?: 'card' | 'bankTransfer' | 'cash'
}

export type BookingStatus =
  | 'booked'
  | 'waitlisted'
  | 'checkedIn'
  | 'completed'
  | 'cancelled'
  | 'lateCancelled'
  | 'noShow'

export interface BookingFact {
  status: BookingStatus
  /** Omitted: an unknown person. */
  member?: number
  isTrial?: boolean
  /** Of the class; bookings without one have only their capacity in common. */
  seat?: string
  /** When it was made, in minutes before the class; omitted: as the class began. */
  bookedBefore?: number
  /** When it was cancelled, likewise; omitted: nobody knows. */
  cancelledBefore?: number
}

export interface ClassFact {
  shop: number
  at: string
  /** null: a free frame, which has bookings and no seats to fill. */
  capacity: number | null
  /** Omitted: ヨガ. */
  program?: string
  /** Omitted: nobody known. */
  staff?: number
  bookings: readonly BookingFact[]
}

export interface LeadFact {
  shop: number
  kind: 'tour' | 'trial'
  at: string
  /** Who joined at last. */
  member?: number
}

export interface Facts {
  contracts?: readonly ContractFact[]
  visits?: readonly VisitFact[]
  sales?: readonly SaleFact[]
  bills?: readonly BillFact[]
  classes?: readonly ClassFact[]
  leads?: readonly LeadFact[]
}

export interface PlainClub {
  /** How many members there are, 1, 2, 3…, or who they are. */
  people: number | readonly number[]
  /** By shop: when its day turns. */
  dayStartHours: readonly number[]
}

/** docs/domain.md, "Counting", word by word: a loop over days and people, no SQL, no intervals. */
export class PlainCount {
  private readonly facts: Facts
  private readonly until: string
  private readonly club: PlainClub
  private readonly eachMember: readonly number[]
  /** Segments by member, the one that covers a day before those that it covers over. */
  private readonly segments: Map<number, (ContractFact & { order: number })[]>
  constructor(facts: Facts, until: string, club: PlainClub) {
    this.facts = facts
    this.until = until
    this.club = club
    this.eachMember =
      typeof club.people === 'number' ? Array.from({ length: club.people }, (_, at) => at + 1) : club.people
    const segments = (facts.contracts ?? [])
      .map((one, order) => ({ ...one, order }))
      .filter((one) => one.kind !== 'option')
      .sort((a, b) => b.from.localeCompare(a.from) || (b.fee ?? 8000) - (a.fee ?? 8000) || b.order - a.order)
    this.segments = Map.groupBy(segments, ({ member }) => member)
  }

  /** On which of the shop's business days a moment falls. */
  businessDay(shop: number, at: string) {
    return new Date(momentOf(at) - (this.club.dayStartHours[shop - 1] ?? 0) * 3_600_000).toISOString().slice(0, 10)
  }

  /** The segment that covers the member on that day. */
  covering(member: number, date: string): (ContractFact & { order: number }) | undefined {
    return this.segments.get(member)?.find((one) => one.from <= date && (one.to == null || date <= one.to))
  }

  /** The shop where the member counts at the end of the day; none on the last day of a span. */
  atClose(member: number, date: string) {
    return this.covering(member, addDays(date, 1)) && this.covering(member, date)
  }

  private closing(set: readonly number[], date: string) {
    const there = this.eachMember
      .map((member) => this.atClose(member, date))
      .filter((one) => one && set.includes(one.shop))
    return { closing: there.length, suspended: there.filter((one) => one?.kind === 'suspension').length }
  }

  /** Members who requested to leave on that day, each once a shop. */
  private requests(set: readonly number[], date: string) {
    const requested = (this.facts.contracts ?? []).filter(
      ({ shop, kind, cancelRequestedOn }) => set.includes(shop) && kind !== 'option' && cancelRequestedOn === date,
    )
    return new Set(requested.map(({ shop, member }) => `${shop} ${member}`)).size
  }

  private movements(set: readonly number[], date: string) {
    const count = { admissions: 0, readmissions: 0, transferIn: 0, withdrawals: 0, transferOut: 0 }
    for (const member of this.eachMember) {
      const before = this.covering(member, addDays(date, -1))
      const now = this.covering(member, date)
      const after = this.covering(member, addDays(date, 1))
      const isHere = now !== undefined && set.includes(now.shop)
      if (isHere && !before) {
        count.admissions += 1
        const first = this.segments.get(member)?.at(-1)?.from ?? date
        const earlier = daysOf({ from: first, to: addDays(date, -1) })
        if (earlier.some((past) => this.covering(member, past))) count.readmissions += 1
      }
      if (isHere && !after) count.withdrawals += 1
      if (before && now && before.shop !== now.shop) {
        if (isHere && !set.includes(before.shop)) count.transferIn += 1
        if (!isHere && set.includes(before.shop)) count.transferOut += 1
      }
    }
    return count
  }

  /** Merged visits, each with the business day of its first event. */
  visits(): VisitFact[] {
    const merged: VisitFact[] = []
    const sorted = [...(this.facts.visits ?? [])].sort((a, b) => a.at.localeCompare(b.at))
    for (const event of sorted) {
      const open = merged.findLast((one) => one.member === event.member && one.shop === event.shop)
      const isSame = event.member !== null && open && momentOf(event.at) - momentOf(open.at) <= 3_600_000
      if (!isSame) merged.push(event)
    }
    return merged
  }

  /** Days of a period on which somebody came to any shop as a member. */
  visitDaysOf(member: number, { from, to }: Period): number {
    const days = this.visits()
      .filter((one) => one.member === member && one.home !== null)
      .map((one) => this.businessDay(one.shop, one.at))
    return new Set(days.filter((date) => from <= date && date <= to)).size
  }

  /** Whether a member of no shop on the day before begins a membership on that day. */
  private begins(member: number, date: string) {
    return this.covering(member, date) !== undefined && this.covering(member, addDays(date, -1)) === undefined
  }

  private reservations(set: readonly number[], isIn: (date: string) => boolean): PeriodReport['reservations'] {
    const classes = (this.facts.classes ?? []).filter((one) => set.includes(one.shop) && isIn(one.at.slice(0, 10)))
    const bookings = classes.flatMap((one) => one.bookings).filter(({ status }) => status !== 'waitlisted')
    const count = (...statuses: string[]) => bookings.filter(({ status }) => statuses.includes(status)).length
    const withSeats = classes.filter((one) => one.capacity !== null)
    const capacity = withSeats.reduce((sum, one) => sum + (one.capacity ?? 0), 0)
    let used = 0
    let seatsAttended = 0
    for (const one of withSeats) {
      const holding = one.bookings.filter(({ status }) => !['waitlisted', 'cancelled'].includes(status))
      const seats = new Set(holding.map(({ seat }) => seat).filter((seat) => seat !== undefined))
      const seatless = holding.filter(({ seat }) => seat === undefined)
      used += Math.min(one.capacity ?? 0, seats.size + placesOf(seatless))
      const came = one.bookings.filter(({ status }) => status === 'checkedIn' || status === 'completed')
      seatsAttended += Math.min(one.capacity ?? 0, came.length)
    }
    const attended = count('checkedIn', 'completed')
    const noShow = count('noShow')
    const share = (part: number, whole: number) => (whole ? part / whole : null)
    return {
      slots: withSeats.length,
      capacity,
      booked: bookings.length,
      attended,
      noShow,
      lateCancel: count('lateCancelled'),
      cancelled: count('cancelled'),
      utilization: share(used, capacity),
      attendanceRate: share(seatsAttended, capacity),
      noShowRate: share(noShow, attended + noShow),
      lateCancelRate: share(count('lateCancelled'), bookings.length),
    }
  }

  private leads(set: readonly number[], isIn: (date: string) => boolean, knownUntil: string): PeriodReport['leads'] {
    const leads = (this.facts.leads ?? []).filter((one) => set.includes(one.shop) && isIn(one.at.slice(0, 10)))
    const trials = leads.filter(({ kind }) => kind === 'trial')
    const joined = trials.filter(({ at, member }) => {
      const tried = at.slice(0, 10)
      const within30Days = daysOf({ from: tried, to: addDays(tried, 30) })
      return member !== undefined && within30Days.some((date) => date <= knownUntil && this.begins(member, date))
    })
    return {
      tours: leads.length - trials.length,
      trials: trials.length,
      trialsJoined: joined.length,
      trialConversion: trials.length ? joined.length / trials.length : null,
    }
  }

  /** 見学 or 体験 of a period whose person joined within so many days, and those that still may. */
  leadsJoined(set: readonly number[], { from, to }: Period, kind: LeadFact['kind'], days: number) {
    const count = { joined: 0, open: 0 }
    for (const { shop, at, member, ...one } of this.facts.leads ?? []) {
      const date = at.slice(0, 10)
      if (one.kind !== kind || !set.includes(shop) || date < from || to < date) continue
      const window = daysOf({ from: date, to: addDays(date, days) })
      if (member !== undefined && window.some((day) => day <= this.until && this.begins(member, day))) count.joined += 1
      else if (window.some((day) => day > this.until)) count.open += 1
    }
    return count
  }

  /** Whether a member had a 見学 in the 60 days before, or a 体験 in the 30 days. */
  isLed(member: number, date: string) {
    return (this.facts.leads ?? []).some((one) => {
      const day = one.at.slice(0, 10)
      return one.member === member && addDays(date, one.kind === 'tour' ? -60 : -30) <= day && day <= date
    })
  }

  /** The months of a year as far as the data reaches: rates and money per member are Σ ÷ Σ of the months. */
  year(set: readonly number[], months: readonly Period[], knownUntil = this.until): YearReport {
    const [first, last] = [months[0] as Period, months.at(-1) as Period]
    const whole = this.period(set, { from: first.from, to: last.to }, knownUntil)
    const parts = months.map((month) => this.period(set, month))
    // A running month is in no average.
    const closed = parts.filter(({ from, to }) => to === monthOf(Number(from.slice(0, 4)), Number(from.slice(5, 7))).to)
    const sum = (of: (part: PeriodReport) => number | null | undefined) =>
      closed.reduce((total, part) => total + (of(part) ?? 0), 0)
    const average = (part: PeriodReport) => {
      const before = this.closing(set, addDays(part.from, -1))
      return (before.closing - before.suspended + (part.members.operating ?? 0)) / 2
    }
    const operating = sum((part) => part.members.operating)
    const visitors = sum((part) => part.visits.unique)
    const days = sum((part) => part.visits.days)
    const averages = sum(average)
    const churn = closed.map(({ members }) => members.churnRate)
    const known = churn.filter((rate) => rate !== null)
    return {
      ...whole,
      visits: {
        ...whole.visits,
        median: null,
        perMember: operating ? days / operating : null,
        perVisitor: visitors ? days / visitors : null,
      },
      ...(whole.sales && {
        sales: {
          ...whole.sales,
          arpu: averages ? sum((part) => part.sales?.net) / averages : null,
          duesPerMember: this.duesPerMember(set, closed, knownUntil),
        },
      }),
      averageMonthlyChurn:
        known.length > 0 && known.length === churn.length
          ? known.reduce((total, rate) => total + rate, 0) / known.length
          : null,
    }
  }

  /** Fees of these months ÷ who had a bill in them, each once a month. */
  private duesPerMember(set: readonly number[], months: readonly Period[], knownUntil: string) {
    let fees = 0
    let people = 0
    for (const month of months) {
      const isIn = (date: string) => month.from <= date && date <= month.to
      fees += this.sales(set, isIn, 1, knownUntil).byCategory.membershipFee
      const bills = (this.facts.bills ?? []).filter(
        (bill) => set.includes(bill.shop) && isIn(bill.month) && bill.dueOn <= knownUntil && bill.amount > 0,
      )
      people += new Set(bills.map(({ shop, member }) => `${shop} ${member ?? 1}`)).size
    }
    return people ? fees / people : null
  }

  /** 年間退会率 of twelve months that are over, by either denominator; null where one began without members. */
  annualChurn(set: readonly number[], months: readonly Period[]) {
    const parts = months.map((month) => this.period(set, month).members)
    if (parts.some(({ opening }) => !opening)) return { ofAverage: null, ofOpening: null }
    const withdrawals = parts.reduce((sum, part) => sum + (part.withdrawals ?? 0), 0)
    const mean = parts.reduce((sum, { opening, closing }) => sum + (opening ?? 0) + (closing ?? 0), 0) / 24
    return { ofAverage: withdrawals / mean, ofOpening: withdrawals / (parts[0]?.opening ?? 0) }
  }

  /** Whole months of membership of leavers in these days, and of members at their end. */
  stays(set: readonly number[], { from, to }: Period) {
    const monthsOf = (member: number, last: string) => {
      let first = last
      while (this.covering(member, addDays(first, -1))) first = addDays(first, -1)
      const [year, month, day] = first.split('-').map(Number) as [number, number, number]
      // A month is whole on the day before the next one begins: on the same number, or on the 1st where that is missing.
      const nextBegins = (months: number) => {
        const same = new Date(Date.UTC(year, month + months, day))
        if (same.getUTCDate() !== day) same.setUTCDate(1)
        return same.toISOString().slice(0, 10)
      }
      let months = 0
      while (addDays(nextBegins(months), -1) <= last) months += 1
      return months
    }
    const left: number[] = []
    const there: number[] = []
    for (const member of this.eachMember) {
      for (const date of daysOf({ from, to })) {
        const now = this.covering(member, date)
        if (now && set.includes(now.shop) && !this.covering(member, addDays(date, 1))) left.push(monthsOf(member, date))
      }
      const now = this.atClose(member, to)
      if (now && set.includes(now.shop)) there.push(monthsOf(member, to))
    }
    return { stayOfLeavers: stayOf(left), stayOfMembers: stayOf(there) }
  }

  period(set: readonly number[], { from, to }: Period, knownUntil = this.until): PeriodReport {
    const dates = daysOf({ from, to })
    const isIn = (date: string) => from <= date && date <= to
    const moved = dates.map((date) => this.movements(set, date))
    const total = (figure: keyof (typeof moved)[number]) => moved.reduce((sum, one) => sum + one[figure], 0)
    const opening = this.closing(set, addDays(from, -1))
    const closing = this.closing(set, to)
    const operating = closing.closing - closing.suspended

    const all = this.visits().filter((one) => isIn(this.businessDay(one.shop, one.at)))
    const here = all.filter((one) => set.includes(one.shop))
    const visitDays = new Map<number, Set<string>>()
    for (const one of here) {
      if (one.member === null || one.home === null) continue
      const days = visitDays.get(one.member) ?? new Set()
      visitDays.set(one.member, days.add(`${one.shop} ${this.businessDay(one.shop, one.at)}`))
    }
    const counts = [...visitDays.values()].map((days) => days.size).sort((a, b) => a - b)
    const middle = counts.length / 2
    const days = counts.reduce((sum, count) => sum + count, 0)
    const wasOperating = this.eachMember.filter((member) =>
      dates.some((date) => {
        const segment = this.covering(member, date)
        return segment && segment.kind !== 'suspension' && set.includes(segment.shop)
      }),
    )
    const came = wasOperating.filter((member) =>
      all.some((one) => one.member === member && one.home !== null && set.includes(one.home)),
    )
    return {
      from,
      to,
      members: {
        opening: opening.closing,
        admissions: total('admissions'),
        readmissions: total('readmissions'),
        transferIn: total('transferIn'),
        withdrawals: total('withdrawals'),
        transferOut: total('transferOut'),
        withdrawalRequests: dates.reduce((sum, date) => sum + this.requests(set, date), 0),
        closing: closing.closing,
        suspended: closing.suspended,
        operating,
        netGrowth: closing.closing - opening.closing,
        admissionRate: opening.closing ? total('admissions') / opening.closing : null,
        churnRateOfAverage:
          opening.closing + closing.closing ? (2 * total('withdrawals')) / (opening.closing + closing.closing) : null,
        churnRate: opening.closing ? total('withdrawals') / opening.closing : null,
      },
      visits: {
        count: here.length,
        days,
        unique: counts.length,
        rate: wasOperating.length ? came.length / wasOperating.length : null,
        perMember: operating ? days / operating : null,
        perVisitor: counts.length ? days / counts.length : null,
        median: counts.length
          ? ((counts[Math.ceil(middle) - 1] as number) +
              (counts[Math.floor(middle)] ?? (counts[Math.ceil(middle) - 1] as number))) /
            2
          : null,
        zeroVisitors: wasOperating.length - came.length,
      },
      reservations: this.reservations(set, isIn),
      leads: this.leads(set, isIn, knownUntil),
      sales: this.sales(set, isIn, (opening.closing - opening.suspended + operating) / 2, knownUntil),
    }
  }

  private sales(set: readonly number[], isIn: (date: string) => boolean, average: number, knownUntil: string) {
    const counted = (this.facts.sales ?? []).filter(
      (one) =>
        set.includes(one.shop) &&
        (one.status === 'paid' || one.status === 'refunded') &&
        isIn(one.at?.slice(0, 10) ?? ''),
    )
    const sum = (of: readonly SaleFact[], figure: 'net' | 'tax', category?: string) =>
      of
        .flatMap((one) => one.lines)
        .filter((line) => !category || line.category === category)
        .reduce((total, line) => total + line[figure], 0)
    const net = sum(counted, 'net')
    const bills = (this.facts.bills ?? []).filter(
      ({ shop, month, dueOn }) => set.includes(shop) && isIn(month) && dueOn <= knownUntil,
    )
    const billed = bills.reduce((total, { amount }) => total + amount, 0)
    const collected = bills.reduce(
      (total, { amount, status, paidOn = '' }) =>
        total + (status === 'paid' && (knownUntil === this.until || paidOn <= knownUntil) ? amount : 0),
      0,
    )
    const dues = new Set(
      bills.filter(({ amount }) => amount > 0).map(({ shop, month, member }) => `${shop} ${month} ${member ?? 1}`),
    )
    const categories = ['membershipFee', 'admissionFee', 'ticket', 'personal', 'product', 'option', 'other'] as const
    return {
      gross: sum(
        counted.filter((one) => !one.refundOf),
        'net',
      ),
      refund:
        0 -
        sum(
          counted.filter((one) => one.refundOf),
          'net',
        ),
      net,
      netExTax: net - sum(counted, 'tax'),
      byCategory: Object.fromEntries(categories.map((one) => [one, sum(counted, 'net', one)])) as Record<
        (typeof categories)[number],
        number
      >,
      byCategoryExTax: Object.fromEntries(
        categories.map((one) => [one, sum(counted, 'net', one) - sum(counted, 'tax', one)]),
      ) as Record<(typeof categories)[number], number>,
      unpaid: billed - collected,
      collectionRate: billed ? collected / billed : null,
      arpu: average ? net / average : null,
      duesPerMember: dues.size ? sum(counted, 'net', 'membershipFee') / dues.size : null,
    }
  }

  scheduled(set: readonly number[], month: Period) {
    const counts = { admissions: 0, withdrawals: 0, suspensions: 0 }
    for (const date of daysOf(month).filter((one) => one > this.until)) {
      const moved = this.movements(set, date)
      counts.admissions += moved.admissions
      counts.withdrawals += moved.withdrawals
      for (const member of this.eachMember) {
        const now = this.covering(member, date)
        const was = this.covering(member, addDays(date, -1))
        if (now?.kind === 'suspension' && was?.kind !== 'suspension' && set.includes(now.shop)) counts.suspensions += 1
      }
    }
    return counts
  }
}

/** Milliseconds between moments; to the minute or to the second. */
const momentOf = (at: string) => Date.parse(at.length === 16 ? `${at}:00Z` : `${at}Z`)

/** Simulates unnumbered seats: a booking reuses a freed seat or takes a new one. */
function placesOf(bookings: readonly BookingFact[]): number {
  const leftAt: number[] = []
  const inOrder = [...bookings].sort((one, other) => (other.bookedBefore ?? 0) - (one.bookedBefore ?? 0))
  for (const { status, bookedBefore = 0, cancelledBefore = bookedBefore } of inOrder) {
    const free = leftAt.findIndex((minutes) => minutes >= bookedBefore)
    const left = status === 'lateCancelled' && cancelledBefore < bookedBefore ? cancelledBefore : -1
    leftAt.splice(free === -1 ? leftAt.length : free, 1, left)
  }
  return leftAt.length
}

function stayOf(months: number[]) {
  const sorted = [...months].sort((one, other) => one - other)
  const at = (place: number) => sorted[place] as number
  const middle = sorted.length / 2
  return {
    members: sorted.length,
    mean: sorted.length ? sorted.reduce((sum, one) => sum + one, 0) / sorted.length : null,
    median: sorted.length ? (at(Math.ceil(middle) - 1) + at(Math.floor(middle + 1) - 1)) / 2 : null,
  }
}
