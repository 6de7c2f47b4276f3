import type { Row } from './world.ts'

/** How long a change is invisible whose webhook comes early. */
const delayMs = 30_000

/**
 * All changes of records. While `isLate` says so, a change is made at once and seen half a minute later: whoever is told
 * of it at once finds what was before.
 */
export function createLedger(now: () => number, isLate: () => boolean) {
  const delayed = new Map<Row, { until: number; before: Row | null }>()
  let serial = 2_000_000
  const delay = (row: Row, before: Row | null) => {
    if (isLate()) delayed.set(row, { until: now() + delayMs, before })
  }
  return {
    nextId: () => ++serial,
    add<R extends Row>(rows: R[], row: R): R {
      rows.push(row)
      delay(row, null)
      return row
    },
    set<R extends Row>(row: R, change: Partial<R>) {
      delay(row, { ...row })
      Object.assign(row, change)
    },
    /** The row as it is seen; null: not yet. */
    seen<R extends Row>(row: R): R | null {
      const found = delayed.get(row)
      if (!found) return row
      if (found.until > now()) return found.before as R | null
      delayed.delete(row)
      return row
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>
