import { expect, test } from 'vitest'
import { condition, location } from './logs.fixture'
import { slotsOf } from './period'
import { meanOf, moodCounts, painCounts, photographedPlaces, placeTotals } from './totals'

const november = <Log>(...logs: (Log | null)[]) =>
  slotsOf(
    logs.map((log, at) => ({ date: `2026-11-0${at + 1}`, log })),
    '2026-11-01',
    '2026-11-07',
  )

test('a day without a log counts for no mood', () => {
  expect(moodCounts(november(condition({ mood: 'slump' }), null, condition()))).toEqual([
    { mood: 'perfect', days: 0 },
    { mood: 'happy', days: 1 },
    { mood: 'lazy', days: 0 },
    { mood: 'slump', days: 1 },
  ])
})

test('a part counts once a day, the most frequent first', () => {
  const slots = november(condition({ painParts: ['neck', 'knee'] }), condition({ painParts: ['knee', 'knee'] }))
  expect(painCounts(slots)).toEqual([
    { part: 'knee', days: 2 },
    { part: 'neck', days: 1 },
  ])
})

const place = (category: 'home' | 'work' | 'park', stayMin: number, photoReference: string | null = null) => ({
  ...{ category, name: null, stayMin, photoReference },
})

test('two places of a kind on one day are one day with the minutes of both', () => {
  const slots = november(
    location({ topPlaces: [place('home', 700), place('park', 30), place('park', 20)] }),
    location({ topPlaces: [place('park', 10)] }),
  )
  expect(placeTotals(slots)).toEqual([
    { category: 'home', days: 1, minutes: 700 },
    { category: 'park', days: 2, minutes: 60 },
  ])
})

test('a place with a picture is shown once, and one without never', () => {
  const slots = november(
    location({ topPlaces: [place('park', 30, 'photo'), place('work', 400)] }),
    location({ topPlaces: [place('park', 20, 'photo')] }),
  )
  expect(photographedPlaces(slots)).toEqual([{ ...place('park', 50, 'photo'), days: 2 }])
})

test('a mean is of the days that have a value', () => {
  expect(meanOf([6, null, 8, null])).toBe(7)
  expect(meanOf([null, null])).toBeNull()
  expect(meanOf([])).toBeNull()
})
