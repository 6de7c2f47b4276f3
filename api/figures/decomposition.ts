/** A group's people and its value (people, visits or yen) in one period. */
export interface GroupSide {
  people: number
  value: number
}

/** A group of one dimension in both periods; a side without the group is 0. */
export interface Group {
  key: string
  label: string
  before: GroupSide
  after: GroupSide
}

/**
 * How the change of a figure is taken apart. `perPerson`: people × value a person. `share`: a rate, Σ value ÷ Σ people, by
 * the groups' shares of the people and their rates. `count`: a number of people, which has no rate.
 */
export type Method = 'perPerson' | 'share' | 'count'

/** What a group contributes to a change: `mix` + `rate` = `total`, and Σ `total` over the groups = the change. */
export interface Part extends Group {
  /** 構成: by the number of people, for `share` by their share. */
  mix: number
  /** 率: by the value of each person. */
  rate: number
  total: number
  /** `total` less half of what the group's size gives it of the whole change: what parts are ordered by (decision 0091). */
  weight: number
}

/**
 * A change in parts, the one that explains the most first. Shapley values: with two factors the order of change does not matter,
 * Δn × mean rate + Δrate × mean n. Whole people and yen (for `share` unrounded, 0–1), and each sum is exact. A group
 * without people on one side has there the other side's rate; values of nobody are in `rate`.
 */
export function decompose(groups: readonly Group[], method: Method): Part[] {
  const all = { before: sumOf(groups, 'before'), after: sumOf(groups, 'after') }
  const exact = groups.map((group) => (method === 'share' ? inShares(group, all) : inCounts(group, method)))
  const mixes = method === 'share' ? exact.map(({ mix }) => mix) : wholeNumbers(exact.map(({ mix }) => mix))
  const change = exact.reduce((sum, { total }) => sum + total, 0)
  const parts = groups.map((group, at): Part => {
    const total = exact[at]?.total ?? 0
    const mix = mixes[at] ?? 0
    return { ...group, mix, rate: total - mix, total, weight: total - (sizeOf(group, all, method) * change) / 2 }
  })
  return parts.sort(
    (one, other) =>
      Math.abs(other.weight) - Math.abs(one.weight) ||
      Math.abs(other.total) - Math.abs(one.total) ||
      one.key.localeCompare(other.key),
  )
}

/** The dimensions with more than one group, first that whose first part explains the most. */
export function byLargestPart<Dimension extends { parts: readonly Part[] }>(
  dimensions: readonly Dimension[],
): Dimension[] {
  const largest = ({ parts }: Dimension) => Math.abs(parts[0]?.weight ?? 0)
  return dimensions.filter(({ parts }) => parts.length > 1).sort((one, other) => largest(other) - largest(one))
}

/** A group's share of the people of both periods; where there are none, as of a count or of kinds, of the value itself. */
function sizeOf(group: Group, all: Sides, method: Method): number {
  const hasPeople = method !== 'count' && all.before.people + all.after.people > 0
  const size = (of: Sides) =>
    !hasPeople ? Math.abs(of.before.value) + Math.abs(of.after.value) : of.before.people + of.after.people
  return Math.min(divided(size(group), size(all)), 1)
}

interface Sides {
  before: GroupSide
  after: GroupSide
}

const sumOf = (groups: readonly Group[], side: keyof Sides): GroupSide =>
  groups.reduce((sum, group) => ({ people: sum.people + group[side].people, value: sum.value + group[side].value }), {
    people: 0,
    value: 0,
  })

/** The mean of a group's values a person, of the sides on which it has people. */
function meanRate({ before, after }: Sides): number {
  const rates = [before, after].filter(({ people }) => people > 0).map(({ people, value }) => value / people)
  return rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}

function inCounts({ before, after }: Sides, method: Method) {
  const total = after.value - before.value
  if (method === 'count') return { mix: total, total }
  return { mix: (after.people - before.people) * meanRate({ before, after }), total }
}

/** A side without people has no rate: its parts are 0. */
const divided = (value: number, people: number) => (people === 0 ? 0 : value / people)

function inShares({ before, after }: Sides, all: Sides) {
  const share = divided(after.people, all.after.people) - divided(before.people, all.before.people)
  const mean = (divided(all.before.value, all.before.people) + divided(all.after.value, all.after.people)) / 2
  const ofAll = divided(after.value, all.after.people) - divided(before.value, all.before.people)
  // Σ share = 0 where both sides have people, so the mean of all may be taken off each.
  const isWhole = all.before.people > 0 && all.after.people > 0
  return { mix: share * (meanRate({ before, after }) - mean), total: ofAll - (isWhole ? share * mean : 0) }
}

/** Rounded so that the sum is the rounded sum: those with the largest remainders are rounded up. */
export function wholeNumbers(values: readonly number[]): number[] {
  const floors = values.map(Math.floor)
  const missing = Math.round(values.reduce((sum, value) => sum + value, 0)) - floors.reduce((sum, one) => sum + one, 0)
  const order = values
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .sort((one, other) => other.rest - one.rest || one.at - other.at)
  const up = new Set(order.slice(0, missing).map(({ at }) => at))
  return floors.map((floor, at) => floor + (up.has(at) ? 1 : 0))
}
