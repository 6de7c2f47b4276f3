import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mood, moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import { runs, tell } from '../../tests/support/runs.ts'
import { addDays } from '../figures/periods.ts'
import { countedShop, type People, publishedWeek, type Transfer, togetherOf, weekOf } from './weeks.ts'

// Attack on a published week: somebody who combines all published answers about it, by shop and for the chain,
// identifies nobody. For each person there is another history in which their mood differs and every answer is
// identical.

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

/** All published answers about a week: every shop and the chain. */
function answersOf(club: Club): string {
  const ofShops = club.map((people) => publishedWeek('condition', peopleOf(people), people.length))
  return JSON.stringify([...ofShops, togetherOf(ofShops)])
}

/** In one shop a person is added, removed, or has another mood. */
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

/** Whether these answers are compatible with another mood of a person of this shop and mood. */
function isOpen(club: Club, shop: number, was: Mood, published: string): boolean {
  const others = inShop(shop, (people) => without(people, was))(club) as Club
  for (const near of othersNear(others)) {
    for (const is of all.filter((mood) => mood !== was)) {
      const other = inShop(shop, (people) => [...people, is])(near) as Club
      if (answersOf(other) === published) return true
    }
  }
  return false
}

/** A person's part in a week of body temperatures; `silent` consents and logs nothing. */
const parts = ['fever', 'well', 'silent'] as const
type Part = (typeof parts)[number]

function feversOf(history: readonly Part[]): string {
  const logged = history.filter((part) => part !== 'silent')
  const people: People = new Map(
    logged.map((part, at) => [at, { moods: {}, sums: new Map(), hasFever: part === 'fever' }]),
  )
  return JSON.stringify(publishedWeek('bodyTemp', people, history.length))
}

/** A person's mood at the first publication and at the second; null: not counted. */
type Story = readonly [first: Mood | null, second: Mood | null]
const stories: readonly Story[] = [...all, null]
  .flatMap((first) => [...all, null].map((second): Story => [first, second]))
  .filter(([first, second]) => first !== null || second !== null)

/** Both answers; the second differs only where at least five people have changed. */
function bothAnswers(history: readonly Story[]): string {
  const answerAt = (publication: 0 | 1) => {
    const ofShop = history.flatMap((one) => one[publication] ?? [])
    return JSON.stringify(publishedWeek('condition', peopleOf(ofShop), ofShop.length))
  }
  const changed = history.filter(([first, second]) => first !== second).length
  return `${answerAt(0)} ${answerAt(changed >= 5 ? 1 : 0)}`
}

/** Whether `holds` is true for these people, or for others who differ by at most two of them. */
function nearBy<T>(
  people: readonly T[],
  kinds: readonly T[],
  holds: (near: readonly T[]) => boolean,
  most = 2,
): boolean {
  if (holds(people)) return true
  if (most === 0) return false
  const gone = [...new Set(people)].map((one) => people.toSpliced(people.indexOf(one), 1))
  const near = [...kinds.map((one) => [...people, one]), ...gone]
  return near.some((one) => nearBy(one, kinds, holds, 0)) || near.some((one) => nearBy(one, kinds, holds, most - 1))
}

/** Staff give a person another shop, so many days after the week's Monday. */
interface Moved {
  person: number
  day: number
  to: number
}
const monday = '2026-11-09'

/** All answers about the week of `monday`: everybody logs every day, at the shop where they are then. */
function answersAfter(club: Club, moves: readonly Moved[]): string {
  const everybody = club.flatMap((ofShop, shop) => ofShop.map((mood) => ({ mood, shop })))
  const ofShops = shops.map(() => new Map() as People)
  for (const [person, { mood, shop }] of everybody.entries()) {
    const own = moves.filter((move) => move.person === person).sort((a, b) => a.day - b.day)
    const transfers: Transfer[] = []
    const at = (day: number) => own.findLast((move) => move.day <= day)?.to ?? shop
    let before = shop
    for (const { day, to } of own) {
      if (to !== before) transfers.push({ fromShopId: before, movedOn: addDays(monday, day) })
      before = to
    }
    for (let day = 0; day < 7; day += 1) {
      const people = ofShops[countedShop(transfers, at(day), monday)] as People
      const days = (people.get(person)?.moods[mood]?.days ?? 0) + 1
      people.set(person, { moods: { [mood]: { days, last: monday } }, sums: new Map(), hasFever: false })
    }
  }
  const published = ofShops.map((people) => publishedWeek('condition', people, people.size))
  return JSON.stringify([...published, togetherOf(published)])
}

const shopOf = (largest: number) =>
  fc.array(fc.constantFrom(...all, ...(['perfect', 'perfect', 'perfect'] as const)), { maxLength: largest })
const club = fc.tuple(shopOf(16), shopOf(9), shopOf(7))

describe('all published answers about a week together', () => {
  test('are compatible with another mood for every person', () => {
    let people = 0
    fc.assert(
      fc.property(club, (history) => {
        const published = answersOf(history)
        for (const [shop, ofShop] of history.entries()) {
          people += ofShop.length
          for (const mood of new Set(ofShop)) {
            expect([shop, mood, isOpen(history, shop, mood, published)]).toEqual([shop, mood, true])
          }
        }
      }),
      runs(75),
    )
    tell(`${people} people attacked by the answers about one week`)
  })

  test('do not reveal who had a fever, who logged at all, or who consented', () => {
    let people = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts, 'fever', 'fever'), { maxLength: 18 }), (history) => {
        const published = feversOf(history)
        for (const was of new Set(history)) {
          people += 1
          const others = history.toSpliced(history.indexOf(was), 1)
          const open = parts.filter(
            (is) => is !== was && nearBy(others, parts, (near) => feversOf([...near, is]) === published),
          )
          // Each part must remain possible: fever, no fever, and not counted.
          expect([history, was, open]).toEqual([history, was, parts.filter((is) => is !== was)])
        }
      }),
      runs(75),
    )
    tell(`${people} people attacked by the counts of fever`)
  })

  test('do not reveal a mood when a week is republished and both versions are compared', () => {
    let people = 0
    const twice = fc.array(
      fc.oneof(fc.constantFrom(...stories.filter(([first, second]) => first === second)), fc.constantFrom(...stories)),
      { maxLength: 18 },
    )
    fc.assert(
      fc.property(twice, (history) => {
        const published = bothAnswers(history)
        for (const was of new Set(history)) {
          people += 1
          const others = history.toSpliced(history.indexOf(was), 1)
          for (const publication of [0, 1] as const) {
            const different = stories.filter((is) => is[publication] !== was[publication])
            const isOpen = nearBy(others, stories, (near) =>
              different.some((is) => bothAnswers([...near, is]) === published),
            )
            expect([history, was, publication, isOpen]).toEqual([history, was, publication, true])
          }
        }
      }),
      runs(30),
    )
    tell(`${people} people attacked by two answers about one week`)
  })

  test('are not what staff make of them who move members in that week or the one before, to leave somebody alone', () => {
    const moved = fc.record({
      person: fc.nat({ max: 30 }),
      day: fc.integer({ min: -20, max: 6 }),
      to: fc.constantFrom(0, 1, 2),
    })
    fc.assert(
      fc.property(club, fc.array(moved, { maxLength: 12 }), (history, moves) => {
        const before = moves.filter(({ day }) => day < -7)
        expect(answersAfter(history, moves)).toBe(answersAfter(history, before))
      }),
      runs(150),
    )
    // From the second Monday on the new shop's: somebody who moved counts there once, and nowhere else.
    const [others, ofFive]: Club = [valuesOf(moods).flatMap((mood) => [mood, mood]), Array(5).fill('happy')]
    const one = answersAfter([others as Mood[], ofFive as Mood[], []], [{ person: 0, day: -8, to: 2 }])
    expect(one).toBe(answersAfter([(others as Mood[]).slice(1), ofFive as Mood[], [others?.[0] as Mood]], []))
  })

  test('never withhold a single mood, which could be computed from the others', () => {
    fc.assert(
      fc.property(shopOf(40), (people) => {
        const { counts } = publishedWeek('condition', peopleOf(people), people.length)
        expect(counts.filter((one) => one.people === null)).not.toHaveLength(1)
      }),
      runs(250),
    )
  })

  test('contain no count and no median of fewer than five people', () => {
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
        const { loggers, medians } = publishedWeek('healthcare', people, people.size)
        if (people.size < 5) expect(loggers).toBeNull()
        const measured = walked.filter((one) => one !== null).length
        for (const one of medians) {
          if (measured < 5) expect(one).toMatchObject({ people: null, value: null })
          else expect([one.people, (one.value as number) % 500]).toEqual([Math.round(measured / 5) * 5, 0])
        }
      }),
      runs(150),
    )
  })
})

test('a week begins on its Monday', () => {
  expect(['2026-11-16', '2026-11-19', '2026-11-22', '2026-11-23'].map(weekOf)).toEqual([
    ...['2026-11-16', '2026-11-16', '2026-11-16', '2026-11-23'],
  ])
})
