import { type painParts, placeCategories } from '#contract/words/daily-log.ts'
import { type Mood, moods } from '#contract/words/mood.ts'
import { type ValueOf, valuesOf } from '#contract/words/words.ts'
import type { LogOf } from './logs'
import type { Slot } from './period'

/** How many days had each mood, the best first. */
export const moodCounts = (slots: readonly Slot<LogOf<'condition'>>[]): { mood: Mood; days: number }[] =>
  valuesOf(moods).map((mood) => ({ mood, days: slots.filter(({ log }) => log?.mood === mood).length }))

/** On how many days each part hurt, the most first; parts that never did are left out. */
export function painCounts(slots: readonly Slot<LogOf<'condition'>>[]) {
  const days = new Map<ValueOf<typeof painParts>, number>()
  for (const { log } of slots) for (const part of new Set(log?.painParts)) days.set(part, (days.get(part) ?? 0) + 1)
  return [...days].map(([part, count]) => ({ part, days: count })).sort((a, b) => b.days - a.days)
}

/** On how many days somebody stayed where, and how long in all, the longest first. */
export const placeTotals = (slots: readonly Slot<LogOf<'location'>>[]) =>
  valuesOf(placeCategories)
    .map((category) => {
      const stays = slots.map(({ log }) => log?.topPlaces.filter((place) => place.category === category) ?? [])
      return {
        category,
        days: stays.filter((ofDay) => ofDay.length > 0).length,
        minutes: stays.flat().reduce((sum, { stayMin }) => sum + stayMin, 0),
      }
    })
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.minutes - a.minutes)

/** Places that have a picture, each once, the longest stays first. */
export function photographedPlaces(slots: readonly Slot<LogOf<'location'>>[]) {
  const places = new Map<string, LogOf<'location'>['topPlaces'][number] & { photoReference: string; days: number }>()
  for (const place of slots.flatMap(({ log }) => log?.topPlaces ?? [])) {
    const { photoReference } = place
    if (!photoReference) continue
    const known = places.get(photoReference)
    places.set(photoReference, {
      ...{ ...place, photoReference, days: (known?.days ?? 0) + 1 },
      stayMin: (known?.stayMin ?? 0) + place.stayMin,
    })
  }
  return [...places.values()].sort((a, b) => b.stayMin - a.stayMin)
}

/** The mean of what is there, in the values' unit; null where nothing is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
