import type { AxisMark } from './series'

/** Height of a mark in CSS pixels, and the least distance between two. */
export const markHeight = 14
const apart = 3

/** Events that stand together: the numbers in the list below the chart, and where they are. */
export interface PlacedMark {
  text: string
  /** The left edge. */
  x: number
  width: number
}

const textOf = (first: number, last: number) => (first === last ? String(first) : `${first}–${last}`)
const widthOf = (text: string) => Math.max(markHeight, text.length * 6.6 + 6)

/**
 * The marks of a chart, each in the middle of its point and within the chart. Those that would touch are one with all
 * their numbers, in the middle of their points. CSS pixels.
 */
export function placedMarks(
  marks: readonly Pick<AxisMark, 'key' | 'first' | 'last'>[],
  middleOf: (key: string) => number,
  width: number,
): PlacedMark[] {
  const groups: { first: number; last: number; from: number; to: number }[] = []
  const placeOf = ({ first, last, from, to }: (typeof groups)[number]): PlacedMark => {
    const text = textOf(first, last)
    const wide = widthOf(text)
    return { text, width: wide, x: Math.min(Math.max((from + to - wide) / 2, 1), width - wide - 1) }
  }
  for (const { key, first, last } of marks) {
    let group = { first, last, from: middleOf(key), to: middleOf(key) }
    for (let before = groups.at(-1); before; before = groups.at(-1)) {
      const [left, right] = [placeOf(before), placeOf(group)]
      if (left.x + left.width + apart <= right.x) break
      group = { ...group, first: before.first, from: before.from }
      groups.pop()
    }
    groups.push(group)
  }
  return groups.map(placeOf)
}
