import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mood, moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import { runs, tell } from '../../tests/support/runs.ts'
import { type People, togetherOf, toldOf, weekOf } from './weeks.ts'

// The attack on what is told of weeks, as far as one week's answers go: whoever adds, subtracts and compares all of them,
// shop by shop and with the chain, finds nobody. For each person there is another history in which their mood is another
// one and every answer is the same, to the last letter.

const shops = [1, 2, 3]
/** Everybody's mood, by shop. */
type Club = readonly (readonly Mood[])[]
const all = valuesOf(moods)

const peopleOf = (ofShop: readonly Mood[], from = 0): People =>
  new Map(
    ofShop.map((mood, at) => [
      from + at,
      { moods: { [mood]: { days: 3, last: '2026-11-08' } }, sums: new Map(), hasFever: false },
    ]),
  )

/** All that anybody may ask of a week: every shop and the chain. */
function answersOf(club: Club): string {
  const ofShops = club.map((people) => toldOf('condition', peopleOf(people), people.length))
  return JSON.stringify([...ofShops, togetherOf(ofShops)])
}

/** Of a shop one is more, one is gone, or one has another mood. */
type Move = (club: Club) => Club | null
const inShop =
  (shop: number, change: (people: readonly Mood[]) => readonly Mood[] | null): Move =>
  (club) => {
    const changed = change(club[shop] as readonly Mood[])
    return changed && club.map((people, at) => (at === shop ? changed : people))
  }
const without = (people: readonly Mood[], mood: Mood) => {
  const at = people.indexOf(mood)
  return at < 0 ? null : people.toSpliced(at, 1)
}
const moves: readonly Move[] = shops.flatMap((_, shop) =>
  all.flatMap((mood) => [
    inShop(shop, (people) => [...people, mood]),
    inShop(shop, (people) => without(people, mood)),
    ...all
      .filter((other) => other !== mood)
      .map((other) => inShop(shop, (people) => without(people, mood)?.concat(other) ?? null)),
  ]),
)

/** Histories without this person that differ from the true one by at most two other people. */
function* othersNear(club: Club): Generator<Club> {
  yield club
  for (const move of moves) {
    const moved = move(club)
    if (moved) yield moved
  }
  for (const move of moves) {
    const moved = move(club)
    for (const second of moved ? moves : []) {
      const twice = second(moved as Club)
      if (twice) yield twice
    }
  }
}

/** Whether somebody who knows these answers has to allow another mood for a person of this shop and mood. */
function isOpen(club: Club, shop: number, was: Mood, told: string): boolean {
  const others = inShop(shop, (people) => without(people, was))(club) as Club
  for (const near of othersNear(others)) {
    for (const is of all.filter((mood) => mood !== was)) {
      const other = inShop(shop, (people) => [...people, is])(near) as Club
      if (answersOf(other) === told) return true
    }
  }
  return false
}

const shopOf = (largest: number) =>
  fc.array(fc.constantFrom(...all, ...(['perfect', 'perfect', 'perfect'] as const)), { maxLength: largest })
const club = fc.tuple(shopOf(16), shopOf(9), shopOf(7))

describe('what all answers about a week tell together', () => {
  test('leaves every person’s mood open', () => {
    let people = 0
    fc.assert(
      fc.property(club, (history) => {
        const told = answersOf(history)
        for (const [shop, ofShop] of history.entries()) {
          people += ofShop.length
          for (const mood of new Set(ofShop)) {
            expect([shop, mood, isOpen(history, shop, mood, told)]).toEqual([shop, mood, true])
          }
        }
      }),
      runs(150),
    )
    tell(`${people} people attacked by the answers about one week`)
  })

  test('never lacks a single mood, which the people without the others would be', () => {
    fc.assert(
      fc.property(shopOf(40), (people) => {
        const { counts } = toldOf('condition', peopleOf(people), people.length)
        expect(counts.filter((one) => one.people === null)).not.toHaveLength(1)
      }),
      runs(500),
    )
  })

  test('has no count and no median of fewer than five people', () => {
    const steps = fc.array(fc.option(fc.integer({ min: 0, max: 30_000 })), { maxLength: 12 })
    fc.assert(
      fc.property(steps, (walked) => {
        const people: People = new Map(
          walked.map((sum, at) => [
            at,
            {
              ...{ moods: {}, hasFever: false },
              sums: new Map(sum === null ? [] : [['fitness.dailyStepCount' as const, { sum, days: 1 }]]),
            },
          ]),
        )
        const { loggers, medians } = toldOf('healthcare', people, people.size)
        if (people.size < 5) expect(loggers).toBeNull()
        const measured = walked.filter((one) => one !== null).length
        for (const one of medians) {
          if (measured < 5) expect(one).toMatchObject({ people: null, value: null })
          else expect([one.people, (one.value as number) % 500]).toEqual([Math.round(measured / 5) * 5, 0])
        }
      }),
      runs(300),
    )
  })
})

test('a week begins on its Monday', () => {
  expect(['2026-11-16', '2026-11-19', '2026-11-22', '2026-11-23'].map(weekOf)).toEqual([
    ...['2026-11-16', '2026-11-16', '2026-11-16', '2026-11-23'],
  ])
})
