import type { Row } from './world.ts'

/** Rows by a number of theirs; made again where rows came or went. The number of a row stays. */
export function indexOf<R extends Row>(rows: () => readonly R[], keyOf: (row: R) => number) {
  let made: { rows: readonly R[]; count: number; last: R | undefined } | null = null
  let index = new Map<number, R[]>()
  return (key: number): readonly R[] => {
    const current = rows()
    if (made?.rows !== current || made.count !== current.length || made.last !== current.at(-1)) {
      made = { rows: current, count: current.length, last: current.at(-1) }
      index = new Map()
      for (const row of current) {
        const found = index.get(keyOf(row))
        if (found) found.push(row)
        else index.set(keyOf(row), [row])
      }
    }
    return index.get(key) ?? []
  }
}
