import type { ShownEvent } from '#contract/club-event.ts'
import type { AxisMark } from '~/components/charts/series'
import { formatDate, lastDayOf } from '~/lib/dates'

/** Of a time axis: what its points stand for. */
export type AxisUnit = 'day' | 'month'

/**
 * Where events stand on an axis whose keys begin with YYYY-MM-DD or, with `month`, YYYY-MM: at the point of their first
 * day, or at the first point if they began before. They are numbered in their order, as in the list below the chart.
 */
export function marksOn(keys: readonly string[], unit: AxisUnit, events: readonly ShownEvent[]): AxisMark[] {
  const length = unit === 'day' ? 10 : 7
  const marks = new Map<string, { first: number; last: number; texts: string[] }>()
  events.forEach((event, at) => {
    const key = keys.findLast((one) => one.slice(0, length) <= event.from) ?? keys[0]
    if (key === undefined) return
    const mark = marks.get(key) ?? { first: at + 1, last: at + 1, texts: [] }
    marks.set(key, { first: mark.first, last: at + 1, texts: [...mark.texts, eventText(event)] })
  })
  return [...marks].map(([key, { first, last, texts }]) => ({
    key,
    first,
    last,
    texts,
  }))
}

/** The first and the last day of an axis, YYYY-MM-DD; undefined without points. */
export function daysOfAxis(keys: readonly string[], unit: AxisUnit): { from: string; to: string } | undefined {
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined) return undefined
  if (unit === 'day') return { from: first, to: last }
  return { from: `${first.slice(0, 7)}-01`, to: lastDayOf(last.slice(0, 7)) }
}

/** 2026/11/03(火)〜2026/11/05(木). */
export const eventDays = ({ from, to }: Pick<ShownEvent, 'from' | 'to'>) =>
  to === null ? formatDate(from) : `${formatDate(from)}〜${formatDate(to)}`

/** 全店舗, 新宿店、渋谷店, or 新宿店ほか11店舗. */
export function eventShops({ shops, shopNames }: Pick<ShownEvent, 'shops' | 'shopNames'>): string {
  if (shops === 0) return '全店舗'
  return shops <= shopNames.length ? shopNames.join('、') : `${shopNames[0]}ほか${shops - 1}店舗`
}

/** An event in one line: 2026/11/03(火) 休館日（新宿店）. */
export const eventText = (event: ShownEvent) => `${eventDays(event)} ${event.title}（${eventShops(event)}）`
