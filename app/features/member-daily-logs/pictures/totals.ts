import { type painParts, placeCategories } from '#contract/words/daily-log.ts'
import { type Mood, moods } from '#contract/words/mood.ts'
import { type ValueOf, valuesOf } from '#contract/words/words.ts'
import type { LogOf } from './logs'
import type { Slot } from './period'

/** Days by mood, best first. */
export const moodCounts = (slots: readonly Slot<LogOf<'condition'>>[]): { mood: Mood; days: number }[] =>
  valuesOf(moods).map((mood) => ({ mood, days: slots.filter(({ log }) => log?.mood === mood).length }))

/** Days of pain by body part, most first; parts without pain are left out. */
export function painCounts(slots: readonly Slot<LogOf<'condition'>>[]) {
  const days = new Map<ValueOf<typeof painParts>, number>()
  for (const { log } of slots) for (const part of new Set(log?.painParts)) days.set(part, (days.get(part) ?? 0) + 1)
  return [...days].map(([part, count]) => ({ part, days: count })).sort((a, b) => b.days - a.days)
}

/** Stays by kind of place: days and total time, longest first. */
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

/** Distinct places with a photo, longest stays first. */
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

/** Mean of the existing values; null without values. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
