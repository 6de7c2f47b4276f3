import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tell, times } from '../../tests/support/runs.ts'
import { byLargestPart, decompose, type Group, wholeNumbers } from './decomposition.ts'

const side = fc.record({ people: fc.nat(50), value: fc.nat(50) })
const groups = fc
  .array(fc.record({ before: side, after: side }), { minLength: 1, maxLength: 9 })
  .map((all) => all.map((one, at): Group => ({ key: String(at), label: `群${at}`, ...one })))
const group = (key: string, before: [number, number], after: [number, number]): Group => ({
  key,
  label: key,
  before: { people: before[0], value: before[1] },
  after: { people: after[0], value: after[1] },
})
const swapped = (all: readonly Group[]) => all.map((one) => ({ ...one, before: one.after, after: one.before }))

describe('the parts of a change', () => {
  test('more people at the same rate are 構成, the same people at another rate are 率', () => {
    const [more] = decompose([group('a', [100, 10], [200, 20])], 'perPerson')
    expect(more).toMatchObject({ mix: 10, rate: 0, total: 10 })
    const [often] = decompose([group('a', [100, 10], [100, 30])], 'perPerson')
    expect(often).toMatchObject({ mix: 0, rate: 20, total: 20 })
    const [both] = decompose([group('a', [100, 10], [200, 40])], 'perPerson')
    expect(both).toMatchObject({ mix: 15, rate: 15, total: 30 })
  })

  test('a group that is new, or is gone, is all 構成; what belongs to nobody is all 率', () => {
    expect(decompose([group('new', [0, 0], [10, 3])], 'perPerson')[0]).toMatchObject({ mix: 3, rate: 0 })
    expect(decompose([group('gone', [10, 3], [0, 0])], 'perPerson')[0]).toMatchObject({ mix: -3, rate: 0 })
    expect(decompose([group('guests', [0, 4], [0, 9])], 'perPerson')[0]).toMatchObject({ mix: 0, rate: 5 })
  })

  test('a rate moves with the shares of the groups: two that keep theirs can still change the whole', () => {
    const parts = decompose([group('low', [90, 9], [50, 5]), group('high', [10, 5], [50, 25])], 'share')
    expect(parts.reduce((sum, { mix }) => sum + mix, 0)).toBeCloseTo(0.3 - 0.14)
    for (const { rate } of parts) expect(rate).toBeCloseTo(0)
  })

  test('they add up exactly, and in the other direction each has the other sign', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const total = (of: 'before' | 'after') => all.reduce((sum, one) => sum + one[of].value, 0)
        const people = (of: 'before' | 'after') => all.reduce((sum, one) => sum + one[of].people, 0)
        const parts = decompose(all, 'perPerson')
        expect(parts.reduce((sum, { mix, rate }) => sum + mix + rate, 0)).toBe(total('after') - total('before'))
        const back = decompose(swapped(all), 'perPerson')
        for (const one of parts) {
          const other = back.find(({ key }) => key === one.key)
          expect(Math.abs(one.mix + (other?.mix ?? 0))).toBeLessThanOrEqual(1)
          expect(one.total + (other?.total ?? 0)).toBe(0)
        }
        const rate = (of: 'before' | 'after') => (people(of) === 0 ? 0 : total(of) / people(of))
        const shares = decompose(all, 'share')
        expect(shares.reduce((sum, { mix, rate }) => sum + mix + rate, 0)).toBeCloseTo(
          rate('after') - rate('before'),
          9,
        )
      }),
    )
  })

  test('halves are rounded so that the sum stays', () => {
    expect(wholeNumbers([0.5, 0.5, -1])).toEqual([1, 0, -1])
    expect(wholeNumbers([1.4, 1.4, 1.4])).toEqual([2, 1, 1])
    expect(wholeNumbers([-0.5, 2.5])).toEqual([0, 2])
  })
})

test('a dimension with a single group is not offered', () => {
  const one = { parts: decompose([group('a', [1, 1], [2, 2])], 'perPerson') }
  const two = { parts: decompose([group('a', [1, 1], [2, 2]), group('b', [1, 1], [1, 1])], 'perPerson') }
  expect(byLargestPart([one, two])).toEqual([two])
})

test('a cause planted in one group of a club of 3,000 is named first in 95 of 100', () => {
  const clubs = times(20, 1000)
  const found = Array.from({ length: clubs }, (_, seed) => namesTheCause(seed + 1)).filter(Boolean).length
  tell(`The planted cause of a change was named first in ${found} of ${clubs} clubs`)
  expect(found / clubs).toBeGreaterThanOrEqual(0.95)
})

/** A club's groups: their shares of the members, and how likely they leave in a month compared with everybody. */
const club = {
  plan: { shares: [0.42, 0.2, 0.14, 0.1, 0.08, 0.06], hazards: [1, 1, 1, 1, 1, 1] },
  ageBand: { shares: [0.06, 0.22, 0.24, 0.2, 0.16, 0.08, 0.04], hazards: [1.3, 1.2, 1, 1, 0.9, 0.8, 0.7] },
  tenure: { shares: [0.14, 0.12, 0.17, 0.22, 0.35], hazards: [1.6, 1.4, 1, 0.8, 0.6] },
  shop: { shares: [0.6, 0.4], hazards: [1, 1] },
}

/** Whether the group of 15–40 % whose members left three times as often is the first part of the first dimension. */
function namesTheCause(seed: number): boolean {
  const random = randomFrom(seed)
  const draw = (shares: readonly number[]) => {
    const rank = random()
    const upTo = (at: number) => shares.slice(0, at + 1).reduce((sum, share) => sum + share, 0)
    return Math.max(
      shares.findIndex((_, at) => rank < upTo(at)),
      0,
    )
  }
  const names = Object.keys(club) as (keyof typeof club)[]
  const causes = names.flatMap((name) =>
    club[name].shares.flatMap((share, at) => (share >= 0.15 && share <= 0.4 ? [{ name, at }] : [])),
  )
  const cause = causes[Math.floor(random() * causes.length)]
  const counted = names.map((name) => ({
    name,
    groups: club[name].shares.map((_, at) => group(String(at), [0, 0], [0, 0])),
  }))
  for (let member = 0; member < 3000; member += 1) {
    const of = new Map(names.map((name) => [name, draw(club[name].shares)]))
    const hazard = names.reduce((product, name) => product * (club[name].hazards[of.get(name) ?? 0] ?? 1), 0.035)
    for (const when of ['before', 'after'] as const) {
      const isCause = when === 'after' && cause !== undefined && of.get(cause.name) === cause.at
      const left = random() < hazard * (isCause ? 3 : 1)
      for (const { name, groups } of counted) {
        const side = groups[of.get(name) ?? 0]?.[when]
        if (!side) continue
        side.people += 1
        side.value += left ? 1 : 0
      }
    }
  }
  const [first] = byLargestPart(counted.map(({ name, groups }) => ({ name, parts: decompose(groups, 'perPerson') })))
  return first?.name === cause?.name && first?.parts[0]?.key === String(cause?.at)
}

/** Random numbers that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
