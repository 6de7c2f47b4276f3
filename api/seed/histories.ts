import type { CancelReason } from '#contract/words/cancel-reason.ts'
import { type Day, dayOfMonth, firstOfMonth, lastOfMonth, month } from './calendar.ts'
import { type PlanKey, planOf, plans, type ShopSeed } from './club.ts'
import { type Random, randomOf } from './random.ts'

// Members' contract histories, month by month. Shape of the year and of withdrawals: README.md.

/** Joins by calendar month: many in April, fewer after Golden Week, busy June to August, quiet until March. */
const joinSeason = [1, 0.88, 1.05, 1.55, 0.9, 1.18, 1.2, 1.08, 0.98, 0.86, 0.84, 0.7]
/** Withdrawals by calendar month: people move at the end of the school and business year. */
const leaveSeason = [0.95, 0.95, 1.25, 0.95, 1.0, 0.95, 0.95, 0.98, 1.1, 1.02, 0.98, 1.0]

/** Share that leaves in the n-th month of membership; the peak is at months 5 and 6. */
function hazard(tenureMonths: number): number {
  const early = [0.02, 0.05, 0.08, 0.12, 0.15, 0.15, 0.045, 0.028, 0.032, 0.036, 0.042, 0.046, 0.046]
  return early[tenureMonths] ?? (tenureMonths < 24 ? 0.044 : 0.038)
}

/** Share of those of this tenure who are still members so many months later. */
function survival(months: number, tenure = 0): number {
  let left = 1
  for (let passed = 0; passed < months; passed++) left *= 1 - hazard(tenure + passed)
  return left
}

/** Tenures of a club that has long had as many joins as withdrawals, in months, with their weights. */
const longest = 60
const tenures = Array.from({ length: longest }, (_, months) => [months, survival(months)] as const)

export interface Segment {
  shop: number
  plan: PlanKey
  kind: 'regular' | 'suspension' | 'option'
  contractedOn: Day
  startOn: Day
  endOn: Day | null
  cancelRequestedOn: Day | null
  cancelReason: CancelReason | null
  method: 'card' | 'bankTransfer' | 'cash' | 'storeCard'
}

export interface History {
  /** Seed of the member's random numbers. */
  name: string
  shop: number
  segments: Segment[]
}

export interface Season {
  /** First day of the first month of facts. */
  windowStart: Day
  /** The data date: nothing requested later is known. */
  until: Day
  shops: readonly ShopSeed[]
  /** Target number of members at the end, over all shops. */
  members: number
}

/** Every member's contracts, as known at the close of `until`. */
export function historiesOf(season: Season): History[] {
  const sizes = season.shops.reduce((sum, shop) => sum + shop.size, 0)
  const histories = season.shops.flatMap((shop, at) => shopHistories(season, at, (season.members * shop.size) / sizes))
  return [...histories, ...worthSeeing(season)]
}

function shopHistories(season: Season, shop: number, wanted: number): History[] {
  const stock = Math.round(wanted * 1.22)
  const opened = (season.shops[shop] as ShopSeed).openedOn
  // Simulated from a little before the facts, so that the first month already has suspensions and returns.
  const watchedFrom = firstOfMonth(season.windowStart, -3)
  const histories: History[] = []
  for (let number = 0; number < stock; number++) {
    const name = `stock ${shop} ${number}`
    const random = randomOf(name)
    const months = random.weighted(tenures)
    const startOn = Math.max(opened, firstOfMonth(watchedFrom, -months) - random.between(1, 30))
    histories.push({ name, shop, segments: liveOn(season, random, shop, startOn, watchedFrom) })
  }
  const joins = joinsPerMonth(season, wanted, stock)
  for (let first = season.windowStart; first <= firstOfMonth(season.until); first = firstOfMonth(first, 1)) {
    const monthly = randomOf(`joins ${shop} ${first}`)
    const count = Math.round(joins * (joinSeason[month(first) - 1] as number) * (0.9 + 0.2 * monthly.unit()))
    for (let number = 0; number < count; number++) {
      const name = `join ${shop} ${first} ${number}`
      const random = randomOf(name)
      const startOn = random.chance(0.22) ? first : random.between(first, lastOfMonth(first))
      const contractedOn =
        startOn -
        random.weighted([
          [0, 6],
          [random.between(1, 10), 4],
        ])
      if (contractedOn > season.until) continue
      histories.push({ name, shop, segments: liveOn(season, random, shop, startOn, startOn, contractedOn) })
    }
  }
  return histories
}

/**
 * Joins in a month of season 1, so that existing members and joins together leave about `wanted` members at the end.
 */
function joinsPerMonth(season: Season, wanted: number, stock: number): number {
  let months = 0
  for (let first = season.windowStart; first <= season.until; first = firstOfMonth(first, 1)) months += 1
  let perJoin = 0
  for (let at = 0; at < months; at++) {
    perJoin += (joinSeason[month(firstOfMonth(season.windowStart, at)) - 1] as number) * survival(months - 1 - at)
  }
  const all = tenures.reduce((sum, [, weight]) => sum + weight, 0)
  const stay = tenures.reduce((sum, [tenure, weight]) => sum + weight * survival(months + 3, tenure), 0) / all
  // Those who come back, and changes that wait for a month's end, keep a few more.
  return (0.94 * wanted - stock * stay) / perJoin
}

const reasons: readonly (readonly [CancelReason, number])[] = [
  ['noTime', 28],
  ['moved', 17],
  ['price', 14],
  ['health', 10],
  ['noEffect', 8],
  ['otherGym', 7],
  ['crowded', 6],
  ['other', 5],
  ['facility', 3],
  ['staff', 2],
]

const regularPlans = plans.filter((plan) => plan.share > 0)
const planShares = regularPlans.map((plan) => [plan.key, plan.share] as const)

/**
 * One person's contracts from `startOn`, random from `watchedFrom` on. A change is requested by the 10th and takes
 * effect at the end of the month; requests after `until` are unknown, so the history stops there.
 */
function liveOn(
  season: Season,
  random: Random,
  home: number,
  startOn: Day,
  watchedFrom: Day,
  contractedOn = startOn,
): Segment[] {
  const method = random.weighted([
    ['card', 77],
    ['bankTransfer', 20],
    ['storeCard', 2],
    ['cash', 1],
  ] as const)
  const segments: Segment[] = []
  const open = (rest: Pick<Segment, 'shop' | 'plan' | 'contractedOn' | 'startOn'>): Segment => {
    const segment: Segment = {
      kind: rest.plan === 'suspension' ? 'suspension' : 'regular',
      endOn: null,
      cancelRequestedOn: null,
      cancelReason: null,
      method,
      ...rest,
    }
    segments.push(segment)
    return segment
  }

  let current = open({ shop: home, plan: random.weighted(planShares), contractedOn, startOn })
  let spanStart = startOn
  const locker = random.chance(0.15)
  const closeLocker = (endOn: Day | null) => {
    if (!locker) return
    segments.push({ ...current, plan: 'locker', kind: 'option', contractedOn: spanStart, startOn: spanStart, endOn })
  }

  let first = firstOfMonth(Math.max(startOn, watchedFrom))
  while (first <= season.until) {
    const last = lastOfMonth(first)
    const next = last + 1
    const tenure = Math.round((first - spanStart) / 30.44)
    const appliedOn = Math.max(
      spanStart,
      random.chance(0.15) ? first - random.between(3, 20) : first + random.between(0, 9),
    )
    const dice = random.unit()
    const leaving = hazard(Math.max(0, tenure)) * (leaveSeason[month(first) - 1] as number)

    if (dice < leaving) {
      // Some pause first, and leave when the pause ends.
      const months = random.between(1, 2)
      if (random.chance(0.14) && appliedOn <= season.until && current.startOn < first) {
        current.endOn = last
        const pause = open({ shop: current.shop, plan: 'suspension', contractedOn: appliedOn, startOn: next })
        const endOn = lastOfMonth(firstOfMonth(next, months - 1))
        const requestedOn = firstOfMonth(endOn) + random.between(0, 9)
        if (requestedOn > season.until) break
        pause.endOn = endOn
        pause.cancelRequestedOn = requestedOn
        pause.cancelReason = random.weighted(reasons)
        closeLocker(endOn)
        return segments
      }
      const midMonth = random.chance(0.12)
      const earliest = Math.max(first, current.startOn)
      const endOn = midMonth ? random.between(Math.min(last, earliest), last) : last
      const requestedOn = Math.min(endOn, midMonth ? Math.max(spanStart, endOn - random.between(0, 12)) : appliedOn)
      if (requestedOn > season.until) break
      current.endOn = endOn
      current.cancelRequestedOn = requestedOn
      current.cancelReason = random.weighted(reasons)
      closeLocker(endOn)
      if (!random.chance(0.08)) return segments
      const away = random.chance(0.12) ? random.between(2, 20) : random.between(35, 330)
      const backOn = endOn + 1 + away
      const signedOn = backOn - random.between(0, 5)
      if (signedOn > season.until) return segments
      current = open({ shop: current.shop, plan: random.weighted(planShares), contractedOn: signedOn, startOn: backOn })
      spanStart = backOn
      first = firstOfMonth(backOn)
    } else if (dice < leaving + 0.009 && appliedOn <= season.until && current.startOn < first) {
      const months = random.between(1, 3)
      const from = random.chance(0.08) ? first + random.between(10, 24) : next
      const backOn = firstOfMonth(from, months + (from === next ? 0 : 1))
      const plan = current.plan
      current.endOn = from - 1
      const pause = open({ shop: current.shop, plan: 'suspension', contractedOn: appliedOn, startOn: from })
      pause.endOn = backOn - 1
      current = open({ shop: pause.shop, plan, contractedOn: appliedOn, startOn: backOn })
      // Most return; some leave instead, at the end of a month after their return.
      first = backOn
      continue
    } else if (
      dice < leaving + 0.013 &&
      appliedOn <= season.until &&
      season.shops.length > 1 &&
      current.startOn < first
    ) {
      const from = random.chance(0.25) ? first + random.between(10, 20) : next
      const shop = (current.shop + random.between(1, season.shops.length - 1)) % season.shops.length
      current.endOn = from - 1
      current = open({ shop, plan: current.plan, contractedOn: appliedOn, startOn: from })
    } else if (dice < leaving + 0.02 && appliedOn <= season.until && current.startOn < first) {
      // A few change in mid-month while the old plan runs to its end, so that the segments overlap.
      const overlaps = random.chance(0.15)
      const others = planShares.filter(([key]) => key !== current.plan)
      current.endOn = last
      current = open({
        shop: current.shop,
        plan: random.weighted(others),
        contractedOn: appliedOn,
        startOn: overlaps ? first + 14 : next,
      })
    }
    first = firstOfMonth(Math.max(first, current.startOn), current.startOn > first + 31 ? 0 : 1)
  }
  closeLocker(null)
  return segments
}

/** Cases that must exist and might not occur at random, each named by what it shows. */
function worthSeeing(season: Season): History[] {
  const { until } = season
  const thisMonth = firstOfMonth(until)
  const past = firstOfMonth(until, -4)
  const segment = (startOn: Day, endOn: Day | null, rest: Partial<Segment> = {}): Segment => ({
    shop: 0,
    plan: 'regular',
    kind: 'regular',
    contractedOn: Math.min(startOn, until),
    startOn,
    endOn,
    cancelRequestedOn: null,
    cancelReason: null,
    method: 'card',
    ...rest,
  })
  const leaving = (startOn: Day, endOn: Day, requestedOn: Day, rest: Partial<Segment> = {}) =>
    segment(startOn, endOn, { cancelRequestedOn: requestedOn, cancelReason: 'moved', ...rest })
  const last = lastOfMonth(until)
  const other = season.shops.length > 1 ? 1 : 0
  const stories: [string, Segment[]][] = [
    ['left on the 10th, came back on the 20th', [leaving(past - 200, past + 9, past - 5), segment(past + 19, null)]],
    ['joined and left in one month', [leaving(past + 4, past + 24, past + 12)]],
    [
      'changed plan at the turn of the month',
      [segment(past - 90, past + 30), segment(past + 31, null, { plan: 'daytime' })],
    ],
    ['two plans at once', [segment(past, past + 60), segment(past + 30, null, { plan: 'night' })]],
    ['moved to another shop', [segment(past - 60, past + 14), segment(past + 15, null, { shop: other })]],
    [
      'pauses now',
      [
        segment(past - 300, thisMonth - 1),
        segment(thisMonth, last, { plan: 'suspension', kind: 'suspension' }),
        segment(last + 1, null),
      ],
    ],
    [
      'will pause from next month',
      [
        segment(past - 30, last),
        segment(last + 1, lastOfMonth(last + 1), { plan: 'suspension', kind: 'suspension', contractedOn: until - 1 }),
        segment(lastOfMonth(last + 1) + 1, null, { contractedOn: until - 1 }),
      ],
    ],
    ['will leave at the end of next month', [leaving(past - 30, lastOfMonth(last + 1), until - 2)]],
    ['will join soon', [segment(until + 3, null, { contractedOn: until - 1 })]],
    ['one day only', [leaving(past + 40, past + 40, past + 40)]],
  ]
  return stories.map(([name, segments]) => ({ name, shop: (segments.at(-1) as Segment).shop, segments }))
}

/** Yen a month of a segment: the plan's fee; long-standing members still pay the old price. */
export function feeOf(segment: Segment, priceRiseOn: Day): number {
  const { fee } = planOf(segment.plan)
  return segment.kind === 'regular' && segment.contractedOn < priceRiseOn && dayOfMonth(segment.contractedOn) % 2 === 0
    ? fee - 550
    : fee
}
